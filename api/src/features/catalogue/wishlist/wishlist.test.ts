import { WISHES_MAX } from '@shop/contract/limits/limits';
import { describe, expect, it } from 'vitest';
import { daysAfter } from '../../../platform/clock.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { RETENTION_JOB } from '../../../platform/retention.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildProduct, PASSWORD } from '../../../testing/data/builders.ts';
import { buildPool } from '../../../testing/data/pools.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';

const shop = shareTestShop();

const add = (client: SignedInClient, { id }: { id: string }) => client.call('addWish', { params: { id } });
const idsOf = async (client: SignedInClient): Promise<string[]> => (await client.call('listWishedIds', {})).body.data;
const wishesOf = async (client: SignedInClient) => (await client.call('listWishes', {})).body.data;

describe('a wish list', () => {
  it("a wish list holds only its owner's products, once each, newest first", async () => {
    const [client, other] = [await shop.customer(), await shop.customer()];
    const [first, second] = [await buildProduct(shop, { title: 'First' }), await buildProduct(shop)];
    expect((await add(client, first)).status).toBe(200);
    shop.clock.advance(1_000);
    await add(client, second);
    shop.clock.advance(1_000);
    expect((await add(client, first)).status).toBe(200);
    await add(other, first);

    expect(await idsOf(client)).toEqual([second.id, first.id]);
    const wishes = await wishesOf(client);
    expect(wishes.map(({ _id }: { _id: string }) => _id)).toEqual([second.id, first.id]);
    expect(wishes[1]).toMatchObject({ title: 'First', availability: 'available', isAlertSet: false });
    expect(JSON.stringify(wishes)).not.toContain('CANARY');

    expect((await client.call('removeWish', { params: { id: first.id } })).status).toBe(200);
    expect([await idsOf(client), await idsOf(other)]).toEqual([[second.id], [first.id]]);
  });

  it('a wish shows whether its owner has an alert for the sold-out product', async () => {
    const client = await shop.customer();
    const soldOut = await buildPool(shop, { codes: [] });
    await add(client, soldOut);
    expect(await wishesOf(client)).toMatchObject([{ availability: 'sold-out', isAlertSet: false }]);
    await client.call('setStockAlert', { params: { id: soldOut.id } });
    await (await shop.customer()).call('setStockAlert', { params: { id: soldOut.id } });
    expect(await wishesOf(client)).toMatchObject([{ availability: 'sold-out', isAlertSet: true }]);
    await client.call('endStockAlert', { params: { id: soldOut.id } });
    expect(await wishesOf(client)).toMatchObject([{ isAlertSet: false }]);
  });

  it('a wish list refuses hidden products and has a maximum size', async () => {
    const client = await shop.customer();
    const hidden = await add(client, await buildProduct(shop, { is_active: false }));
    expect([hidden.status, hidden.body.code]).toEqual([404, 'NOT_FOUND']);
    const kept = await buildProduct(shop);
    await add(client, kept);
    for (let count = 1; count < WISHES_MAX; count += 1) {
      const { id } = await buildProduct(shop);
      await shop.db
        .insertInto('wishes')
        .values({ user_id: client.user.id, product_id: id, wished_at: shop.clock.now() })
        .execute();
    }
    const full = await add(client, await buildProduct(shop));
    expect([full.status, full.body.code]).toEqual([409, 'TOO_MANY_WISHES']);
    expect((await add(client, kept)).status).toBe(200);
  });

  it('wishes hide inactive products and are deleted with the product or account', async () => {
    const [leaver, stayer] = [await shop.customer(), await shop.customer()];
    const [gone, paused, kept] = [await buildProduct(shop), await buildProduct(shop), await buildProduct(shop)];
    for (const product of [gone, paused, kept]) await add(stayer, product);
    await add(leaver, kept);
    const change = (id: string, to: { deleted_at: Date } | { is_active: boolean }) =>
      shop.db.updateTable('products').set(to).where('id', '=', id).execute();
    await change(paused.id, { is_active: false });
    await change(gone.id, { deleted_at: daysAfter(shop.clock.now(), -2) });
    expect(await idsOf(stayer)).toEqual([kept.id]);
    expect(await wishesOf(stayer)).toMatchObject([{ _id: kept.id }]);

    await leaver.call('deleteAccount', { body: { password: PASSWORD } });
    await enqueue(shop.db, RETENTION_JOB, {});
    await shop.runJobs();
    const rows = await shop.db
      .selectFrom('wishes')
      .select(['user_id', 'product_id'])
      .where('user_id', 'in', [leaver.user.id, stayer.user.id])
      .execute();
    expect(rows.map(({ product_id }) => product_id).toSorted()).toEqual([paused.id, kept.id].toSorted());
    expect(rows.every(({ user_id }) => user_id === stayer.user.id)).toBe(true);
    await change(paused.id, { is_active: true });
    expect((await idsOf(stayer)).toSorted()).toEqual([paused.id, kept.id].toSorted());
  });
});
