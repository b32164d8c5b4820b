import { describe, expect, it, vi } from 'vitest';
import { type FaultyShop, openFaultyShop, shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import { retryNow } from '../../../testing/checks/job-times.ts';
import { proofOf, type TestPayments } from '../../../testing/clients/test-payments.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { placeOrder } from '../../../testing/data/purchases.ts';
import { reconcileOrders } from '../payment/reconcile.service.ts';

const MINUTE_MS = 60_000;
const ALARM = 'the amount of a payment is not the amount of its order';
const LESS = 39_900;
const MORE = 59_900;
let shop: FaultyShop;
let payments: TestPayments;
shareFaultyShop(openFaultyShop, (opened) => {
  shop = opened;
  payments = opened.payments;
});

const orderOf = async (id: string) => (await shop.pool.query('select * from orders where id = $1', [id])).rows[0];
const untilOrder = (id: string, facts: object) =>
  vi.waitFor(async () => expect(await orderOf(id)).toMatchObject(facts), { timeout: 30_000 });
const alarmsOf = (id: string) =>
  shop
    .logged()
    .split('\n')
    .filter((line) => line.includes(ALARM) && line.includes(id));
const inSandbox = (sql: string, orderId: string) =>
  shop.pool.query(`update sandbox.orders set ${sql} where id = $1`, [orderId]);

async function ordered() {
  const buyer = await shop.customer();
  return { buyer, order: await placeOrder(buyer, await buildProduct(shop)) };
}

describe('a captured amount that is not the amount of the order (fault 47)', () => {
  it.each(['payment', 'order'])('is enough if it is lower and the provider names an offer on the %s', async (place) => {
    const { order } = await ordered();
    if (place === 'order') await inSandbox(`offer_id = 'offer_Bank'`, order.razorpayOrderId);
    const named = place === 'payment' ? { offer_id: 'offer_Bank' } : {};
    await payments.capture(order.razorpayOrderId, { amount: LESS, ...named });
    await untilOrder(order._id, { payment_status: 'completed', is_delivered: true, amount_paid_paise: LESS });
    expect(alarmsOf(order._id)).toEqual([]);
  });

  it('is all that is refunded for an order with an offer', async () => {
    const { order } = await ordered();
    await payments.capture(order.razorpayOrderId, { amount: LESS, offer_id: 'offer_Bank' });
    await untilOrder(order._id, { payment_status: 'completed' });
    const change = { params: { id: order._id }, body: { paymentStatus: 'refunded' as const } };
    expect((await (await shop.admin()).call('adminUpdateOrder', change)).status).toBe(200);
    await untilOrder(order._id, { payment_status: 'refunded', refunded_paise: LESS });
  });

  it.each([
    ['too low and the provider names no offer', LESS, `status = 'paid'`],
    ['too high', MORE, 'attempts = 1'],
    ['too high, with an offer', MORE, `offer_id = 'offer_Bank'`],
  ])('raises an alarm and is refunded if it is %s', async (_, amount, state) => {
    const { order } = await ordered();
    await payments.capture(order.razorpayOrderId, { webhook: false, amount });
    await inSandbox(state, order.razorpayOrderId);
    shop.clock.advance(MINUTE_MS + 1);
    await reconcileOrders(shop);
    await untilOrder(order._id, { payment_status: 'refunded', is_delivered: false });
    expect(alarmsOf(order._id)).toHaveLength(1);
  });

  it('waits until the provider calls the order paid and then buys it', async () => {
    shop.clock.set(new Date());
    const { buyer, order } = await ordered();
    const proof = await payments.capture(order.razorpayOrderId, { amount: LESS });
    const proved = await buyer.call('verifyPayment', { body: proofOf(order._id, proof) });
    expect([proved.status, proved.body.code]).toEqual([503, 'PAYMENT_UNCONFIRMED']);
    const check = await buyer.call('checkPayment', { params: { id: order._id } });
    expect(check.body.data.payment).toBe('under-way');
    expect(await orderOf(order._id)).toMatchObject({ payment_status: 'pending' });
    await inSandbox(`status = 'paid', offer_id = 'offer_Bank'`, order.razorpayOrderId);
    await vi.waitFor(
      async () => {
        await retryNow(shop.pool);
        expect(await orderOf(order._id)).toMatchObject({ is_delivered: true, amount_paid_paise: LESS });
      },
      { timeout: 30_000 },
    );
  });

  it('raises an alarm and is refunded if the provider never calls the order paid', async () => {
    // The provider uses the real time.
    shop.clock.set(new Date());
    const { order } = await ordered();
    await payments.capture(order.razorpayOrderId, { webhook: false, amount: LESS });
    shop.clock.advance(14 * MINUTE_MS);
    await reconcileOrders(shop);
    expect(await orderOf(order._id)).toMatchObject({ payment_status: 'pending', abandoned_at: null });
    shop.clock.advance(2 * MINUTE_MS);
    await reconcileOrders(shop);
    await untilOrder(order._id, { payment_status: 'refunded', is_delivered: false });
    expect(alarmsOf(order._id)).toHaveLength(1);
  });
});
