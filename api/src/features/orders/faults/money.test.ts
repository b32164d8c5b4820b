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
import { carryOutRefund, recordRefundAnswer } from '../../payments/refunds/refunds.service.ts';
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

/** An order that was cancelled and whose unit was sold to another buyer: late money for it is refunded. */
async function orderTooLate() {
  const [buyer, other] = [await shop.customer(), await shop.customer()];
  const product = await buildProduct(shop, { units: 1 });
  const order = await placeOrder(buyer, product);
  await buyer.call('deleteOrder', { params: { id: order._id } });
  await buy(other, payments, product);
  return { buyer, order };
}

describe('a payment whose events are all lost (fault 7)', () => {
  it('is delivered at the next round of the reconciler', async () => {
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

describe('a payment that is captured after its order was cancelled (fault 11)', () => {
  it('is delivered if units are available', async () => {
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

  it('is refunded once, with a mail, if no unit is left', async () => {
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
    ['product that became a one-time product', false],
  ])('is refunded if the buyer has ordered the %s again', async (_, isOneTime) => {
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

describe('two captured payments for one order (fault 12)', () => {
  const payTwice = async (shop: FaultyShop) => {
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, await buildProduct(shop, { units: 2 }));
    await Promise.all([shop.payments.capture(order.razorpayOrderId), shop.payments.capture(order.razorpayOrderId)]);
    return order;
  };

  it('lead to one delivery and one refund', async () => {
    for (let round = 0; round < 5; round++) {
      const order = await payTwice(shop);
      await untilOrder(order._id, { payment_status: 'completed' });
      await vi.waitFor(
        async () => expect(await ledgerOf(order.razorpayOrderId)).toMatchObject({ captured: 99800, refunded: 49900 }),
        { timeout: 30_000 },
      );
    }
  });

  it('are both found without events', async () => {
    await payments.plan('webhook:*', 'drop', { times: 3 });
    const order = await payTwice(shop);
    shop.clock.advance(MINUTE_MS + 1);
    await reconcileOrders(shop);
    await untilOrder(order._id, { payment_status: 'completed' });
  });

  it('control: without the unique key of payments, a repeated event refunds a delivery', async () => {
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

describe('a payment whose amount is not the amount of the order', () => {
  it.each([
    ['is too low', { amount_paise: 59_900 }, {}],
    ['is too high', { amount_paise: 39_900 }, {}],
    ['is in another currency', {}, { currency: 'USD' }],
  ])('is refunded in full and not delivered if the amount %s', async (_, ordered, paid) => {
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
    const settled = await settlePayment(shop, { id: order._id }, { ...payment, ...paid });
    expect(settled).toMatchObject({ outcome: 'refunded' });
    expect(await orderOf(order._id)).toMatchObject({ payment_status: 'refunded', is_delivered: false });
    expect(await unitStates(product.id)).toEqual(['available']);
  });
});

/** Runs retries of refunds now that would wait for hours. */
const untilRetried = (check: () => unknown) =>
  vi.waitFor(
    async () => {
      await bringForward(shop.pool, REFUND_JOB);
      await check();
    },
    { timeout: 30_000 },
  );

describe('a provider that fails (fault 13)', () => {
  it.each([
    ['answers 500', 'status-500'],
    ['resets the connection', 'reset'],
    ['hangs', 'hang'],
  ])('makes an order fail within 10 s and releases its hold if it %s', async (_, behaviour) => {
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
      // The query may see a job's transaction between two statements; one that waits for the provider would stay.
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

  it('is asked for the order by its receipt if its answer was lost', async () => {
    const buyer = await shop.customer();
    await payments.plan('create-order', 'reset', { phase: 'after' });
    const order = await placeOrder(buyer, await buildProduct(shop));
    expect(order.razorpayOrderId).toMatch(/^order_/);
  });

  it.each([
    ['answers 500', 'status-500', 'before'],
    ['resets the connection', 'reset', 'before'],
    ['refunds and then resets the connection', 'reset', 'after'],
    ['hangs', 'hang', 'before'],
  ] as const)('makes one refund in the end if it %s', async (_, behaviour, phase) => {
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

  it('is asked for a failed refund again, whenever the event of the failure arrives', async () => {
    const { order } = await orderTooLate();
    await payments.plan('refund-settlement', 'fail');
    await payments.plan('webhook:refund.failed', 'hold');
    await payments.capture(order.razorpayOrderId);
    await untilRetried(async () => {
      const { rows } = await shop.pool.query('select status, attempt from refunds where order_id = $1', [order._id]);
      expect(rows).toEqual([{ status: 'processed', attempt: 2 }]);
    });
    await payments.releaseEvents();
    const processed = `select 1 from provider_events where type = 'refund.failed' and processed_at is not null`;
    await vi.waitFor(async () => expect((await shop.pool.query(processed)).rowCount).toBe(1), { timeout: 30_000 });
  });

  it('is asked five times for a refund that fails, then an alarm is raised', async () => {
    const { order } = await orderTooLate();
    await payments.plan('refund-settlement', 'fail', { times: 5 });
    const { razorpay_payment_id: paymentId } = await payments.capture(order.razorpayOrderId);
    await untilRetried(() => expect(shop.logged()).toContain('refund failed and needs a person'));
    const { rows } = await shop.pool.query('select status, attempt from refunds where order_id = $1', [order._id]);
    expect(rows).toEqual([{ status: 'failed', attempt: 6 }]);
    expect(await ledgerOf(order.razorpayOrderId)).toMatchObject({ captured: 49900, refunded: 0 });
    // The person refunds it in the dashboard.
    await payments.dashboardRefund(paymentId);
  });

  it('is asked again with the same key after it refused a refund that it could make', async () => {
    const { order } = await orderTooLate();
    await payments.plan('refund', 'status-500', { times: 1000 });
    await payments.capture(order.razorpayOrderId);
    const found = shop.db.selectFrom('refunds').select(['id', 'attempt']).where('order_id', '=', order._id);
    const { id } = await vi.waitFor(() => found.executeTakeFirstOrThrow(), { timeout: 30_000 });
    const refusing = { ...shop.providers.current, refund: () => Promise.reject(new ProviderRefusal('not now')) };
    const deps = {
      ...shop,
      handlers: orderPaymentEvents(shop),
      providers: { current: refusing, named: () => refusing },
    };
    await expect(carryOutRefund(deps, { refundId: id })).rejects.toThrow('not now');
    expect(await found.execute()).toEqual([{ id, attempt: 1 }]);
    await payments.clearFaults();
    await retryNow(shop.pool);
  });

  it('may report a failed refund twice without stopping the new attempt', async () => {
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
    const report = () =>
      recordRefundAnswer({ ...shop, handlers: orderPaymentEvents(shop) }, refund, {
        id: refund.providerRefundId,
        paymentId: refund.payment_id,
        amountPaise: refund.amount_paise,
        idempotencyKey: refundKey(refund),
        status: 'failed',
      });
    const now = async () =>
      (await shop.pool.query('select status, attempt, provider_refund_id from refunds where id = $1', [refund.id]))
        .rows[0];
    await report();
    await untilRetried(async () => expect(await now()).toMatchObject({ status: 'processed', attempt: 2 }));
    const before = await now();
    await report();
    expect(await now()).toEqual(before);
  });
});
