import { afterAll, beforeAll, expect, test } from 'vitest';
import { daysAfter } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { indianDay } from '../../platform/indian-day.ts';
import type { SignedInClient } from '../../testing/clients/test-sessions.ts';
import { buildProduct, buildUser } from '../../testing/data/builders.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { listRunningLow } from '../catalogue/low-stock/dashboard-stock.service.ts';
import { lastSold } from '../orders/administration/sales.service.ts';
import { changePercent, lastDays } from './dashboard.rules.ts';

let shop: TestShop;
let admin: SignedInClient;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterAll(() => shop.close());

type Facts = { daysAgo: number; paise: number; productId: string; status?: string; quantity?: number };

async function sale({ daysAgo, paise, productId, status = 'completed', quantity = 1 }: Facts) {
  const id = newId();
  const at = daysAfter(shop.clock.now(), -daysAgo);
  const isPaid = status === 'completed';
  await shop.db
    .insertInto('orders')
    .values({
      id,
      buyer_id: null,
      product_id: productId,
      quantity,
      amount_paise: paise,
      amount_paid_paise: status === 'pending' ? 0 : paise,
      payment_status: status as 'completed',
      is_delivered: isPaid,
      is_one_time_use: false,
      receipt: id,
      product_details: JSON.stringify((await admin.call('adminFindProduct', { params: { id: productId } })).body.data),
      created_at: at,
      updated_at: at,
    } as never)
    .execute();
  return id;
}

test('the dashboard sums up the period and compares it with the previous one', async () => {
  const product = await buildProduct(shop, { units: 3, title: 'Nearly gone' });
  const other = await buildProduct(shop, { units: 50, title: 'Plenty', expiry_date: daysAfter(shop.clock.now(), 3) });
  await buildProduct(shop, { units: 0, title: 'Sold out' });
  await sale({ daysAgo: 10, paise: 20_000, productId: product.id });
  await sale({ daysAgo: 1, paise: 10_010, productId: product.id, quantity: 2 });
  await sale({ daysAgo: 1, paise: 20_020, productId: other.id });
  await sale({ daysAgo: 0, paise: 5_000, productId: other.id, status: 'pending' });
  const refunded = await sale({ daysAgo: 0, paise: 7_000, productId: other.id, status: 'refunded' });

  const { body } = await admin.call('adminDashboard', { query: { days: 7 } });
  const { data } = body;
  expect(data.days).toBe(7);
  expect(data.totals).toEqual({ revenue: 300.3, orders: 4, customers: 0, products: 3 });
  expect(data.trends.revenue).toEqual({ target: 5, change: 50.2 });
  expect(data.trends.orders).toEqual({ target: 8, change: 300 });
  expect(data.trends.customers).toEqual({ target: 2, change: null });
  expect(data.trends.products.target).toBe(10);
  expect(data.series).toHaveLength(7);
  expect(data.previous).toHaveLength(7);
  const tenDaysAgo = indianDay(daysAfter(shop.clock.now(), -10));
  expect(data.previous.find(({ date }) => date === tenDaysAgo)).toEqual({ date: tenDaysAgo, revenue: 200, orders: 1 });
  const yesterday = indianDay(daysAfter(shop.clock.now(), -1));
  expect(data.series.find(({ date }) => date === yesterday)).toEqual({ date: yesterday, revenue: 300.3, orders: 2 });
  expect(data.series.at(-1)).toEqual({ date: indianDay(shop.clock.now()), revenue: 0, orders: 2 });
  expect(data.recentOrders).toHaveLength(5);
  expect(data.recentOrders[0]?._id).toBe(refunded);
  expect(data.topProducts.map(({ title, sold, revenue }) => [title, sold, revenue])).toEqual([
    ['Nearly gone', 2, 100.1],
    ['Plenty', 1, 200.2],
  ]);
  expect(data.lowStock.map(({ title, usageLimit }) => [title, usageLimit])).toEqual([['Nearly gone', 3]]);
  expect(data.expiringSoon.map(({ title }) => title)).toEqual(['Plenty']);
  expect(data.waitingEnquiries).toBe(0);
  await shop.visitor().call('submitContact', {
    body: { name: 'Asha Rao', email: 'asha@example.com', contactType: 'general', message: 'Hello there' },
  });
  expect((await admin.call('adminDashboard')).body.data).toMatchObject({ days: 30, waitingEnquiries: 1 });
  expect((await admin.call('adminWaiting')).body.data).toEqual({ enquiries: 1 });
  expect((await admin.call('adminDashboard', { query: { days: 8 } })).status).toBe(422);
});

