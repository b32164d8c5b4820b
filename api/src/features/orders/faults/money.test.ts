import { describe, expect, it, vi } from 'vitest';
import { type FaultyShop, openFaultyShop, shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import { countDeliveredAndRefunded } from '../../../testing/checks/invariants.ts';
import { bringForward, retryNow } from '../../../testing/checks/job-times.ts';
import { proofOf, type TestPayments } from '../../../testing/clients/test-payments.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { buy, placeOrder } from '../../../testing/data/purchases.ts';
import { ProviderRefusal } from '../../payments/provider/payment-provider.ts';
import { REFUND_JOB } from '../../payments/refunds/refund-job.ts';
import { refundKey } from '../../payments/refunds/refund-key.ts';
import { adoptAnswer, carryOutRefund } from '../../payments/refunds/refunds.service.ts';
import { orderPaymentEvents } from '../payment/order-payment-events.ts';
import { reconcileOrders } from '../payment/reconcile.service.ts';
import { settlePayment } from '../payment/settlement.service.ts';

const MINUTE_MS = 60_000;
let shop: FaultyShop;
let payments: TestPayments;
shareFaultyShop(openFaultyShop, (opened) => {
  shop = opened;
  payments = opened.payments;
});

const orderOf = async (id: string) => (await shop.pool.query('select * from orders where id = $1', [id])).rows[0];
const untilOrder = (id: string, facts: object, timeout = 30_000) =>
  vi.waitFor(async () => expect(await orderOf(id)).toMatchObject(facts), { timeout });
const unitStates = async (productId: string) =>
  (await shop.pool.query('select state from units where product_id = $1 order by state', [productId])).rows.map(
    ({ state }) => state,
  );
const ledgerOf = async (providerOrderId: string) => (await payments.ledger()).byOrder[providerOrderId];

/** Given up, and its unit is somebody else's by now: what is paid for it goes back. */
async function orderTooLate() {
  const [buyer, other] = [await shop.customer(), await shop.customer()];
  const product = await buildProduct(shop, { units: 1 });
  const order = await placeOrder(buyer, product);
  await buyer.call('deleteOrder', { params: { id: order._id } });
  await buy(other, payments, product);
  return { buyer, order };
}

describe('7: every notice lost, browser closed after paying', () => {
  it('the reconciler delivers at its next round', async () => {
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, await buildProduct(shop));
    await payments.plan('webhook:*', 'drop', { times: 2 });
    await payments.payByCard(order.razorpayOrderId);
    expect(await orderOf(order._id)).toMatchObject({ payment_status: 'pending' });
    shop.clock.advance(MINUTE_MS + 1);
    await reconcileOrders(shop);
    expect(await orderOf(order._id)).toMatchObject({ payment_status: 'completed', is_delivered: true });
  });
});

describe('11: dialog closed, then the money is captured', () => {
  it('delivers if stock is left', async () => {
    const buyer = await shop.customer();
    const product = await buildProduct(shop, { units: 1 });
    const order = await placeOrder(buyer, product);
    expect((await buyer.call('deleteOrder', { params: { id: order._id } })).body.message).toBe(
      'Order deleted successfully',
    );
    expect(await unitStates(product.id)).toEqual(['available']);
    expect((await buyer.call('listMyOrders')).body.data).toEqual([]);
    await payments.capture(order.razorpayOrderId);
    await untilOrder(order._id, { payment_status: 'completed', is_delivered: true, abandoned_at: null });
    expect((await buyer.call('listMyOrders')).body.data).toHaveLength(1);
  });

  it('refunds once, and says so, if none is left', async () => {
    const { buyer, order } = await orderTooLate();
    const proof = await payments.capture(order.razorpayOrderId);
    await untilOrder(order._id, { payment_status: 'refunded', is_delivered: false });
    const verified = await buyer.call('verifyPayment', { body: proofOf(order._id, proof) });
    expect([verified.status, verified.body.code]).toEqual([409, 'PAYMENT_REFUNDED']);
    await vi.waitFor(() => expect(shop.mails.to(buyer.user.email)).toHaveLength(1), { timeout: 30_000 });
    expect(shop.mails.to(buyer.user.email)[0]?.subject).toMatch(/^Refund: /);
    expect(await ledgerOf(order.razorpayOrderId)).toMatchObject({ captured: 49900, refunded: 49900 });
  });

  it.each([
    ['one-time product', true],
    ['product, which has become a one-time one since,', false],
  ])('refunds when its buyer has ordered the %s again', async (_, isOneTime) => {
    const buyer = await shop.customer();
    const product = await buildProduct(shop, { is_one_time_use: isOneTime });
    const first = await placeOrder(buyer, product);
    await buyer.call('deleteOrder', { params: { id: first._id } });
    await shop.pool.query('update products set is_one_time_use = true where id = $1', [product.id]);
    const second = await placeOrder(buyer, product);
    await payments.capture(first.razorpayOrderId);
    await untilOrder(first._id, { payment_status: 'refunded' });
    await payments.capture(second.razorpayOrderId);
    await untilOrder(second._id, { payment_status: 'completed' });
  });
});

