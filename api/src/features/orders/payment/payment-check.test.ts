import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectInvariants } from '../../../testing/checks/invariants.ts';
import { proofOf, type TestPayments, testPayments } from '../../../testing/clients/test-payments.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { placeOrder } from '../../../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { reconcileOrders } from './reconcile.service.ts';

let shop: TestShop;
let payments: TestPayments;
beforeAll(async () => {
  shop = await openTestShop({ SANDBOX_FAULTS: 'on' });
  payments = testPayments(shop);
});
afterEach(() => payments.clearFaults());
afterAll(() => shop.close());

const MINUTE_MS = 60_000;
/** A bank that confirms after the time of the hold. */
const HOURS_MS = 6 * 60 * MINUTE_MS;

async function payLate() {
  // The provider uses the real time.
  shop.clock.set(new Date());
  const buyer = await shop.customer();
  const product = await buildProduct(shop, { units: 1 });
  const order = await placeOrder(buyer, product);
  await payments.plan('late-capture', `delay:${HOURS_MS}`);
  expect((await payments.payByUpi(order.razorpayOrderId, 'late@razorpay')).status).toBe(202);
  return { buyer, product, order, params: { id: order._id } };
}

it('an order can be paid or cancelled after a payment that was never captured', async () => {
  const buyer = await shop.customer();
  const order = await placeOrder(buyer, await buildProduct(shop));
  const params = { id: order._id };
  const proof = await payments.authorise(order.razorpayOrderId, { webhook: false });
  expect((await buyer.call('deleteOrder', { params })).body.code).toBe('PAYMENT_UNDER_WAY');
  await payments.autoRefund(proof.razorpay_payment_id, { webhook: false });
  const check = await buyer.call('checkPayment', { params });
  expect(check.body.data).toMatchObject({ payment: 'none', paymentOrder: { id: order.razorpayOrderId } });
  expect((await buyer.call('deleteOrder', { params })).status).toBe(200);
});

describe('a payment that a bank is still confirming', () => {
  it('cannot be verified before its capture', async () => {
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, await buildProduct(shop));
    const body = proofOf(order._id, await payments.authorise(order.razorpayOrderId, { webhook: false }));
    const proved = await buyer.call('verifyPayment', { body });
    expect([proved.status, proved.body.code]).toEqual([503, 'PAYMENT_UNCONFIRMED']);
  });

  it('cannot be verified while the provider does not list its refunds', async () => {
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, await buildProduct(shop));
    const proof = await payments.capture(order.razorpayOrderId, { webhook: false });
    await payments.dashboardRefund(proof.razorpay_payment_id, { webhook: false, amount: 100 });
    await payments.plan('fetch-refunds', 'status-500', { times: 3 });
    const proved = await buyer.call('verifyPayment', { body: proofOf(order._id, proof) });
    expect([proved.status, proved.body.code]).toEqual([503, 'PAYMENT_UNCONFIRMED']);
    const again = await buyer.call('verifyPayment', { body: proofOf(order._id, proof) });
    expect(again.body.code).toBe('PAYMENT_REFUNDED');
    await shop.runJobs();
    await expectInvariants(shop);
  });

  it('prevents the cancellation of its order', async () => {
    const { buyer, product, params } = await payLate();
    const deletion = await buyer.call('deleteOrder', { params });
    expect([deletion.status, deletion.body.code]).toEqual([409, 'PAYMENT_UNDER_WAY']);
    const { rows } = await shop.pool.query('select state from units where product_id = $1', [product.id]);
    expect(rows).toEqual([{ state: 'held' }]);
    const check = await buyer.call('checkPayment', { params });
    expect(check.body.data).toMatchObject({ payment: 'under-way', paymentOrder: null, order: { status: 'pending' } });
    expect((await buyer.call('listMyOrders')).body.data).toHaveLength(1);
  });

  it('does not prevent a cancellation after the time of the hold', async () => {
    const { buyer, params } = await payLate();
    shop.clock.advance(16 * MINUTE_MS);
    expect((await buyer.call('deleteOrder', { params })).status).toBe(200);
  });

  // The bank may have blocked the money, so 'you have not been charged, try again' would be wrong.
  it.each(['created', 'authorized'])(
    'is reported as under way in the last minute of its order too (%s)',
    async (status) => {
      const { buyer, order, params } = await payLate();
      await shop.pool.query('update sandbox.payments set status = $2 where order_id = $1', [
        order.razorpayOrderId,
        status,
      ]);
      shop.clock.advance(16 * MINUTE_MS);
      const check = await buyer.call('checkPayment', { params });
      expect(check.body.data).toMatchObject({ payment: 'under-way', paymentOrder: null });
      await reconcileOrders(shop);
      expect((await buyer.call('checkPayment', { params })).status).toBe(404);
    },
  );

  it('extends a hold that ends meanwhile', async () => {
    const { buyer, params } = await payLate();
    const passMinutes = async (minutes: number) => {
      shop.clock.advance(minutes * 60_000);
      await reconcileOrders(shop);
      const { status, body } = await buyer.call('checkPayment', { params });
      return status === 200 ? body.data.payment : status;
    };
    // Makes the order older, so that its hold ends during the payment.
    const backdate = `update orders set hold_until = hold_until - interval '14 minutes' where id = $1`;
    await shop.pool.query(backdate, [params.id]);
    expect(await passMinutes(2)).toBe('under-way');
    expect(await passMinutes(14)).toBe(404);
    await expectInvariants(shop);
  });

  it('does not extend a hold that had ended before the payment began', async () => {
    const { buyer, params } = await payLate();
    await shop.pool.query(`update orders set hold_until = hold_until - interval '16 minutes' where id = $1`, [
      params.id,
    ]);
    shop.clock.advance(2 * 60_000);
    await reconcileOrders(shop);
    expect((await buyer.call('checkPayment', { params })).status).toBe(404);
  });
});

