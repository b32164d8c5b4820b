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

describe('money that comes when it is too late for goods goes back', () => {
  it('to an order that was closed by hand, found by the reconciler alone', async () => {
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
    // Nor is it opened again by a word: what came for it has gone.
    const word = { params: { id: order._id }, body: { status: 'completed' as const } };
    const opened = await (await shop.admin()).call('adminUpdateOrderStatus', word);
    expect([opened.status, opened.body.code]).toEqual([409, 'STATUS_CONFLICT']);
    await vi.waitFor(
      () => expect(shop.mails.to(buyer.user.email)[0]?.text).toMatch(new RegExp(`Amount +₹499.*\\n.*${paid}`)),
      { timeout: 30_000 },
    );
  });

  it('to a buyer whose account is closed', async () => {
    const { product, buyer, order } = await ordered();
    expect((await buyer.call('deleteAccount', { body: { password: PASSWORD } })).status).toBe(200);
    await payments.capture(order.razorpayOrderId);
    await untilBack(order.razorpayOrderId);
    expect(await orderOf(order._id)).toMatchObject({ payment_status: 'refunded', is_delivered: false });
    const { rows } = await shop.pool.query('select state from units where product_id = $1', [product.id]);
    expect(rows).toEqual([{ state: 'available' }]);
  });

  it('to who ordered twice, before and after a customer may have but one', async () => {
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
    ['to who had given it up, and pays a price that has risen', 'before', 'price_paise = 59900', 'refunded'],
    ['to who had given up what was taken off sale', 'before', 'is_active = false', 'refunded'],
    ['but not where the price has fallen', 'before', 'price_paise = 39900', 'completed'],
    ['but not where it was given up while somebody paid', 'after', 'price_paise = 59900', 'completed'],
  ])('%s', async (_, givenUp, change, status) => {
    const { product, buyer, order } = await ordered();
    await buyer.call('deleteOrder', { params: { id: order._id } });
    // By the provider's clock, which no test sets.
    const givenUpAt = minutesAfter(new Date(), givenUp === 'before' ? -10 : 10);
    await shop.pool.query('update orders set abandoned_at = $1 where id = $2', [givenUpAt, order._id]);
    await shop.pool.query(`update products set ${change} where id = $1`, [product.id]);
    await payments.capture(order.razorpayOrderId);
    if (status === 'refunded') await untilBack(order.razorpayOrderId);
    await vi.waitFor(async () => expect(await orderOf(order._id)).toMatchObject({ payment_status: status }), {
      timeout: 30_000,
    });
  });

  it.each([
    ['that has expired', { laterMinutes: 0, isDeleted: false }, 'refunded'],
    ['that has expired and was deleted', { laterMinutes: 0, isDeleted: true }, 'refunded'],
    ['whose last day was moved meanwhile', { laterMinutes: 60, isDeleted: false }, 'completed'],
  ])('for a product %s', async (_, { laterMinutes, isDeleted }, status) => {
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

describe('46: the product is bought again before the first payment is captured', () => {
  const endings: Record<string, (facts: Awaited<ReturnType<typeof ordered>>) => Promise<unknown>> = {
    cancelled: ({ buyer, order }) => buyer.call('deleteOrder', { params: { id: order._id } }),
    expired: async () => {
      shop.clock.advance(16 * MINUTE_MS);
      await reconcileOrders(shop);
    },
    failed: async ({ order }) =>
      (await shop.admin()).call('adminUpdateOrderStatus', { params: { id: order._id }, body: { status: 'failed' } }),
  };

  it.each(Object.keys(endings))('refunds the late payment of an order that was %s', async (ending) => {
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

  it('delivers one of two cancelled orders whose payments are captured at once', async () => {
    const { product, buyer, order: first } = await ordered({ units: 3 });
    await buyer.call('deleteOrder', { params: { id: first._id } });
    const second = await placeOrder(buyer, product);
    await buyer.call('deleteOrder', { params: { id: second._id } });
    // Both are judged at the same moment: each waits for the buyer's row.
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

  it('delivers both of two live orders that are paid in time', async () => {
    const { product, buyer, order: first } = await ordered({ units: 3 });
    const second = await placeOrder(buyer, product);
    for (const { _id, razorpayOrderId } of [second, first]) {
      await payments.capture(razorpayOrderId);
      await vi.waitFor(async () => expect(await orderOf(_id)).toMatchObject({ is_delivered: true }), {
        timeout: 30_000,
      });
    }
  });

  it('delivers a late payment where the product was bought only before', async () => {
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