describe('12: two captured payments for one order', () => {
  const payTwice = async (shop: FaultyShop) => {
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, await buildProduct(shop, { units: 2 }));
    await Promise.all([shop.payments.capture(order.razorpayOrderId), shop.payments.capture(order.razorpayOrderId)]);
    return order;
  };

  it('delivers for one and refunds the other', async () => {
    for (let round = 0; round < 5; round++) {
      const order = await payTwice(shop);
      await untilOrder(order._id, { payment_status: 'completed' });
      await vi.waitFor(
        async () => expect(await ledgerOf(order.razorpayOrderId)).toMatchObject({ captured: 99800, refunded: 49900 }),
        { timeout: 30_000 },
      );
    }
  });

  it('finds the second without a notice', async () => {
    await payments.plan('webhook:*', 'drop', { times: 3 });
    const order = await payTwice(shop);
    shop.clock.advance(MINUTE_MS + 1);
    await reconcileOrders(shop);
    await untilOrder(order._id, { payment_status: 'completed' });
  });

  it('control: without the unique key of payments a repeated notice refunds what was delivered', async () => {
    const unprotected = await openFaultyShop();
    await unprotected.pool.query('alter table payments drop constraint payments_pkey cascade');
    await unprotected.payments.plan('webhook:payment.captured', 'new-event-ids:3', { times: 2 });
    await payTwice(unprotected);
    await vi.waitFor(async () => expect(await countDeliveredAndRefunded(unprotected.pool)).toBeGreaterThan(0), {
      timeout: 30_000,
    });
    await unprotected.close();
  });
});

describe('another sum than the order is about', () => {
  it.each([
    ['less', { amount_paise: 59_900 }, {}],
    ['more', { amount_paise: 39_900 }, {}],
    ['in another currency', {}, { currency: 'USD' }],
  ])('%s: is refunded in full and delivers nothing', async (_, ordered, paid) => {
    const product = await buildProduct(shop, { units: 1 });
    const order = await placeOrder(await shop.customer(), product);
    await shop.db
      .updateTable('orders')
      .set({ ...ordered, updated_at: shop.clock.now() })
      .where('id', '=', order._id)
      .execute();
    const { razorpay_payment_id: id } = await payments.capture(order.razorpayOrderId, { webhook: false });
    const payment = await shop.providers.current.findPayment(id);
    if (!payment) throw new Error('the provider has forgotten a payment');
    const provider = shop.providers.current.name;
    const settled = await settlePayment(shop, { id: order._id, provider }, { ...payment, ...paid });
    expect(settled).toMatchObject({ outcome: 'refunded' });
    expect(await orderOf(order._id)).toMatchObject({ payment_status: 'refunded', is_delivered: false });
    expect(await unitStates(product.id)).toEqual(['available']);
  });
});

/** Refunds that wait for hours after a failed attempt are asked for now. */
const untilRetried = (check: () => unknown) =>
  vi.waitFor(
    async () => {
      await bringForward(shop.pool, REFUND_JOB);
      await check();
    },
    { timeout: 30_000 },
  );

