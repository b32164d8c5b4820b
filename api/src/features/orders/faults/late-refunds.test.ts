import { describe, expect, it, vi } from 'vitest';
import { type FaultyShop, openFaultyShop, shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import { bringForward } from '../../../testing/checks/job-times.ts';
import { proofOf, type TestPayments } from '../../../testing/clients/test-payments.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { buy, placeOrder } from '../../../testing/data/purchases.ts';
import { REFUND_JOB } from '../../payments/refunds/refund-job.ts';
import { reconcileOrders } from '../payment/reconcile.service.ts';

const HOUR_MS = 60 * 60_000;
const SILENT = { webhook: false };
let shop: FaultyShop;
let payments: TestPayments;
shareFaultyShop(openFaultyShop, (opened) => {
  shop = opened;
  payments = opened.payments;
});

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000 });
const orderOf = async (id: string) =>
  (await shop.pool.query('select * from orders join provider_orders on order_id = id where id = $1', [id])).rows[0];
const untilOrder = (id: string, facts: object) =>
  eventually(async () => expect(await orderOf(id)).toMatchObject(facts));
type Refund = { id: string; amount_paise: number; origin: string; status: string; attempt: number };
const refundsOf = async (orderId: string): Promise<(Refund & { provider_refund_id: string | null })[]> =>
  (await shop.pool.query('select * from refunds where order_id = $1 order by created_at, amount_paise', [orderId]))
    .rows;
const sandboxRefundsOf = async (paymentId: string) =>
  (await shop.pool.query('select * from sandbox.refunds where payment_id = $1', [paymentId])).rows;
const alarms = (sentence: string) =>
  shop
    .logged()
    .split('\n')
    .filter((line) => line.includes('"alarm":true') && line.includes(sentence));
const FAILED_LATE = 'a refund failed after it had been processed';
const OPEN_EVENTS = `select 1 from sandbox.webhooks where delivered_at is null
  union all select 1 from provider_events where processed_at is null`;
const untilEventsAreHandled = () =>
  eventually(async () => expect((await shop.pool.query(OPEN_EVENTS)).rowCount).toBe(0));
const subjectsTo = (email: string, start: string) =>
  shop.mails.to(email).filter(({ subject }) => subject.startsWith(start));
const atOnce = () => payments.plan('refund-settlement', 'at-once', { times: 20 });

async function bought() {
  const buyer = await shop.customer();
  const { order, payment } = await buy(buyer, payments, await buildProduct(shop, { units: 1 }));
  return { buyer, orderId: order._id, paymentId: payment.id };
}

const pressRefund = async (orderId: string) => {
  const admin = await shop.admin();
  const body = { paymentStatus: 'refunded' };
  return (await admin.call('adminUpdateOrder', { params: { id: orderId }, body })).status;
};

/** Runs retries now that would wait for hours. */
const untilRefunded = (orderId: string) =>
  eventually(async () => {
    await bringForward(shop.pool, REFUND_JOB);
    expect(await orderOf(orderId)).toMatchObject({ payment_status: 'refunded', refunded_paise: 49_900 });
  });

async function refundedByShop() {
  const purchase = await bought();
  await atOnce();
  expect(await pressRefund(purchase.orderId)).toBe(200);
  await untilOrder(purchase.orderId, { payment_status: 'refunded', refunded_paise: 49_900 });
  await untilEventsAreHandled();
  const [refund] = await refundsOf(purchase.orderId);
  return { ...purchase, providerRefundId: refund?.provider_refund_id ?? '' };
}

