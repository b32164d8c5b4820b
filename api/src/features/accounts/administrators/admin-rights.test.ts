import type { User } from '@shop/contract/accounts/accounts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildUser } from '../../../testing/data/builders.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';
import { updateUserAccess } from './admins.service.ts';

const shop = shareTestShop();
beforeEach(() => shop.db.updateTable('users').set({ active: false }).execute());

const change = async (browser: SignedInClient, id: string, body: object) => {
  const reply = await browser.call('adminUpdateUser', { params: { id }, body });
  return [reply.status, reply.body.code];
};
const ALLOWED = [200, undefined];

describe('permissions', () => {
  it('the API returns permissions to admins and omits them for customers', async () => {
    const [owner, colleague, customer] = [
      await shop.admin(),
      await shop.admin({ permissions: ['stock'] }),
      await shop.customer(),
    ];
    const rights = async (browser: SignedInClient) => (await browser.call('currentUser')).body.user?.permissions;
    expect([await rights(owner), await rights(colleague), await rights(customer)]).toEqual([
      ['owner'],
      ['stock'],
      undefined,
    ]);
  });

  it('an owner changes permissions, which ends every session of the admin', async () => {
    const [owner, colleague] = [await shop.admin(), await shop.admin({ permissions: ['stock'] })];
    expect((await colleague.call('adminListOrders')).status).toBe(403);
    expect(await change(owner, colleague.user.id, { permissions: ['orders', 'orders'] })).toEqual(ALLOWED);
    expect((await colleague.call('profile')).status).toBe(401);
    const rights = async () =>
      (await owner.call('adminFindUser', { params: { id: colleague.user.id } })).body.data.permissions;
    expect(await rights()).toEqual(['orders']);
    expect(await change(owner, colleague.user.id, { permissions: ['stock', 'owner'] })).toEqual(ALLOWED);
    expect(await rights()).toEqual(['owner']);
  });

  it('demoting an admin removes the stored permissions', async () => {
    const [owner, colleague] = [await shop.admin(), await shop.admin({ permissions: ['stock'] })];
    await change(owner, colleague.user.id, { role: 'customer' });
    const stored = () =>
      shop.db.selectFrom('users').select('permissions').where('id', '=', colleague.user.id).executeTakeFirst();
    expect(await stored()).toEqual({ permissions: null });
  });

  it('unknown permissions are refused', async () => {
    const owner = await shop.admin();
    expect(await change(owner, owner.user.id, { permissions: ['everything'] })).toEqual([422, 'VALIDATION_FAILED']);
  });
});

describe('an admin with the permission people', () => {
  it('an admin with the permission people changes customers and moderators', async () => {
    const [actor, customer] = [await shop.admin({ permissions: ['people'] }), await buildUser(shop)];
    expect(await change(actor, customer.id, { role: 'moderator', active: false })).toEqual(ALLOWED);
  });

  it('an admin who is no owner cannot create or change admins', async () => {
    const [actor, customer] = [await shop.admin({ permissions: ['people'] }), await buildUser(shop)];
    const [owner, colleague] = [
      await buildUser(shop, { role: 'admin' }),
      await buildUser(shop, { role: 'admin', permissions: [] }),
    ];
    const attempts = [
      await change(actor, customer.id, { role: 'admin' }),
      await change(actor, owner.id, { active: false }),
      await change(actor, owner.id, { role: 'customer' }),
      await change(actor, colleague.id, { permissions: ['owner'] }),
      await change(actor, actor.user.id, { permissions: ['owner'] }),
    ];
    for (const attempt of attempts) expect(attempt).toEqual([403, 'NOT_ALLOWED']);
  });
});

describe('the last owner', () => {
  const losses = [{ permissions: ['stock' as const] }, { role: 'customer' as const }, { active: false }];

  it.each(losses)('the last owner cannot be changed to %j while other admins exist', async (loss) => {
    const owner = await shop.admin();
    await buildUser(shop, { role: 'admin', permissions: ['people'] });
    expect(await change(owner, owner.user.id, loss)).toEqual([409, 'LAST_OWNER']);
    await buildUser(shop, { role: 'admin' });
    expect(await change(owner, owner.user.id, loss)).toEqual(ALLOWED);
  });

  it('the last owner is also recognised by an id in capital letters', async () => {
    const owner = await shop.admin();
    expect(await change(owner, owner.user.id.toUpperCase(), { role: 'customer' })).toEqual([409, 'LAST_ADMIN']);
  });

  it('one owner stays when two owners demote each other at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      await shop.db.updateTable('users').set({ active: false }).execute();
      const [one, other] = [await buildUser(shop, { role: 'admin' }), await buildUser(shop, { role: 'admin' })];
      const asActor = ({ id }: { id: string }) => ({ _id: id }) as User;
      const take = (from: { id: string }, by: { id: string }) =>
        updateUserAccess(shop, asActor(by), from.id, { permissions: ['stock'] }).catch(({ key }) => key);
      const outcomes = await Promise.all([take(one, other), take(other, one)]);
      expect(outcomes.filter((outcome) => outcome === 'notAllowed')).toHaveLength(1);
      const owners = await shop.db
        .selectFrom('users')
        .select('id')
        .where('active', '=', true)
        .where('permissions', 'is', null)
        .execute();
      expect(owners).toHaveLength(1);
    }
  });
});
