import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../platform/database/database.ts';
import type { Database } from '../../tables.ts';
import { buildProduct } from '../../testing/data/builders.ts';
import { placeOrder } from '../../testing/data/purchases.ts';
import { shareTestShop } from '../../testing/share-test-shop.ts';
import { claimUnits, releaseUnits } from '../stock/units/holds.service.ts';
import { refreshRecentlySoldOut, refreshSoldOut, refreshSoldOutNowAndAfterCommit } from './availability.service.ts';

const shop = shareTestShop();

type Refresh = typeof refreshSoldOut;

/** Runs transactions so that each has done its work before any of them commits. */
async function atOnce(...works: ((db: Database) => Promise<unknown>)[]): Promise<void> {
  let waiting = works.length;
  let meet = () => {};
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  await Promise.all(
    works.map((work) =>
      inTransaction(shop.db, async (db) => {
        await work(db);
        waiting -= 1;
        if (waiting === 0) meet();
        await met;
      }),
    ),
  );
}

const isSold = async (id: string) =>
  (await shop.pool.query('select is_sold from products where id = $1', [id])).rows[0].is_sold;

/** Claims the last two units of a product in two transactions, neither of which sees the other's claim. */
async function claimBoth(refresh: Refresh): Promise<string> {
  const product = await buildProduct(shop, { units: 3, price: 499 });
  const orders = [await placeOrder(await shop.customer(), product), await placeOrder(await shop.customer(), product)];
  for (const { _id } of orders) await inTransaction(shop.db, (db) => releaseUnits(db, _id));
  await shop.pool.query(
    `update units set state = 'withdrawn' where id = (select id from units where product_id = $1 limit 1)`,
    [product.id],
  );
  await shop.runJobs();
  const until = new Date(shop.clock.now().getTime() + 60_000);
  await atOnce(
    ...orders.map(({ _id: orderId }) => async (db: Database) => {
      const hold = { productId: product.id, orderId, quantity: 1, until, now: shop.clock.now() };
      expect(await claimUnits(db, hold)).toHaveLength(1);
      await refresh(db, product.id);
    }),
  );
  return product.id;
}

describe('two concurrent purchases of the last two units', () => {
  it('the refresh after each commit marks the product as sold out', async () => {
    const id = await claimBoth(refreshSoldOutNowAndAfterCommit);
    await shop.runJobs();
    expect(await isSold(id)).toBe(true);
    const list = await shop.visitor().call('listProducts', { query: { limit: 100 } });
    expect(list.body.pagination.total).toBe(list.body.data.length);
  });

  it('a product that was missed by both refreshes is marked when a buyer is refused', async () => {
    const id = await claimBoth(refreshSoldOut);
    await shop.runJobs();
    expect(await isSold(id)).toBe(false);
    const buyer = await shop.customer();
    const { body } = await buyer.call('createOrder', { body: { productId: id, amount: 499 } });
    expect([body.code, await isSold(id)]).toEqual(['OUT_OF_STOCK', true]);
  });

  it('a product that was missed by both refreshes is marked within a minute', async () => {
    const id = await claimBoth(refreshSoldOut);
    const other = await buildProduct(shop, { units: 2 });
    await placeOrder(await shop.customer(), other);
    await refreshRecentlySoldOut(shop.db, shop.clock.now());
    expect([await isSold(id), await isSold(other.id)]).toEqual([true, false]);
  });

  it('placing and cancelling an order enqueue a second check if few units are left', async () => {
    const product = await buildProduct(shop, { units: 1 });
    const jobs = async () =>
      (await shop.pool.query("select 1 from graphile_worker.jobs where task_identifier = 'refresh-sold-out'")).rows;
    await shop.runJobs();
    const buyer = await shop.customer();
    const { _id } = await placeOrder(buyer, product);
    expect(await jobs()).toHaveLength(1);
    await shop.runJobs();
    await buyer.call('deleteOrder', { params: { id: _id } });
    expect(await jobs()).toHaveLength(1);
  });
});
