import type { User } from '@shop/contract/accounts/accounts';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildUser, PASSWORD } from '../../../testing/data/builders.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';
import { closeAccount } from '../accounts.service.ts';
import { updateUserAccess } from './admins.service.ts';

const shop = shareTestShop();
beforeEach(() => shop.db.updateTable('users').set({ active: false }).execute());

const asActor = ({ id }: { id: string }) => ({ _id: id }) as User;
const activeAdmins = async () => {
  const admins = await shop.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('active', '=', true)
    .where('closed_at', 'is', null)
    .execute();
  return admins.map(({ id }) => id);
};

describe('changing what a user may do', () => {
  it('changing role and status is recorded in the audit log', async () => {
    const [admin, customer] = [await buildUser(shop, { role: 'admin' }), await buildUser(shop)];
    const changed = await updateUserAccess(shop, asActor(admin), customer.id, { role: 'moderator', active: false });
    expect(changed).toMatchObject({ _id: customer.id, role: 'moderator', active: false });
    const audit = await shop.db.selectFrom('audit_log').selectAll().where('subject_id', '=', customer.id).execute();
    expect(audit).toEqual([
      expect.objectContaining({
        actor_id: admin.id,
        action: 'user.access-changed',
        details: { role: 'moderator', active: false },
      }),
    ]);
  });

  it.each([{ role: 'customer' as const }, { active: false }])(
    'the last admin cannot be changed to %j',
    async (change) => {
      const admin = await buildUser(shop, { role: 'admin' });
      await expect(updateUserAccess(shop, asActor(admin), admin.id, change)).rejects.toMatchObject({
        key: 'lastAdmin',
      });
      expect(await activeAdmins()).toEqual([admin.id]);
    },
  );

  it('changing a user fails for a demoted actor and for an unknown user', async () => {
    const [admin, demoted, customer] = [
      await buildUser(shop, { role: 'admin' }),
      await buildUser(shop),
      await buildUser(shop),
    ];
    const change = { role: 'admin' as const };
    await expect(updateUserAccess(shop, asActor(demoted), customer.id, change)).rejects.toMatchObject({
      key: 'notAllowed',
    });
    const nobody = '00000000-0000-7000-8000-000000000000';
    await expect(updateUserAccess(shop, asActor(admin), nobody, change)).rejects.toMatchObject({ key: 'notFound' });
  });
});

describe('two admins who leave at the same moment', () => {
  const ROUNDS = 10;
  type Leave = (self: { id: string }, other: { id: string }) => Promise<unknown>;
  const ways: Record<string, Leave> = {
    'demote each other': (self, other) => updateUserAccess(shop, asActor(self), other.id, { role: 'customer' }),
    'deactivate themselves': (self) => updateUserAccess(shop, asActor(self), self.id, { active: false }),
    'close their accounts': (self) => closeAccount(shop, asActor(self), PASSWORD),
  };

  /** Returns the number of remaining admins after each round. */
  async function race(leave: Leave): Promise<number[]> {
    const left: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await shop.db.updateTable('users').set({ active: false }).execute();
      const [a, b] = [await buildUser(shop, { role: 'admin' }), await buildUser(shop, { role: 'admin' })];
      await Promise.allSettled([leave(a, b), leave(b, a)]);
      left.push((await activeAdmins()).length);
    }
    return left;
  }

  it.each(Object.entries(ways))('one admin stays when two admins %s at once', async (_, leave) => {
    expect(await race(leave)).toEqual(Array(ROUNDS).fill(1));
  });

  it('both admins would leave without the lock (control)', async () => {
    const withoutLock: Leave = async (self) => {
      if ((await activeAdmins()).length === 1) return;
      await shop.db.updateTable('users').set({ active: false }).where('id', '=', self.id).execute();
    };
    expect(await race(withoutLock)).toContain(0);
  });
});