describe('a refund that fails after it was processed (fault 48)', () => {
  it.each(['failed', 'reversed'] as const)(
    'is corrected in the books, reported and requested again (%s)',
    async (status) => {
      const before = alarms(FAILED_LATE).length;
      const admin = await shop.admin();
      const { buyer, orderId, paymentId, providerRefundId } = await refundedByShop();
      await payments.plan('webhook:refund.failed', 'new-event-ids:3');
      await payments.failRefund(providerRefundId, { status });
      await untilOrder(orderId, { payment_status: 'refunded', refunded_paise: 0 });
      await untilEventsAreHandled();
      expect(await refundsOf(orderId)).toMatchObject([{ status: 'failed', attempt: 2, amount_paise: 49_900 }]);
      expect(alarms(FAILED_LATE)).toHaveLength(before + 1);
      await untilRefunded(orderId);
      expect((await sandboxRefundsOf(paymentId)).map((refund) => refund.status).sort()).toEqual(
        [status, 'processed'].sort(),
      );
      await eventually(() => {
        expect(subjectsTo(buyer.user.email, 'Refund: ')).toHaveLength(2);
        expect(subjectsTo(buyer.user.email, 'Refund did not arrive: ')).toHaveLength(1);
        expect(subjectsTo(admin.user.email, 'Refund did not arrive: ').length).toBeGreaterThan(0);
      });
    },
  );

  it('is found by the next check of the order if no event came', async () => {
    const { orderId, providerRefundId } = await refundedByShop();
    await payments.failRefund(providerRefundId, SILENT);
    shop.clock.advance(HOUR_MS);
    await reconcileOrders(shop);
    await untilOrder(orderId, { refunded_paise: 0 });
    await untilRefunded(orderId);
  });

  it('is not changed by a late event of its success', async () => {
    const { orderId, paymentId } = await bought();
    await payments.plan('webhook:*', 'hold', { times: 10 });
    await atOnce();
    const { id } = await payments.dashboardRefund(paymentId, { amount: 10_000 });
    await payments.failRefund(id);
    await eventually(async () => expect(await payments.heldWebhooks()).toHaveLength(3));
    await payments.releaseEvents({ reverse: true });
    await untilEventsAreHandled();
    expect(await refundsOf(orderId)).toMatchObject([{ origin: 'provider', status: 'failed' }]);
    expect(await orderOf(orderId)).toMatchObject({ payment_status: 'completed', refunded_paise: 0 });
  });

  it('from the dashboard, of a delivered order, is made by the shop itself', async () => {
    const { orderId, paymentId } = await bought();
    await atOnce();
    const { id } = await payments.dashboardRefund(paymentId);
    await untilOrder(orderId, { payment_status: 'refunded', refunded_paise: 49_900 });
    await untilEventsAreHandled();
    await payments.failRefund(id);
    await eventually(async () =>
      expect(await refundsOf(orderId)).toMatchObject([
        { origin: 'provider', status: 'failed' },
        { origin: 'shop', status: 'processed', amount_paise: 49_900 },
      ]),
    );
    await untilRefunded(orderId);
  });

  it('from the dashboard, of a part, completes the order again and tells the operator', async () => {
    const before = alarms(FAILED_LATE).length;
    const { orderId, paymentId } = await bought();
    await atOnce();
    const { id } = await payments.dashboardRefund(paymentId, { amount: 10_000 });
    await untilOrder(orderId, { payment_status: 'completed', refunded_paise: 10_000 });
    await untilEventsAreHandled();
    await payments.failRefund(id);
    await untilOrder(orderId, { payment_status: 'completed', refunded_paise: 0 });
    expect(alarms(FAILED_LATE)).toHaveLength(before + 1);
  });
});

