import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectInvariants } from '../../../testing/checks/invariants.ts';
import { proofOf, type TestPayments, testPayments } from '../../../testing/clients/test-payments.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { placeOrder } from '../../../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { reconcileOrders } from '../payment/reconcile.service.ts';

const MINUTE_MS = 60_000;
let shop: TestShop;
let payments: TestPayments;
beforeAll(async () => {
  shop = await openTestShop({ SANDBOX_FAULTS: 'on' });
  payments = testPayments(shop);
});
afterAll(() => shop.close());

const stateOf = async (productId: string) =>
  (await shop.pool.query('select state from units where product_id = $1', [productId])).rows[0].state;
const orderOf = async (id: string) => (await shop.pool.query('select * from orders where id = $1', [id])).rows[0];

describe('an order with a hold of 15 minutes', () => {
  it('is cancelled if the hold expires and the provider reports no payment', async () => {
    const product = await buildProduct(shop, { units: 1 });
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, product);
    shop.clock.advance(14 * MINUTE_MS);
    await reconcileOrders(shop);
    expect(await stateOf(product.id)).toBe('held');
    shop.clock.advance(MINUTE_MS + 1);
    await reconcileOrders(shop);
    expect(await stateOf(product.id)).toBe('available');
    expect((await buyer.call('findMyOrder', { params: { id: order._id } })).status).toBe(404);
    expect((await shop.visitor().call('findProduct', { params: { id: product.id } })).body.data.isSold).toBe(false);
    await expectInvariants(shop);
  });

  it('is delivered if the hold expires and the provider reports a payment', async () => {
    const product = await buildProduct(shop, { units: 1 });
    const order = await placeOrder(await shop.customer(), product);
    await payments.capture(order.razorpayOrderId, { webhook: false });
    shop.clock.advance(15 * MINUTE_MS + 1);
    await reconcileOrders(shop);
    expect(await stateOf(product.id)).toBe('sold');
    // A delivered order is checked three more times, because the event of a refund can be lost.
    for (const afterMinutes of [30, 24 * 60, 7 * 24 * 60]) {
      const { paid_at, next_check_at } = await orderOf(order._id);
      expect((next_check_at - paid_at) / MINUTE_MS).toBe(afterMinutes);
      shop.clock.set(new Date(next_check_at.getTime() + 1));
      await reconcileOrders(shop);
    }
    expect((await orderOf(order._id)).next_check_at).toBeNull();
    await expectInvariants(shop);
  });

  it('is delivered only while all of its units are held', async () => {
    const product = await buildProduct(shop, { units: 2 });
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, product, { quantity: 2 });
    const { rows } = await shop.pool.query(
      `update units set state = 'available', order_id = null, held_until = null
       where id = (select id from units where order_id = $1 limit 1) returning id`,
      [order._id],
    );
    const body = proofOf(order._id, await payments.payByCard(order.razorpayOrderId));
    expect((await buyer.call('verifyPayment', { body })).status).toBe(500);
    expect((await orderOf(order._id)).payment_status).toBe('pending');
    await shop.pool.query(`update units set state = 'held', order_id = $1, held_until = now() where id = $2`, [
      order._id,
      rows[0].id,
    ]);
    expect((await buyer.call('verifyPayment', { body })).status).toBe(200);
    await expectInvariants(shop);
  });

  it('keeps its hold while the provider does not answer', async () => {
    const product = await buildProduct(shop, { units: 1 });
    const order = await placeOrder(await shop.customer(), product);
    shop.clock.advance(15 * MINUTE_MS + 1);
    await payments.plan('fetch-payments', 'status-500', { times: 1000 });
    await reconcileOrders(shop);
    expect(await stateOf(product.id)).toBe('held');
    await payments.clearFaults();
    shop.clock.advance(MINUTE_MS + 1);
    await reconcileOrders(shop);
    expect(await stateOf(product.id)).toBe('available');
    expect((await orderOf(order._id)).abandoned_at).not.toBeNull();
  });

  it('is checked each minute, and less often after a cancellation', async () => {
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, await buildProduct(shop));
    const minutesToNext = async (afterMinutes: number) => {
      shop.clock.advance(afterMinutes * MINUTE_MS + 1000);
      await reconcileOrders(shop);
      const { next_check_at } = await orderOf(order._id);
      return next_check_at && Math.round((next_check_at - shop.clock.now().getTime()) / MINUTE_MS);
    };
    expect(await minutesToNext(1)).toBe(1);
    expect(await minutesToNext(1)).toBe(1);
    await buyer.call('deleteOrder', { params: { id: order._id } });
    expect(await minutesToNext(1)).toBe(1);
    expect(await minutesToNext(2)).toBe(3);
    expect(await minutesToNext(4)).toBe(7);
    expect(await minutesToNext(20 * 60)).toBe(6 * 60);
    // After a week, checks continue only if the provider fails, until its first answer.
    await payments.plan('fetch-payments', 'status-500', { times: 1000 });
    expect(await minutesToNext(7 * 24 * 60)).toBe(60);
    await payments.clearFaults();
    expect(await minutesToNext(60)).toBeNull();
  });
});