test('with very many products, low stock is checked only for recently sold ones', async () => {
  const sold = await buildProduct(shop, { units: 2, title: 'Sold today' });
  await buildProduct(shop, { units: 1, title: 'Never sold' });
  await sale({ daysAgo: 0, paise: 10_000, productId: sold.id });
  const titlesAmong = async (products: number) => {
    const shelf = { products, lastSold: () => lastSold(shop.db) };
    return (await listRunningLow(shop.db, shop.clock.now(), 50, shelf)).map(({ title }) => title);
  };
  expect(await titlesAmong(50_000)).toEqual(expect.arrayContaining(['Sold today', 'Never sold']));
  const amongMore = await titlesAmong(50_001);
  expect([amongMore.includes('Sold today'), amongMore.includes('Never sold')]).toEqual([true, false]);
});

test('the dashboard ignores closed accounts, cancelled orders and unavailable products', async () => {
  const now = shop.clock.now();
  const { data: before } = (await admin.call('adminDashboard', { query: { days: 7 } })).body;
  const old = daysAfter(now, -30);
  const deleted = await buildProduct(shop, { title: 'Deleted', units: 1 });
  const hidden = await buildProduct(shop, { title: 'Hidden', units: 1, is_active: false });
  await buildProduct(shop, { title: 'Over', units: 1, expiry_date: now });
  const people = await Promise.all(Array.from({ length: 4 }, () => buildUser(shop)));
  const [first, second, , leaver] = people.map(({ id }) => id);
  await shop.pool.query('update products set deleted_at = $1 where id = $2', [now, deleted.id]);
  await shop.pool.query('update products set created_at = $1 where id = $2', [old, hidden.id]);
  await shop.pool.query('update users set created_at = $1 where id = any($2)', [old, [first, second]]);
  await shop.pool.query('update users set closed_at = $1 where id = $2', [now, leaver]);
  const givenUp = await sale({ daysAgo: 0, paise: 90_000, productId: hidden.id, quantity: 90 });
  await shop.pool.query('update orders set abandoned_at = $1 where id = $2', [now, givenUp]);

  const { data } = (await admin.call('adminDashboard', { query: { days: 7 } })).body;
  const products = before.totals.products + 2;
  expect(data.totals).toEqual({ ...before.totals, customers: 3, products });
  expect([data.trends.customers.change, data.trends.products.change]).toEqual([50, (products - 1) * 100]);
  expect([data.lowStock, data.topProducts]).toEqual([before.lowStock, before.topProducts]);
});

test('the revenue on the dashboard excludes full and partial refunds', async () => {
  const { data: before } = (await admin.call('adminDashboard', { query: { days: 7 } })).body;
  const product = await buildProduct(shop, { title: 'Refunded in part' });
  const id = await sale({ daysAgo: 0, paise: 50_000, productId: product.id, quantity: 9 });
  await shop.pool.query('update orders set refunded_paise = 20000 where id = $1', [id]);
  const { data } = (await admin.call('adminDashboard', { query: { days: 7 } })).body;
  expect(data.totals.revenue).toBe(before.totals.revenue + 300);
  expect(data.topProducts[0]).toMatchObject({ title: 'Refunded in part', sold: 9, revenue: 300 });
  // The best sellers ignore a paid but undelivered order and its refund.
  const waiting = await sale({ daysAgo: 0, paise: 40_000, productId: product.id });
  await shop.pool.query('update orders set is_delivered = false, refunded_paise = 10000 where id = $1', [waiting]);
  const later = (await admin.call('adminDashboard', { query: { days: 7 } })).body.data;
  expect(later.totals.revenue).toBe(data.totals.revenue + 300);
  expect(later.topProducts[0]).toMatchObject({ title: 'Refunded in part', sold: 9, revenue: 300 });
  // A refund of an order from the previous week does not reduce this week's figures.
  const earlier = await sale({ daysAgo: 10, paise: 40_000, productId: product.id });
  await shop.pool.query('update orders set refunded_paise = 10000 where id = $1', [earlier]);
  const last = (await admin.call('adminDashboard', { query: { days: 7 } })).body.data;
  expect(last.topProducts[0]).toMatchObject({ title: 'Refunded in part', sold: 9, revenue: 300 });
});

