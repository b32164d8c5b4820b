import { describe, expect, it, vi } from 'vitest';
import { type FaultyShop, openFaultyShop, shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import { countDeliveredAndRefunded } from '../../../testing/checks/invariants.ts';
import { proofOf, type TestPayments } from '../../../testing/clients/test-payments.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { placeOrder } from '../../../testing/data/purchases.ts';
import { reconcileOrders } from '../payment/reconcile.service.ts';

const MINUTE_MS = 60_000;
let shop: FaultyShop;
let payments: TestPayments;
shareFaultyShop(openFaultyShop, (opened) => {
  shop = opened;
  payments = opened.payments;
});

type Changes = { paymentStatus?: string; isDelivered?: boolean };
const edit = async (id: string, body: Changes) =>
  (await shop.admin()).call('adminUpdateOrder', { params: { id }, body });
const setStatus = async (id: string, status: string) =>
  (await shop.admin()).call('adminUpdateOrderStatus', { params: { id }, body: { status } });
const orderOf = async (id: string) => (await shop.pool.query('select * from orders where id = $1', [id])).rows[0];
const untilStatus = (id: string, status: string) =>
  vi.waitFor(async () => expect(await orderOf(id)).toMatchObject({ payment_status: status }), { timeout: 30_000 });
const ledgerOf = async (providerOrderId: string) => (await payments.ledger()).byOrder[providerOrderId];
const untilBack = (providerOrderId: string) =>
  vi.waitFor(async () => expect(await ledgerOf(providerOrderId)).toMatchObject({ captured: 49900, refunded: 49900 }), {
    timeout: 30_000,
  });

async function ordered(facts: Parameters<typeof buildProduct>[1] = {}) {
  const product = await buildProduct(shop, { units: 2, ...facts });
  const buyer = await shop.customer();
  return { product, buyer, order: await placeOrder(buyer, product) };
}

const RISEN = 'price_paise = 59900';
const GONE = 'is_active = false';

describe('late money for an order that an admin cancelled (fault 49)', () => {
  /** The provider's clock cannot be changed, so the cancellation is moved back by a week. */
  async function cancelledAWeekAgo(statuses: string[]) {
    const made = await ordered();
    for (const status of statuses) expect((await setStatus(made.order._id, status)).status).toBe(200);
    await shop.pool.query("update orders set cancelled_at = cancelled_at - interval '7 days' where id = $1", [
      made.order._id,
    ]);
    return made;
  }

  it.each([
    ['Failed', ['failed'], RISEN],
    ['Failed', ['failed'], GONE],
    ['Failed', ['failed'], `${RISEN}, deleted_at = now()`],
    ['Pending', ['failed', 'pending'], RISEN],
    ['Pending', ['failed', 'pending'], GONE],
  ])('is refunded for an order that is set to %s (%j, then %s)', async (_, statuses, change) => {
    const { product, order } = await cancelledAWeekAgo(statuses);
    await shop.pool.query(`update products set ${change} where id = $1`, [product.id]);
    await payments.capture(order.razorpayOrderId);
    await untilBack(order.razorpayOrderId);
    expect(await orderOf(order._id)).toMatchObject({ payment_status: 'refunded', is_delivered: false });
  });

  it('is refunded if the order left the lists after the payment began', async () => {
    const { product, order } = await cancelledAWeekAgo(['failed', 'pending']);
    await shop.pool.query(`update products set ${RISEN} where id = $1`, [product.id]);
    await payments.capture(order.razorpayOrderId, { webhook: false });
    await shop.pool.query("update orders set abandoned_at = now() + interval '1 minute' where id = $1", [order._id]);
    shop.clock.advance(2 * MINUTE_MS);
    await reconcileOrders(shop);
    await untilBack(order.razorpayOrderId);
  });

  it('is refunded for an order that the previous version set to Failed', async () => {
    const { product, order } = await cancelledAWeekAgo(['failed']);
    await shop.pool.query(
      "update orders set cancelled_at = null, updated_at = now() - interval '7 days' where id = $1",
      [order._id],
    );
    await shop.pool.query(`update products set ${RISEN} where id = $1`, [product.id]);
    await payments.capture(order.razorpayOrderId);
    await untilBack(order.razorpayOrderId);
  });

  it.each([
    ['the price has fallen', 'price_paise = 39900'],
    ['nothing has changed', 'price_paise = 49900'],
  ])('buys the product if %s', async (_, change) => {
    const { product, order } = await cancelledAWeekAgo(['failed']);
    await shop.pool.query(`update products set ${change} where id = $1`, [product.id]);
    await payments.capture(order.razorpayOrderId);
    await untilStatus(order._id, 'completed');
  });

  it('buys the product if the payment began before the cancellation', async () => {
    const { product, order } = await ordered();
    shop.clock.advance(MINUTE_MS);
    await setStatus(order._id, 'failed');
    await shop.pool.query(`update products set ${RISEN} where id = $1`, [product.id]);
    await payments.capture(order.razorpayOrderId);
    await untilStatus(order._id, 'completed');
  });

  it.each([
    ['failed', ['failed']],
    ['pending', ['failed', 'pending']],
  ])('can still come while the order is listed as %s', async (status, statuses) => {
    const { order, buyer } = await cancelledAWeekAgo(statuses);
    const admin = await shop.admin();
    const listed = await admin.call('adminListOrders', { query: { q: order._id } });
    expect(listed.body.data).toMatchObject([{ _id: order._id, paymentStatus: status }]);
    const own = await buyer.call('listMyOrders');
    expect(own.body.data).toMatchObject([{ _id: order._id, paymentStatus: status }]);
  });

  it('is not requested at an old price', async () => {
    const { product, buyer, order } = await cancelledAWeekAgo(['failed', 'pending']);
    const check = async () => (await buyer.call('checkPayment', { params: { id: order._id } })).body.data;
    expect((await check()).paymentOrder).toMatchObject({ id: order.razorpayOrderId });
    await shop.pool.query(`update products set ${RISEN} where id = $1`, [product.id]);
    expect((await check()).paymentOrder).toBeNull();
  });
});

describe('an admin who completes an order by hand (fault 50)', () => {
  const deliveriesOf = async (id: string) =>
    (await shop.pool.query('select from deliveries where order_id = $1', [id])).rowCount;
  const completions: [string, (id: string) => ReturnType<typeof edit>][] = [
    ['PATCH status', (id) => setStatus(id, 'completed')],
    ['PUT paymentStatus', (id) => edit(id, { paymentStatus: 'completed' })],
    ['PUT isDelivered', (id) => edit(id, { isDelivered: true })],
  ];

  it.each(completions)('settles captured money whose event has not arrived (%s)', async (_, complete) => {
    const { order } = await ordered();
    const { razorpay_payment_id: paymentId } = await payments.capture(order.razorpayOrderId, { webhook: false });
    const { status, body } = await complete(order._id);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ isDelivered: true, amountPaid: 499, razorpayPaymentId: paymentId });
    expect([await deliveriesOf(order._id), await ledgerOf(order.razorpayOrderId)]).toEqual([
      1,
      expect.objectContaining({ captured: 49900, refunded: 0 }),
    ]);
  });

  it.each(completions)('is refused while a payment is under way (%s)', async (_, complete) => {
    const { order } = await ordered();
    const { razorpay_payment_id: paymentId } = await payments.authorise(order.razorpayOrderId, { webhook: false });
    const refused = await complete(order._id);
    expect([refused.status, refused.body.code]).toEqual([409, 'PAYMENT_UNDER_WAY']);
    // The bank may need more time than the hold has.
    shop.clock.advance(30 * MINUTE_MS);
    expect((await complete(order._id)).body.code).toBe('PAYMENT_UNDER_WAY');
    expect(await deliveriesOf(order._id)).toBe(0);
    await payments.captureAuthorised(paymentId);
    await untilStatus(order._id, 'completed');
    expect(await orderOf(order._id)).toMatchObject({ provider_payment_id: paymentId });
  });

  it.each(completions)('is refused while the provider does not answer (%s)', async (_, complete) => {
    const { order } = await ordered();
    await payments.plan('fetch-payments', 'status-500', { times: 1000 });
    const refused = await complete(order._id);
    expect([refused.status, refused.body.code]).toEqual([503, 'PAYMENT_PROVIDER_UNAVAILABLE']);
    expect(await orderOf(order._id)).toMatchObject({ payment_status: 'pending', is_delivered: false });
  });

  it('finds the payment of an order whose provider order was never stored', async () => {
    const { order } = await ordered();
    const { razorpay_payment_id: paymentId } = await payments.capture(order.razorpayOrderId, { webhook: false });
    await shop.pool.query('delete from provider_orders where order_id = $1', [order._id]);
    const { body } = await setStatus(order._id, 'completed');
    expect(body.data).toMatchObject({ isDelivered: true, razorpayPaymentId: paymentId });
  });

  it('is told if the payment that was found is refunded', async () => {
    const { product, order } = await ordered({ units: 1 });
    await setStatus(order._id, 'failed');
    await shop.pool.query("update units set state = 'withdrawn' where product_id = $1", [product.id]);
    await payments.capture(order.razorpayOrderId, { webhook: false });
    const { status, body } = await setStatus(order._id, 'completed');
    expect([status, body.code]).toEqual([409, 'STATUS_CONFLICT']);
    await untilBack(order.razorpayOrderId);
  });

  it('causes one delivery together with a webhook and a verification', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { buyer, order } = await ordered();
      const proof = await payments.capture(order.razorpayOrderId, { webhook: round % 2 === 0 });
      const replies = await Promise.all([
        ...completions.map(([, complete]) => complete(order._id)),
        buyer.call('verifyPayment', { body: proofOf(order._id, proof) }),
      ]);
      for (const { status } of replies) expect([200, 409]).toContain(status);
      expect(await deliveriesOf(order._id)).toBe(1);
      expect(await orderOf(order._id)).toMatchObject({ provider_payment_id: proof.razorpay_payment_id });
    }
    expect(await countDeliveredAndRefunded(shop.pool)).toBe(0);
  });

  it('causes a refund of a payment that is captured afterwards', async () => {
    const { order } = await ordered();
    expect((await setStatus(order._id, 'completed')).status).toBe(200);
    await payments.capture(order.razorpayOrderId);
    await untilBack(order.razorpayOrderId);
    expect([await deliveriesOf(order._id), (await orderOf(order._id)).payment_method]).toEqual([1, 'manual']);
  });
});
