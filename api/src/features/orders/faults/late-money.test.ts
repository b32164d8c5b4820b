import { describe, expect, it, vi } from 'vitest';
import { minutesAfter } from '../../../platform/clock.ts';
import { type FaultyShop, openFaultyShop, shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import type { TestPayments } from '../../../testing/clients/test-payments.ts';
import { buildProduct, PASSWORD } from '../../../testing/data/builders.ts';
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
const untilBack = (providerOrderId: string) =>
  vi.waitFor(
    async () =>
      expect((await payments.ledger()).byOrder[providerOrderId]).toMatchObject({ captured: 49900, refunded: 49900 }),
    { timeout: 30_000 },
  );

async function ordered(facts: Parameters<typeof buildProduct>[1] = {}) {
  const product = await buildProduct(shop, { units: 1, ...facts });
  const buyer = await shop.customer();
  return { product, buyer, order: await placeOrder(buyer, product) };
}

describe('late money', () => {
  it('is refunded if an admin closed the order and only the reconciler finds the money', async () => {
    const { order, buyer } = await ordered();
    const admin = await shop.admin();
    const closed = await admin.call('adminUpdateOrder', {
      params: { id: order._id },
      body: { paymentStatus: 'refunded' },
    });
    expect(closed.status).toBe(200);
    shop.clock.advance(2 * MINUTE_MS);
    await reconcileOrders(shop);
    const { razorpay_payment_id: paid } = await payments.capture(order.razorpayOrderId, { webhook: false });
    shop.clock.advance(7 * 60 * MINUTE_MS);
    await reconcileOrders(shop);
    await untilBack(order.razorpayOrderId);
    // An admin cannot complete the order either, because its money was refunded.
    const word = { params: { id: order._id }, body: { status: 'completed' as const } };
    const opened = await (await shop.admin()).call('adminUpdateOrderStatus', word);
    expect([opened.status, opened.body.code]).toEqual([409, 'STATUS_CONFLICT']);
    await vi.waitFor(
      () => expect(shop.mails.to(buyer.user.email)[0]?.text).toMatch(new RegExp(`Amount +₹499.*\\n.*${paid}`)),
      { timeout: 30_000 },
    );
  });

  it('is refunded if the account of the buyer is closed', async () => {
    const { product, buyer, order } = await ordered();
    expect((await buyer.call('deleteAccount', { body: { password: PASSWORD } })).status).toBe(200);
    await payments.capture(order.razorpayOrderId);
    await untilBack(order.razorpayOrderId);
    expect(await orderOf(order._id)).toMatchObject({ payment_status: 'refunded', is_delivered: false });
    const { rows } = await shop.pool.query('select state from units where product_id = $1', [product.id]);
    expect(rows).toEqual([{ state: 'available' }]);
  });

  it('is refunded for a second order after the product became a one-time product', async () => {
    const { product, buyer, order } = await ordered({ units: 2 });
    await buyer.call('deleteOrder', { params: { id: order._id } });
    await shop.pool.query('update products set is_one_time_use = true where id = $1', [product.id]);
    const second = await placeOrder(buyer, product);
    await buyer.call('deleteOrder', { params: { id: second._id } });
    await payments.capture(order.razorpayOrderId);
    await vi.waitFor(async () => expect(await orderOf(order._id)).toMatchObject({ is_delivered: true }), {
      timeout: 30_000,
    });
    await payments.capture(second.razorpayOrderId);
    await untilBack(second.razorpayOrderId);
    expect(await orderOf(second._id)).toMatchObject({ payment_status: 'refunded', is_delivered: false });
  });

  it.each([
    ['is refunded if the price has risen since the cancellation', 'before', 'price_paise = 59900', 'refunded'],
    ['is refunded if the product was taken off sale since the cancellation', 'before', 'is_active = false', 'refunded'],
    ['buys the product if the price has fallen since the cancellation', 'before', 'price_paise = 39900', 'completed'],
    ['buys the product if the payment began before the cancellation', 'after', 'price_paise = 59900', 'completed'],
  ])('%s', async (_, cancelled, change, status) => {
    const { product, buyer, order } = await ordered();
    await buyer.call('deleteOrder', { params: { id: order._id } });
    // Payments have the time of the provider's clock, which the test cannot set.
    const cancelledAt = minutesAfter(new Date(), cancelled === 'before' ? -10 : 10);
    await shop.pool.query('update orders set abandoned_at = $1 where id = $2', [cancelledAt, order._id]);
    await shop.pool.query(`update products set ${change} where id = $1`, [product.id]);
    await payments.capture(order.razorpayOrderId);
    if (status === 'refunded') await untilBack(order.razorpayOrderId);
    await vi.waitFor(async () => expect(await orderOf(order._id)).toMatchObject({ payment_status: status }), {
      timeout: 30_000,
    });
  });

  it.each([
    ['is refunded for an expired product', { laterMinutes: 0, isDeleted: false }, 'refunded'],
    ['is refunded for an expired product that was deleted', { laterMinutes: 0, isDeleted: true }, 'refunded'],
    ['buys a product whose expiry date was moved to a later day', { laterMinutes: 60, isDeleted: false }, 'completed'],
  ])('%s', async (_, { laterMinutes, isDeleted }, status) => {
    const expiry_date = minutesAfter(shop.clock.now(), 5);
    const { product, order } = await ordered({ expiry_date });
    const movedTo = minutesAfter(expiry_date, laterMinutes);
    const deletedAt = isDeleted ? shop.clock.now() : null;
    await shop.pool.query('update products set expiry_date = $1, deleted_at = $2 where id = $3', [
      movedTo,
      deletedAt,
      product.id,
    ]);
    shop.clock.advance(10 * MINUTE_MS);
    await payments.capture(order.razorpayOrderId);
    await vi.waitFor(async () => expect(await orderOf(order._id)).toMatchObject({ payment_status: status }), {
      timeout: 30_000,
    });
    if (status === 'refunded') await untilBack(order.razorpayOrderId);
  });
});

describe('a product that is bought again before the first payment (fault 46)', () => {
  const endings: Record<string, (facts: Awaited<ReturnType<typeof ordered>>) => Promise<unknown>> = {
    cancelled: ({ buyer, order }) => buyer.call('deleteOrder', { params: { id: order._id } }),
    expired: async () => {
      shop.clock.advance(16 * MINUTE_MS);
      await reconcileOrders(shop);
    },
    failed: async ({ order }) =>
      (await shop.admin()).call('adminUpdateOrderStatus', { params: { id: order._id }, body: { status: 'failed' } }),
  };

  it.each(Object.keys(endings))('leads to a refund of the late payment if the first order was %s', async (ending) => {
    const { product, buyer, order } = await ordered({ units: 3 });
    const declined = await payments.payByUpi(order.razorpayOrderId, 'failure@razorpay');
    expect(declined.status).toBe(400);
    await endings[ending]?.({ product, buyer, order });
    expect(await orderOf(order._id)).toMatchObject({ hold_until: null, is_delivered: false });
    const { order: bought } = await buy(buyer, payments, product);
    await payments.capture(order.razorpayOrderId);
    await untilBack(order.razorpayOrderId);
    expect(await orderOf(order._id)).toMatchObject({ payment_status: 'refunded', is_delivered: false });
    expect(await orderOf(bought._id)).toMatchObject({ payment_status: 'completed', is_delivered: true });
  });

  it('is delivered once if both orders were cancelled and are paid at once', async () => {
    const { product, buyer, order: first } = await ordered({ units: 3 });
    await buyer.call('deleteOrder', { params: { id: first._id } });
    const second = await placeOrder(buyer, product);
    await buyer.call('deleteOrder', { params: { id: second._id } });
    // Both settlements wait for the row of the buyer, so that they decide at the same moment.
    const blocker = await shop.pool.connect();
    await blocker.query('begin');
    await blocker.query('select from users where id = $1 for update', [buyer.user.id]);
    await payments.plan('webhook:order.paid', 'drop', { times: 2 });
    await Promise.all([first, second].map(({ razorpayOrderId }) => payments.capture(razorpayOrderId)));
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await vi.waitFor(async () => expect((await shop.pool.query(waiting)).rowCount).toBe(2), { timeout: 30_000 });
    await blocker.query('rollback');
    blocker.release();
    const statuses = async () => [await orderOf(first._id), await orderOf(second._id)].map((row) => row.payment_status);
    await vi.waitFor(async () => expect((await statuses()).sort()).toEqual(['completed', 'refunded']), {
      timeout: 30_000,
    });
  });

  it('is delivered twice if both orders are paid in time', async () => {
    const { product, buyer, order: first } = await ordered({ units: 3 });
    const second = await placeOrder(buyer, product);
    for (const { _id, razorpayOrderId } of [second, first]) {
      await payments.capture(razorpayOrderId);
      await vi.waitFor(async () => expect(await orderOf(_id)).toMatchObject({ is_delivered: true }), {
        timeout: 30_000,
      });
    }
  });

  it('is delivered for late money if the other order was bought earlier', async () => {
    const { product, buyer, order: bought } = await ordered({ units: 3 });
    await payments.capture(bought.razorpayOrderId);
    await vi.waitFor(async () => expect(await orderOf(bought._id)).toMatchObject({ is_delivered: true }), {
      timeout: 30_000,
    });
    const late = await placeOrder(buyer, product);
    await buyer.call('deleteOrder', { params: { id: late._id } });
    await payments.capture(late.razorpayOrderId);
    await vi.waitFor(async () => expect(await orderOf(late._id)).toMatchObject({ is_delivered: true }), {
      timeout: 30_000,
    });
  });
});
