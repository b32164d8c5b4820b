import { expect, it, vi } from 'vitest';
import { type FaultyShop, openFaultyShop, shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import { retryNow } from '../../../testing/checks/job-times.ts';
import { proofOf, type TestPayments } from '../../../testing/clients/test-payments.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { buy, placeOrder } from '../../../testing/data/purchases.ts';
import { reconcileOrders } from '../payment/reconcile.service.ts';

const MINUTE_MS = 60_000;
const SILENT = { webhook: false };
let shop: FaultyShop;
let payments: TestPayments;
shareFaultyShop(openFaultyShop, (opened) => {
  shop = opened;
  payments = opened.payments;
});

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000 });
const orderOf = async (id: string) => (await shop.pool.query('select * from orders where id = $1', [id])).rows[0];
const countCalls = async () => Object.values(await payments.calls()).reduce((sum, calls) => sum + calls, 0);

async function ordered() {
  const buyer = await shop.customer();
  const order = await placeOrder(buyer, await buildProduct(shop, { units: 50 }));
  return { buyer, order };
}

/** Payments of buyers whose browsers closed before the verification. */
async function paidUnheard(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { order } = await ordered();
    await payments.capture(order.razorpayOrderId, SILENT);
    ids.push(order._id);
  }
  return ids;
}

it.each([
  ['with Retry-After', 'too-many-requests:60', 12],
  ['without Retry-After', 'too-many-requests', 12],
])('429 %s reduces our calls, prefers verifications, loses nothing (fault 51)', async (_, behaviour, mostCalls) => {
  const refunded = await buy(await shop.customer(), payments, await buildProduct(shop, { units: 50 }));
  const unheard = await paidUnheard(12);
  const { buyer, order } = await ordered();
  const proof = await payments.capture(order.razorpayOrderId, SILENT);
  const verify = () => buyer.call('verifyPayment', { body: proofOf(order._id, proof) });

  await payments.plan('call:*', behaviour, { times: 10_000 });
  await payments.clearCalls();
  const admin = await shop.admin();
  await admin.call('adminUpdateOrder', { params: { id: refunded.order._id }, body: { paymentStatus: 'refunded' } });
  for (let halfMinute = 0; halfMinute < 20; halfMinute += 1) {
    shop.clock.advance(MINUTE_MS / 2);
    await reconcileOrders(shop);
    expect((await verify()).status).not.toBe(200);
  }
  expect(await countCalls()).toBeGreaterThan(1);
  expect(await countCalls()).toBeLessThanOrEqual(mostCalls);

  // The limit and the pause for buyers are over. The checks of orders wait a little longer.
  await payments.clearFaults();
  const pauseIsOver = async () => {
    shop.clock.advance(1_000);
    const { status } = await verify();
    if (status !== 200) await reconcileOrders(shop);
    return status;
  };
  let status = 0;
  for (let second = 0; second < 180 && status !== 200; second += 1) {
    expect(await Promise.all(unheard.map(async (id) => (await orderOf(id)).is_delivered))).not.toContain(true);
    status = await pauseIsOver();
  }
  expect(status).toBe(200);
  await retryNow(shop.pool);
  await eventually(async () => {
    shop.clock.advance(MINUTE_MS);
    await reconcileOrders(shop);
    for (const id of unheard) expect((await orderOf(id)).payment_status).toMatch(/completed|refunded/);
    await retryNow(shop.pool);
    expect(await orderOf(refunded.order._id)).toMatchObject({ payment_status: 'refunded', refunded_paise: 49_900 });
  });
});

it('an order is refused without a second call while the provider limits our calls', async () => {
  const buyer = await shop.customer();
  const product = await buildProduct(shop, { units: 50 });
  await payments.plan('call:*', 'too-many-requests:1', { times: 10 });
  await payments.clearCalls();
  const { status, body } = await buyer.call('createOrder', { body: { productId: product.id, amount: 499 } });
  expect([status, body.code]).toEqual([503, 'PAYMENT_PROVIDER_UNAVAILABLE']);
  expect(await payments.calls()).toEqual({ 'create-order': 1 });
  await payments.clearFaults();
  shop.clock.advance(MINUTE_MS);
  await placeOrder(buyer, product);
});
