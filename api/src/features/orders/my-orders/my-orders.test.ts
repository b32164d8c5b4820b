import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { inTransaction } from '../../../platform/database/database.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { addBatch, buildPool } from '../../../testing/data/pools.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';
import type { TestShop } from '../../../testing/test-shop.ts';
import { matchesView } from './my-orders-filter.queries.ts';

const shop = shareTestShop();

const DAY_MS = 86_400_000;

/** Orders a free product, which is delivered at once. */
async function buyFree(buyer: Awaited<ReturnType<TestShop['customer']>>, overrides: object) {
  const product = await buildProduct(shop, { price: 0, ...overrides });
  const reply = await buyer.call('createOrder', { body: { productId: product.id, amount: 0 } });
  expect(reply.status).toBe(201);
  shop.clock.advance(1000);
  return reply.body.order;
}

it('My Orders can be filtered and searched, and its orders marked as used', async () => {
  const buyer = await shop.customer();
  const soon = new Date(shop.clock.now().getTime() + 3 * DAY_MS);
  const tea = await buyFree(buyer, { title: 'Tea 100% off', company: 'Kettle & Co', expiry_date: soon });
  const book = await buyFree(buyer, { title: 'Book voucher' });
  const titles = async (query: Record<string, string>) =>
    (await buyer.call('listMyOrders', { query })).body.data.map(({ productDetails }) => productDetails.title);

  expect(tea).toMatchObject({ usedAt: null, validUntil: soon.toISOString() });
  expect(await titles({ show: 'unused' })).toEqual(['Book voucher', 'Tea 100% off']);
  expect(await titles({ show: 'expiring' })).toEqual(['Tea 100% off']);
  expect(await titles({ q: 'kettle' })).toEqual(['Tea 100% off']);
  expect(await titles({ q: '0%' })).toEqual(['Tea 100% off']);
  expect(await titles({ q: '_' })).toEqual([]);
  expect(await titles({ product: book.product })).toEqual(['Book voucher']);

  const params = { id: tea._id };
  const marked = await buyer.call('markOrderUsed', { params, body: { used: true } });
  expect(marked.body.data.usedAt).not.toBeNull();
  shop.clock.advance(1000);
  const again = await buyer.call('markOrderUsed', { params, body: { used: true } });
  expect(again.body.data.usedAt).toBe(marked.body.data.usedAt);
  expect(await titles({ show: 'used' })).toEqual(['Tea 100% off']);
  expect(await titles({ show: 'expiring' })).toEqual([]);
  expect(await titles({ show: 'unused' })).toEqual(['Book voucher']);
  await buyer.call('markOrderUsed', { params, body: { used: false } });
  expect(await titles({ show: 'used' })).toEqual([]);
  expect(book.usedAt).toBeNull();
});

it('the filter of expiring orders does not depend on the time zone of the database', async () => {
  const now = new Date('2027-03-10T12:00:00Z');
  shop.clock.set(now);
  const expiry_date = new Date(now.getTime() + 7 * DAY_MS - 1_800_000);
  const { _id } = await buyFree(await shop.customer(), { expiry_date });
  shop.clock.set(new Date());
  const expiring = await inTransaction(shop.db, async (db) => {
    await sql`set local time zone 'America/New_York'`.execute(db);
    return db.selectFrom('orders').select('id').where('id', '=', _id).where(matchesView('expiring', now)).execute();
  });
  expect(expiring).toEqual([{ id: _id }]);
});

it('the filters count delivered orders as unused and use the expiry of units', async () => {
  const buyer = await shop.customer();
  const pool = await buildPool(shop, { title: 'Long sold, soon over', price: 0, codes: [] });
  const expiresOn = new Date(shop.clock.now().getTime() + 3 * DAY_MS).toISOString().slice(0, 10);
  await addBatch(shop, pool.id, { expiresOn });
  await buyer.call('createOrder', { body: { productId: pool.id, amount: 0 } });
  await buyer.call('createOrder', { body: { productId: (await buildProduct(shop)).id, amount: 499 } });
  for (const show of ['unused', 'expiring']) {
    const { data } = (await buyer.call('listMyOrders', { query: { show } })).body;
    expect(data.map(({ productDetails }) => productDetails.title)).toEqual(['Long sold, soon over']);
  }
});

it('My Orders opens the page of an order, unless it is the order of another buyer', async () => {
  const [buyer, other] = [await shop.customer(), await shop.customer()];
  const oldest = await buyFree(buyer, { title: 'Gift 1' });
  for (const title of ['Gift 2', 'Gift 3']) await buyFree(buyer, { title });
  const newest = await buyFree(buyer, { title: 'Gift 4' });
  const second = await buyer.call('listMyOrders', { query: { limit: 3, order: oldest._id } });
  expect(second.body).toMatchObject({ data: [{ _id: oldest._id }], pagination: { page: 2, pages: 2 } });
  const theirs = await buyFree(other, {});
  const first = await buyer.call('listMyOrders', { query: { limit: 3, order: theirs._id } });
  expect(first.body).toMatchObject({ data: [{ _id: newest._id }, {}, {}], pagination: { page: 1 } });
  const asked = await buyer.call('listMyOrders', { query: { limit: 3, page: 2, order: theirs._id } });
  expect(asked.body).toMatchObject({ data: [{ _id: oldest._id }], pagination: { page: 2 } });
  const product = await buildProduct(shop);
  const { order } = (await buyer.call('createOrder', { body: { productId: product.id, amount: 499 } })).body;
  await buyer.call('deleteOrder', { params: { id: order._id } });
  const whole = await buyer.call('listMyOrders', { query: { limit: 4, order: oldest._id } });
  expect(whole.body).toMatchObject({ data: [{}, {}, {}, { _id: oldest._id }], pagination: { page: 1, pages: 1 } });
});

it('an order that was not delivered cannot be marked as used', async () => {
  const buyer = await shop.customer();
  const product = await buildProduct(shop);
  const { order } = (await buyer.call('createOrder', { body: { productId: product.id, amount: 499 } })).body;
  const reply = await buyer.call('markOrderUsed', { params: { id: order._id }, body: { used: true } });
  expect([reply.status, reply.body.code]).toEqual([409, 'ORDER_NOT_DELIVERED']);
});