describe('a payment without an event', () => {
  it.each(['checkPayment', 'deleteOrder'] as const)('is settled by %s', async (call) => {
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, await buildProduct(shop));
    const params = { id: order._id };
    const proof = await payments.capture(order.razorpayOrderId, { webhook: false });
    const reply = await buyer.call(call, { params });
    if (call === 'deleteOrder') expect([reply.status, reply.body.code]).toEqual([409, 'ORDER_PAID']);
    const check = await buyer.call('checkPayment', { params });
    expect(check.body.data).toMatchObject({ payment: 'settled', order: { isDelivered: true, status: 'completed' } });
    // A settled payment is verified without a call to the provider.
    await payments.plan('fetch-payment', 'status-500', { times: 3 });
    expect((await buyer.call('verifyPayment', { body: proofOf(order._id, proof) })).status).toBe(200);
    await expectInvariants(shop);
  });
});

// The shop once took each of these answers for 'no payment', told the buyer so and sold the unit to another buyer.
it.each(['page:404', 'invalid-keys', 'gateway-error'])(
  'a payment without an event is settled after the provider answered %s',
  async (answer) => {
    shop.clock.set(new Date());
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, await buildProduct(shop));
    const params = { id: order._id };
    await payments.capture(order.razorpayOrderId, { webhook: false });
    await payments.plan('fetch-payments', answer, { times: 1000 });
    const check = await buyer.call('checkPayment', { params });
    expect([check.status, check.body.code]).toEqual([503, 'PAYMENT_UNCONFIRMED']);
    shop.clock.set(new Date(Date.now() + 16 * MINUTE_MS));
    await reconcileOrders(shop);
    await payments.clearFaults();
    const answered = await buyer.call('checkPayment', { params });
    expect(answered.body.data).toMatchObject({ payment: 'settled', order: { isDelivered: true } });
    await expectInvariants(shop);
  },
);

it('an order with a cash payment is neither delivered nor held longer than others', async () => {
  shop.clock.set(new Date());
  const buyer = await shop.customer();
  const order = await placeOrder(buyer, await buildProduct(shop));
  const params = { id: order._id };
  const body = proofOf(order._id, await payments.payInCash(order.razorpayOrderId));
  expect((await buyer.call('verifyPayment', { body })).body.code).toBe('PAYMENT_UNCONFIRMED');
  expect((await buyer.call('checkPayment', { params })).body.data).toMatchObject({ payment: 'none' });
  shop.clock.set(new Date(Date.now() + 16 * MINUTE_MS));
  await reconcileOrders(shop);
  expect((await buyer.call('checkPayment', { params })).status).toBe(404);
  await expectInvariants(shop);
});

describe('an order without a payment', () => {
  it('can be paid with the answer of the check, and is found by its product', async () => {
    const buyer = await shop.customer();
    const [product, other] = [await buildProduct(shop), await buildProduct(shop)];
    const order = await placeOrder(buyer, product);
    await placeOrder(buyer, other);
    const { data } = (await buyer.call('checkPayment', { params: { id: order._id } })).body;
    expect(data).toMatchObject({ payment: 'none', paymentOrder: { id: order.razorpayOrderId, amount: 49_900 } });
    const found = await buyer.call('listMyOrders', { query: { product: product.id } });
    expect(found.body).toMatchObject({ data: [{ _id: order._id }], pagination: { total: 1 } });
  });

  it('can be paid without a hold after a change to Pending if units are left', async () => {
    const [buyer, admin] = [await shop.customer(), await shop.admin()];
    const product = await buildProduct(shop, { units: 1 });
    const order = await placeOrder(buyer, product);
    const params = { id: order._id };
    const check = async () => (await buyer.call('checkPayment', { params })).body.data.paymentOrder;
    await admin.call('adminUpdateOrderStatus', { params, body: { status: 'failed' } });
    expect(await check()).toBe(null);
    await admin.call('adminUpdateOrderStatus', { params, body: { status: 'pending' } });
    expect(await check()).toMatchObject({ id: order.razorpayOrderId, amount: 49_900 });
    await placeOrder(await shop.customer(), product);
    expect(await check()).toBe(null);
  });

  it.each(['checkPayment', 'deleteOrder'] as const)('can be checked by %s a hundred times a minute', async (call) => {
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, await buildProduct(shop));
    // At the beginning of a rate limit window, so that it does not end during the test.
    const window_start = new Date(Math.ceil(shop.clock.now().getTime() / MINUTE_MS) * MINUTE_MS);
    shop.clock.set(window_start);
    const hits = { key: `check-payment:${buyer.user.id}`, window_start, hits: 100 * shop.config.RATE_LIMIT_FACTOR };
    await shop.db.insertInto('rate_limits').values(hits).execute();
    expect((await buyer.call(call, { params: { id: order._id } })).status).toBe(429);
  });

  it('can be cancelled while the provider does not answer; a check is refused', async () => {
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, await buildProduct(shop));
    const params = { id: order._id };
    await payments.plan('fetch-payments', 'status-500', { times: 6 });
    const check = await buyer.call('checkPayment', { params });
    expect([check.status, check.body.code]).toEqual([503, 'PAYMENT_UNCONFIRMED']);
    expect((await buyer.call('deleteOrder', { params })).status).toBe(200);
  });
});