describe('13: the provider does not answer', () => {
  it.each([
    ['answers 500', 'status-500'],
    ['resets the connection', 'reset'],
    ['hangs', 'hang'],
  ])('%s at create: 503 within 10 s, hold returned', async (_, behaviour) => {
    const buyer = await shop.customer();
    const product = await buildProduct(shop, { units: 1 });
    await payments.plan('create-order', behaviour);
    const startedAt = Date.now();
    const creating = buyer.call('createOrder', { body: { productId: product.id, amount: 499 } });
    let isAnswered = false;
    void creating.finally(() => {
      isAnswered = true;
    });
    if (behaviour === 'hang') {
      await vi.waitFor(async () => expect(await unitStates(product.id)).toEqual(['held']), { timeout: 30_000 });
      // Jobs have transactions of their own that are seen between two statements; one that waits for the provider stays.
      const open = `select query from pg_stat_activity
                    where datname = current_database() and state like 'idle in transaction%'`;
      await vi.waitFor(async () => expect((await shop.pool.query(open)).rows).toEqual([]), { timeout: 30_000 });
      expect(isAnswered).toBe(false);
    }
    const reply = await creating;
    expect([reply.status, reply.body.code]).toEqual([503, 'PAYMENT_PROVIDER_UNAVAILABLE']);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    expect(await unitStates(product.id)).toEqual(['available']);
    await placeOrder(buyer, product);
  });

  it('made the order and lost only the answer: found by its receipt', async () => {
    const buyer = await shop.customer();
    await payments.plan('create-order', 'reset', { phase: 'after' });
    const order = await placeOrder(buyer, await buildProduct(shop));
    expect(order.razorpayOrderId).toMatch(/^order_/);
  });

  it.each([
    ['answers 500', 'status-500', 'before'],
    ['resets the connection', 'reset', 'before'],
    ['refunds and loses the answer', 'reset', 'after'],
    ['hangs', 'hang', 'before'],
  ] as const)('%s at refund: one refund at the end', async (_, behaviour, phase) => {
    const { order } = await orderTooLate();
    await payments.plan('refund', behaviour, { phase });
    await payments.capture(order.razorpayOrderId);
    await vi.waitFor(
      async () => {
        await retryNow(shop.pool);
        const { rows } = await shop.pool.query('select status from refunds where order_id = $1', [order._id]);
        expect(rows).toEqual([{ status: 'processed' }]);
      },
      { timeout: 30_000 },
    );
    expect(await ledgerOf(order.razorpayOrderId)).toMatchObject({ captured: 49900, refunded: 49900 });
  });

  it('could not carry a refund out: asked for again until it is, whenever the first is said to have failed', async () => {
    const { order } = await orderTooLate();
    await payments.plan('refund-settlement', 'fail');
    await payments.plan('webhook:refund.failed', 'hold');
    await payments.capture(order.razorpayOrderId);
    await untilRetried(async () => {
      const { rows } = await shop.pool.query('select status, attempt from refunds where order_id = $1', [order._id]);
      expect(rows).toEqual([{ status: 'processed', attempt: 2 }]);
    });
    await payments.releaseEvents();
    const heard = `select 1 from provider_events where type = 'refund.failed' and processed_at is not null`;
    await vi.waitFor(async () => expect((await shop.pool.query(heard)).rowCount).toBe(1), { timeout: 30_000 });
  });

  it('never carries it out: asked for five times, then a person is called', async () => {
    const { order } = await orderTooLate();
    await payments.plan('refund-settlement', 'fail', { times: 5 });
    const { razorpay_payment_id: paymentId } = await payments.capture(order.razorpayOrderId);
    await untilRetried(() => expect(shop.logged()).toContain('refund failed and needs a person'));
    const { rows } = await shop.pool.query('select status, attempt from refunds where order_id = $1', [order._id]);
    expect(rows).toEqual([{ status: 'failed', attempt: 6 }]);
    expect(await ledgerOf(order.razorpayOrderId)).toMatchObject({ captured: 49900, refunded: 0 });
    // What the person does.
    await payments.dashboardRefund(paymentId);
  });

  it('refuses a refund of what it has: it is not asked for under another key, but left for later', async () => {
    const { order } = await orderTooLate();
    await payments.plan('refund', 'status-500', { times: 1000 });
    await payments.capture(order.razorpayOrderId);
    const found = shop.db.selectFrom('refunds').select(['id', 'attempt']).where('order_id', '=', order._id);
    const { id } = await vi.waitFor(() => found.executeTakeFirstOrThrow(), { timeout: 30_000 });
    const refusing = { ...shop.providers.current, refund: () => Promise.reject(new ProviderRefusal('not now')) };
    const deps = {
      ...shop,
      listener: orderPaymentEvents(shop),
      providers: { current: refusing, named: () => refusing },
    };
    await expect(carryOutRefund(deps, { refundId: id })).rejects.toThrow('not now');
    expect(await found.execute()).toEqual([{ id, attempt: 1 }]);
    await payments.clearFaults();
    await retryNow(shop.pool);
  });

  it('said so to two who heard it at once: the second leaves what the first has begun', async () => {
    const { order } = await orderTooLate();
    await payments.plan('refund-settlement', 'fail');
    await payments.plan('webhook:refund.failed', 'drop');
    await payments.capture(order.razorpayOrderId);
    const refund = await vi.waitFor(
      async () => {
        const asked = shop.db.selectFrom('refunds').selectAll().where('order_id', '=', order._id);
        const found = await asked.where('provider_refund_id', 'is not', null).executeTakeFirstOrThrow();
        return { ...found, providerRefundId: found.provider_refund_id ?? '' };
      },
      { timeout: 30_000 },
    );
    const hear = () =>
      adoptAnswer({ ...shop, listener: orderPaymentEvents(shop) }, refund, {
        id: refund.providerRefundId,
        paymentId: refund.payment_id,
        amountPaise: refund.amount_paise,
        idempotencyKey: refundKey(refund),
        status: 'failed',
      });
    const now = async () =>
      (await shop.pool.query('select status, attempt, provider_refund_id from refunds where id = $1', [refund.id]))
        .rows[0];
    await hear();
    await untilRetried(async () => expect(await now()).toMatchObject({ status: 'processed', attempt: 2 }));
    const before = await now();
    await hear();
    expect(await now()).toEqual(before);
  });
});