describe('the refund of a payment with several refunds (fault 61)', () => {
  const partUnderWay = async (paymentId: string, options: { amount: number; webhook?: boolean }) => {
    await payments.plan('refund-settlement', `delay:${HOUR_MS}`);
    return (await payments.dashboardRefund(paymentId, options)).id;
  };
  const end = (providerRefundId: string, { isGood }: { isGood: boolean }) =>
    shop.pool.query('update sandbox.refunds set will_fail = $2, settle_at = created_at where id = $1', [
      providerRefundId,
      !isGood,
    ]);
  const untilEntered = (orderId: string, count: number) =>
    eventually(async () => {
      // Only the end of a refund causes an event; the reconciler finds the refund before.
      shop.clock.advance(HOUR_MS);
      await reconcileOrders(shop);
      expect(await refundsOf(orderId)).toHaveLength(count);
    });

  it.each([
    ['known', true],
    ['not yet known', false],
  ])('covers a part that the dashboard could not refund and that was %s', async (_, isKnown) => {
    const { orderId, paymentId } = await bought();
    const part = await partUnderWay(paymentId, { amount: 10_000 });
    if (isKnown)
      await shop.pool.query('update orders set next_check_at = $2 where id = $1', [orderId, shop.clock.now()]);
    if (isKnown) await untilEntered(orderId, 1);
    expect(await pressRefund(orderId)).toBe(200);
    await untilOrder(orderId, { payment_status: 'refunded', refunded_paise: 39_900 });
    await end(part, { isGood: false });
    await untilRefunded(orderId);
    const refunds = (await refundsOf(orderId)).map(({ amount_paise, origin, status }) => [
      amount_paise,
      origin,
      status,
    ]);
    expect(refunds).toHaveLength(3);
    expect(refunds).toEqual(
      expect.arrayContaining([
        [10_000, 'provider', 'failed'],
        [39_900, 'shop', 'processed'],
        [10_000, 'shop', 'processed'],
      ]),
    );
  });

  it.each([[[true, false, true]], [[false, false, false]], [[false, true, false]]])(
    'is complete if three parts of the dashboard end as %j',
    async (endings) => {
      const { orderId, paymentId } = await bought();
      const parts: string[] = [];
      for (const amount of [5_000, 7_000, 11_000]) parts.push(await partUnderWay(paymentId, { amount }));
      const [first = '', ...others] = parts;
      await end(first, { isGood: endings[0] === true });
      await Promise.all(Array.from({ length: 4 }, () => pressRefund(orderId)));
      for (const [position, part] of others.toReversed().entries())
        await end(part, { isGood: endings[2 - position] === true });
      await untilRefunded(orderId);
      await Promise.all(Array.from({ length: 4 }, () => pressRefund(orderId)));
      await untilEventsAreHandled();
      const { rows } = await shop.pool.query(
        "select sum(amount_paise)::int as back from refunds where order_id = $1 and status = 'processed'",
        [orderId],
      );
      expect(rows).toEqual([{ back: 49_900 }]);
    },
  );

  it('is requested again if an admin asks after all its attempts failed', async () => {
    const { orderId } = await bought();
    await payments.plan('refund-settlement', 'fail', { times: 5 });
    expect(await pressRefund(orderId)).toBe(200);
    await eventually(async () => {
      await bringForward(shop.pool, REFUND_JOB);
      expect(await refundsOf(orderId)).toMatchObject([{ status: 'failed', attempt: 6 }]);
    });
    const presses = await Promise.all(Array.from({ length: 4 }, () => pressRefund(orderId)));
    expect(presses).toEqual([200, 200, 200, 200]);
    await untilRefunded(orderId);
    expect(await refundsOf(orderId)).toMatchObject([
      { status: 'failed', attempt: 6 },
      { status: 'processed', attempt: 1, amount_paise: 49_900 },
    ]);
  });
});

describe('a rest that the provider refuses to refund', () => {
  it('is closed with an alarm if it is under ₹1', async () => {
    const { orderId, paymentId } = await bought();
    await atOnce();
    await payments.dashboardRefund(paymentId, { amount: 49_850 });
    await untilOrder(orderId, { refunded_paise: 49_850 });
    expect(await pressRefund(orderId)).toBe(200);
    await eventually(() => expect(alarms('under one rupee')).toHaveLength(1));
    const { rows } = await shop.pool.query('select status from payments where id = $1', [paymentId]);
    expect(rows).toEqual([{ status: 'refunded' }]);
    expect(await pressRefund(orderId)).toBe(200);
    await untilEventsAreHandled();
    expect(alarms('under one rupee')).toHaveLength(1);
    expect(await refundsOf(orderId)).toHaveLength(2);
  });
});

describe('a provider account without enough balance', () => {
  it('is asked again for a refund until it has enough', async () => {
    const { orderId } = await bought();
    await payments.plan('refund', 'low-balance', { times: 3 });
    expect(await pressRefund(orderId)).toBe(200);
    const attempts =
      "select attempts from graphile_worker.jobs where task_identifier = 'refund-payment' and attempts > 0";
    await eventually(async () => expect((await shop.pool.query(attempts)).rowCount).toBeGreaterThan(0));
    await untilRefunded(orderId);
    expect(await refundsOf(orderId)).toMatchObject([{ status: 'processed', attempt: 1 }]);
  });
});

describe('a proof of a payment whose refund failed late', () => {
  it('never delivers what was refunded', async () => {
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, await buildProduct(shop, { units: 1 }));
    await atOnce();
    const proof = await payments.capture(order.razorpayOrderId, SILENT);
    const { id } = await payments.dashboardRefund(proof.razorpay_payment_id, SILENT);
    const verify = () => buyer.call('verifyPayment', { body: proofOf(order._id, proof) });
    expect((await verify()).body.code).toBe('PAYMENT_REFUNDED');
    await payments.failRefund(id, SILENT);
    expect((await verify()).body.code).toBe('PAYMENT_REFUNDED');
    shop.clock.advance(HOUR_MS);
    await reconcileOrders(shop);
    await untilRefunded(order._id);
    expect(await orderOf(order._id)).toMatchObject({ is_delivered: false });
  });
});