test('the revenue excludes dispute deductions, but counts a lost dispute only once', async () => {
  const { data: before } = (await admin.call('adminDashboard', { query: { days: 7 } })).body;
  const product = await buildProduct(shop, { title: 'Disputed' });
  const dispute = async (orderId: string, { isReturn }: { isReturn: boolean }) => {
    await shop.pool.query(
      `insert into payments (id, order_id, provider_order_id, method, amount_paise, status, captured_at)
       values ('pay_' || $1, $1::uuid, 'order_' || $1, 'upi', 50000, 'captured', now())`,
      [orderId],
    );
    await shop.pool.query(
      `insert into disputes (id, payment_id, order_id, amount_paise, deducted_paise, reason_code, phase, state, created_at, updated_at)
       values ('disp_' || $1, 'pay_' || $1, $1::uuid, 20000, 20000, 'fraud', 'chargeback', 'lost', now(), now())`,
      [orderId],
    );
    if (isReturn)
      await shop.pool.query(
        `insert into refunds (id, payment_id, order_id, amount_paise, reason, origin, status, provider_refund_id, created_at, updated_at)
         values ($1::uuid, 'pay_' || $1, $1::uuid, 20000, '', 'provider', 'processed', 'disp_' || $1, now(), now())`,
        [orderId],
      );
  };
  await dispute(await sale({ daysAgo: 0, paise: 50_000, productId: product.id, quantity: 90 }), { isReturn: false });
  const refunded = await sale({ daysAgo: 0, paise: 50_000, productId: product.id, status: 'refunded' });
  await dispute(refunded, { isReturn: true });
  const { data } = (await admin.call('adminDashboard', { query: { days: 7 } })).body;
  expect(data.totals.revenue).toBe(before.totals.revenue + 300);
  expect(data.topProducts[0]).toMatchObject({ title: 'Disputed', sold: 90, revenue: 300 });
});

test('trends fall with accounts and products removed within the period', async () => {
  const [now, long, longer] = [0, -20, -30].map((days) => daysAfter(shop.clock.now(), days));
  await shop.pool.query('update products set created_at = $1, deleted_at = $2', [longer, long]);
  await shop.pool.query(`update users set created_at = $1, closed_at = $2 where role = 'customer'`, [longer, long]);
  for (const goneAt of [null, now]) {
    const { id } = await buildProduct(shop, { units: 1 });
    await shop.pool.query('update products set created_at = $1, deleted_at = $2 where id = $3', [longer, goneAt, id]);
    const person = await buildUser(shop);
    await shop.pool.query('update users set created_at = $1, closed_at = $2 where id = $3', [
      longer,
      goneAt,
      person.id,
    ]);
  }

  const { totals, trends } = (await admin.call('adminDashboard', { query: { days: 7 } })).body.data;
  expect([totals.customers, trends.customers.change]).toEqual([1, -50]);
  expect([totals.products, trends.products.change]).toEqual([1, -50]);
});

test('the rules list the last days and calculate growth in per cent', () => {
  expect(lastDays('2026-03-01', 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect([changePercent(0, 5), changePercent(200, 210), changePercent(3, 2)]).toEqual([null, 5, -33.3]);
});
