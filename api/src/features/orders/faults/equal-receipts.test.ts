import { describe, expect, it, vi } from 'vitest';
import { type FaultyShop, openFaultyShop, shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import { proofOf, type TestPayments } from '../../../testing/clients/test-payments.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { buy, placeOrder } from '../../../testing/data/purchases.ts';
import { reconcileOrders } from '../payment/reconcile.service.ts';

const MINUTE_MS = 60_000;
let shop: FaultyShop;
let payments: TestPayments;
shareFaultyShop(openFaultyShop, (opened) => {
  shop = opened;
  payments = opened.payments;
});

const orderOf = async (id: string) => (await shop.pool.query('select * from orders where id = $1', [id])).rows[0];
const untilOrder = (id: string, facts: object) =>
  vi.waitFor(async () => expect(await orderOf(id)).toMatchObject(facts), { timeout: 30_000 });
const untilBack = (providerOrderId: string) =>
  vi.waitFor(
    async () =>
      expect((await payments.ledger()).byOrder[providerOrderId]).toMatchObject({ captured: 49900, refunded: 49900 }),
    { timeout: 30_000 },
  );

/** An order with two provider orders: the answer of one request was lost. */
async function orderedTwice() {
  const buyer = await shop.customer();
  const product = await buildProduct(shop, { units: 1 });
  const order = await placeOrder(buyer, product);
  const draft = { amount: 49900, currency: 'INR', receipt: order._id };
  const { id: lostId } = (await payments.ask<{ id: string }>('POST', '/v1/orders', draft)).body;
  return { buyer, product, order, lostId };
}

/** The ways in which the shop finds a payment of the unknown provider order. */
const ways: Record<string, (facts: Awaited<ReturnType<typeof orderedTwice>>) => Promise<unknown>> = {
  'an event': ({ lostId }) => payments.capture(lostId),
  'the reconciler alone': async ({ lostId }) => {
    await payments.capture(lostId, { webhook: false });
    shop.clock.advance(16 * MINUTE_MS);
    await reconcileOrders(shop);
  },
  'the proof of its buyer': async ({ buyer, order, lostId }) => {
    const proof = await payments.capture(lostId, { webhook: false });
    const verified = await buyer.call('verifyPayment', { body: proofOf(order._id, proof) });
    expect([200, 409]).toContain(verified.status);
  },
};

describe('two provider orders for one of our orders (fault 63)', () => {
  it('are one order for every retry of the key, and money on the first buys it', async () => {
    const product = await buildProduct(shop, { units: 3 });
    const buyer = await shop.customer();
    const draft = { productId: product.id, amount: 499 };
    const request = () => buyer.call('createOrder', { body: draft, headers: { 'idempotency-key': 'crash' } });
    const { order, paymentOrder } = (await request()).body;
    // The state after a crash before the provider's answer was stored, with the order not listed at the provider yet.
    await shop.pool.query('delete from provider_orders where order_id = $1', [order._id]);
    await shop.pool.query(`update orders set created_at = created_at - interval '1 minute' where id = $1`, [order._id]);
    await shop.pool.query('update sandbox.orders set receipt = null where id = $1', [paymentOrder?.id]);
    const retries = await Promise.all([request(), request()]);
    await shop.pool.query('update sandbox.orders set receipt = $2 where id = $1', [paymentOrder?.id, order._id]);
    expect(retries.map(({ body }) => body.order._id)).toEqual([order._id, order._id]);
    const told = new Set(retries.map(({ body }) => body.paymentOrder?.id));
    expect([told.size, told.has(paymentOrder?.id)]).toEqual([1, false]);
    await payments.capture(paymentOrder?.id ?? '');
    await untilOrder(order._id, { payment_status: 'completed', is_delivered: true });
  });

  it.each(Object.keys(ways))('lead to a delivery for money on the unknown one, found by %s', async (way) => {
    const facts = await orderedTwice();
    await ways[way]?.(facts);
    await untilOrder(facts.order._id, { payment_status: 'completed', is_delivered: true });
  });

  it.each(Object.keys(ways))(
    'lead to a refund of money on the unknown one, found by %s, after a payment',
    async (way) => {
      const facts = await orderedTwice();
      await payments.capture(facts.order.razorpayOrderId);
      await untilOrder(facts.order._id, { is_delivered: true });
      if (way === 'the reconciler alone') shop.clock.advance(20 * MINUTE_MS);
      await ways[way]?.(facts);
      await untilBack(facts.lostId);
      expect(await orderOf(facts.order._id)).toMatchObject({ payment_status: 'completed', refunded_paise: 0 });
    },
  );

  it('lead to a refund of money on the unknown one if no unit is left', async () => {
    const { buyer, product, order, lostId } = await orderedTwice();
    await buyer.call('deleteOrder', { params: { id: order._id } });
    await buy(await shop.customer(), payments, product);
    await payments.capture(lostId);
    await untilBack(lostId);
    expect(await orderOf(order._id)).toMatchObject({ payment_status: 'refunded', is_delivered: false });
  });
});
