import { describe, expect, it, vi } from 'vitest';
import { type FaultyShop, openFaultyShop, shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import { bringForward } from '../../../testing/checks/job-times.ts';
import { proofOf, type TestPayments } from '../../../testing/clients/test-payments.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { buy, placeOrder } from '../../../testing/data/purchases.ts';
import { readShopState } from '../../admin/shop-state.queries.ts';
import { REFUND_JOB } from '../../payments/refunds/refund-job.ts';
import { reconcileOrders } from '../payment/reconcile.service.ts';

const MINUTE_MS = 60_000;
const SILENT = { webhook: false };
let shop: FaultyShop;
let payments: TestPayments;
shareFaultyShop(openFaultyShop, (opened) => {
  shop = opened;
  payments = opened.payments;
});

const orderOf = async (id: string) =>
  (await shop.pool.query('select * from orders join provider_orders on order_id = id where id = $1', [id])).rows[0];
const untilOrder = (id: string, facts: object) =>
  vi.waitFor(async () => expect(await orderOf(id)).toMatchObject(facts), { timeout: 30_000 });
const refundsOf = async (orderId: string) =>
  (
    await shop.pool.query(
      'select amount_paise, origin, status from refunds where order_id = $1 order by created_at, amount_paise',
      [orderId],
    )
  ).rows;
const unitStates = async (productId: string) =>
  (await shop.pool.query('select state from units where product_id = $1 order by state', [productId])).rows.map(
    ({ state }) => state,
  );
const alarms = () =>
  shop
    .logged()
    .split('\n')
    .filter((line) => line.includes('"alarm":true'));
const OPEN = `select event as type from sandbox.webhooks where delivered_at is null
  union all select type from provider_events where processed_at is null`;
const openEvents = async () => (await shop.pool.query(OPEN)).rows.map(({ type }) => type);
const untilEventsAreHandled = () => vi.waitFor(async () => expect(await openEvents()).toEqual([]), { timeout: 30_000 });
const verify = (buyer: SignedInClient, orderId: string, proof: Awaited<ReturnType<TestPayments['payByCard']>>) =>
  buyer.call('verifyPayment', { body: proofOf(orderId, proof) });

/** A refund without an event is completed at once, because no event would report its completion. */
const atOnce = () => payments.plan('refund-settlement', 'at-once', { times: 10 });

/** Waits until all captured money of a provider order is refunded. */
const untilBack = (providerOrderId: string) =>
  vi.waitFor(
    async () =>
      expect((await payments.ledger()).byOrder[providerOrderId]).toMatchObject({ captured: 49900, refunded: 49900 }),
    { timeout: 30_000 },
  );
/** Completes the pending refunds of the sandbox now. */
const failRefunds = (paymentId: string) =>
  shop.pool.query(
    `update sandbox.refunds set will_fail = true, settle_at = created_at where payment_id = $1 and status = 'pending'`,
    [paymentId],
  );
const untilNothingIsOpen = () =>
  vi.waitFor(async () => expect(await readShopState(shop.db)).toMatchObject({ openRefunds: 0 }), { timeout: 30_000 });

async function ordered(units = 1) {
  const product = await buildProduct(shop, { units });
  const buyer = await shop.customer();
  return { product, buyer, order: await placeOrder(buyer, product) };
}

describe('a payment that the provider has refunded by itself (fault 31)', () => {
  it('is refused as a proof if it was never captured', async () => {
    const { product, buyer, order } = await ordered();
    const proof = await payments.authorise(order.razorpayOrderId, SILENT);
    await payments.autoRefund(proof.razorpay_payment_id, SILENT);
    const { status, body } = await verify(buyer, order._id, proof);
    expect([status, body.code]).toEqual([409, 'PAYMENT_REFUNDED']);
    expect(await unitStates(product.id)).toEqual(['held']);
  });

  it('does not extend a hold if it was never captured', async () => {
    const { product, order } = await ordered();
    const proof = await payments.authorise(order.razorpayOrderId, SILENT);
    await payments.autoRefund(proof.razorpay_payment_id, SILENT);
    shop.clock.advance(16 * MINUTE_MS);
    await reconcileOrders(shop);
    expect(await orderOf(order._id)).toMatchObject({
      payment_status: 'pending',
      is_delivered: false,
      hold_until: null,
    });
    expect(await unitStates(product.id)).toEqual(['available']);
    expect(await refundsOf(order._id)).toEqual([]);
  });

  it('raises no alarm and leaves no open event if it was never captured', async () => {
    const { order } = await ordered();
    const proof = await payments.authorise(order.razorpayOrderId);
    await payments.autoRefund(proof.razorpay_payment_id);
    await vi.waitFor(
      async () => {
        const { rows } = await shop.pool.query("select 1 from provider_events where type = 'refund.processed'");
        expect([rows.length > 0, await openEvents()]).toEqual([true, []]);
      },
      { timeout: 30_000 },
    );
    expect(await orderOf(order._id)).toMatchObject({ payment_status: 'pending', is_delivered: false });
    expect(alarms()).toEqual([]);
  });

  it.each(['proof', 'reconciler'])(
    'is not delivered if it was captured and then refunded (found by the %s)',
    async (finder) => {
      const { product, buyer, order } = await ordered();
      await atOnce();
      const proof = await payments.capture(order.razorpayOrderId, SILENT);
      await payments.autoRefund(proof.razorpay_payment_id, SILENT);
      if (finder === 'proof') expect((await verify(buyer, order._id, proof)).body.code).toBe('PAYMENT_REFUNDED');
      shop.clock.advance(MINUTE_MS + 1);
      await reconcileOrders(shop);
      expect(await orderOf(order._id)).toMatchObject({ payment_status: 'refunded', is_delivered: false });
      expect(await unitStates(product.id)).toEqual(['available']);
      expect(await refundsOf(order._id)).toEqual([{ amount_paise: 49900, origin: 'provider', status: 'processed' }]);
    },
  );

  it('is checked at the provider if the event of its capture comes late', async () => {
    const { order } = await ordered();
    await atOnce();
    await payments.plan('webhook:*', 'hold', { times: 10 });
    const proof = await payments.capture(order.razorpayOrderId);
    await payments.autoRefund(proof.razorpay_payment_id, SILENT);
    shop.clock.advance(10 * MINUTE_MS);
    await payments.releaseEvents();
    await untilOrder(order._id, { payment_status: 'refunded', is_delivered: false });
  });

  it('is not delivered again after a restore that lost its delivery and refund', async () => {
    const { order } = await ordered();
    await atOnce();
    const proof = await payments.capture(order.razorpayOrderId, SILENT);
    await payments.dashboardRefund(proof.razorpay_payment_id, SILENT);
    shop.clock.advance(2 * 24 * 60 * MINUTE_MS);
    await reconcileOrders(shop);
    expect(await orderOf(order._id)).toMatchObject({ payment_status: 'refunded', is_delivered: false });
  });
});

describe('a refund from the provider’s dashboard (fault 32)', () => {
  async function bought() {
    const product = await buildProduct(shop, { units: 1 });
    const buyer = await shop.customer();
    const { order, payment } = await buy(buyer, payments, product);
    return { product, buyer, orderId: order._id, paymentId: payment.id };
  }

  it('of all money refunds the order, mails the buyer and withdraws an unrevealed code', async () => {
    const { product, buyer, orderId, paymentId } = await bought();
    await payments.plan('webhook:refund.processed', 'new-event-ids:3');
    await payments.dashboardRefund(paymentId);
    await untilOrder(orderId, { payment_status: 'refunded' });
    await untilEventsAreHandled();
    expect(await orderOf(orderId)).toMatchObject({ refunded_paise: 49900 });
    expect(await refundsOf(orderId)).toEqual([{ amount_paise: 49900, origin: 'provider', status: 'processed' }]);
    expect(await unitStates(product.id)).toEqual(['withdrawn']);
    await vi.waitFor(
      () =>
        expect(shop.mails.to(buyer.user.email).map(({ subject }) => subject)).toContainEqual(
          expect.stringMatching(/^Refund: /),
        ),
      { timeout: 30_000 },
    );
    const mine = (await buyer.call('findMyOrder', { params: { id: orderId } })).body.data;
    expect(mine).toMatchObject({ paymentStatus: 'refunded', refundedAmount: 499 });
  });

  it('in two parts leaves the order completed until all money is refunded', async () => {
    const { orderId, paymentId, buyer } = await bought();
    await payments.dashboardRefund(paymentId, { amount: 10000 });
    await untilOrder(orderId, { payment_status: 'completed', refunded_paise: 10000 });
    const mine = (await buyer.call('findMyOrder', { params: { id: orderId } })).body.data;
    expect(mine).toMatchObject({ paymentStatus: 'completed', amountPaid: 499, refundedAmount: 100 });
    await payments.dashboardRefund(paymentId);
    await untilOrder(orderId, { payment_status: 'refunded', refunded_paise: 49900 });
    expect(await refundsOf(orderId)).toHaveLength(2);
    expect(alarms()).toEqual([]);
  });

  it('without an event is found by the reconciler', async () => {
    const { orderId, paymentId } = await bought();
    await atOnce();
    await payments.dashboardRefund(paymentId, SILENT);
    shop.clock.advance(31 * MINUTE_MS);
    await reconcileOrders(shop);
    expect(await orderOf(orderId)).toMatchObject({ payment_status: 'refunded' });
    expect(await refundsOf(orderId)).toHaveLength(1);
  });

  it('before the capture is known leads to a refund of the rest and no delivery', async () => {
    const { order, product } = await ordered();
    const proof = await payments.capture(order.razorpayOrderId, SILENT);
    await payments.dashboardRefund(proof.razorpay_payment_id, { amount: 10000 });
    await untilOrder(order._id, { payment_status: 'refunded', is_delivered: false });
    await vi.waitFor(
      async () =>
        expect(await refundsOf(order._id)).toEqual([
          { amount_paise: 10000, origin: 'provider', status: 'processed' },
          { amount_paise: 39900, origin: 'shop', status: 'processed' },
        ]),
      { timeout: 30_000 },
    );
    expect(await unitStates(product.id)).toEqual(['available']);
  });

  it('during a refund by the shop is not refunded again', async () => {
    const { orderId, paymentId } = await bought();
    await atOnce();
    await payments.plan('refund', 'status-500', { times: 3 });
    const admin = await shop.admin();
    await admin.call('adminUpdateOrder', { params: { id: orderId }, body: { paymentStatus: 'refunded' } });
    await payments.dashboardRefund(paymentId, { ...SILENT, amount: 20000 });
    await payments.clearFaults();
    await untilBack((await orderOf(orderId)).provider_order_id);
    await untilOrder(orderId, { payment_status: 'refunded', refunded_paise: 49900 });
    expect(alarms()).toEqual([]);
  });

  it('in a dozen parts without events is recorded completely', async () => {
    const { orderId, paymentId } = await bought();
    await payments.plan('refund-settlement', 'at-once', { times: 12 });
    for (let part = 0; part < 12; part += 1) await payments.dashboardRefund(paymentId, { ...SILENT, amount: 1000 });
    shop.clock.advance(31 * MINUTE_MS);
    await reconcileOrders(shop);
    expect(await orderOf(orderId)).toMatchObject({ payment_status: 'completed', refunded_paise: 12_000 });
  });

  it('that fails is repeated by the shop if nothing was delivered', async () => {
    const { buyer, order } = await ordered();
    const proof = await payments.capture(order.razorpayOrderId, SILENT);
    await payments.plan('refund-settlement', `delay:${60 * MINUTE_MS}`);
    await payments.dashboardRefund(proof.razorpay_payment_id, SILENT);
    expect((await verify(buyer, order._id, proof)).body.code).toBe('PAYMENT_REFUNDED');
    expect(await refundsOf(order._id)).toEqual([{ amount_paise: 49900, origin: 'provider', status: 'requested' }]);
    await failRefunds(proof.razorpay_payment_id);
    // No event reports it: the shop asks the provider.
    await vi.waitFor(
      async () => {
        await bringForward(shop.pool, REFUND_JOB);
        expect(await refundsOf(order._id)).toEqual([
          { amount_paise: 49900, origin: 'provider', status: 'failed' },
          { amount_paise: 49900, origin: 'shop', status: 'processed' },
        ]);
      },
      { timeout: 30_000 },
    );
    await untilBack(order.razorpayOrderId);
    expect(alarms()).toEqual([]);
  });

  it('of a part that fails beside a refund by the shop is repeated by the shop', async () => {
    const { buyer, order } = await ordered();
    const proof = await payments.capture(order.razorpayOrderId, SILENT);
    await payments.plan('refund-settlement', `delay:${60 * MINUTE_MS}`);
    await payments.dashboardRefund(proof.razorpay_payment_id, { amount: 10_000 });
    expect((await verify(buyer, order._id, proof)).body.code).toBe('PAYMENT_REFUNDED');
    await payments.plan('webhook:refund.failed', 'new-event-ids:3');
    await failRefunds(proof.razorpay_payment_id);
    await untilBack(order.razorpayOrderId);
    await untilEventsAreHandled();
    expect((await refundsOf(order._id)).map(({ amount_paise, origin }) => [amount_paise, origin])).toEqual([
      [10_000, 'provider'],
      [39_900, 'shop'],
      [10_000, 'shop'],
    ]);
    expect(alarms()).toEqual([]);
    expect((await verify(buyer, order._id, proof)).body.code).toBe('PAYMENT_REFUNDED');
    await untilNothingIsOpen();
  });

  it('of a delivered order that fails can still be made by the shop', async () => {
    const { orderId, paymentId } = await bought();
    await payments.plan('refund-settlement', `delay:${60 * MINUTE_MS}`);
    await payments.dashboardRefund(paymentId);
    shop.clock.advance(31 * MINUTE_MS);
    await reconcileOrders(shop);
    expect(await refundsOf(orderId)).toEqual([{ amount_paise: 49900, origin: 'provider', status: 'requested' }]);
    await failRefunds(paymentId);
    await vi.waitFor(
      async () =>
        expect(await refundsOf(orderId)).toEqual([{ amount_paise: 49900, origin: 'provider', status: 'failed' }]),
      { timeout: 30_000 },
    );
    expect(await orderOf(orderId)).toMatchObject({ payment_status: 'completed', refunded_paise: 0 });
    await untilNothingIsOpen();
    const admin = await shop.admin();
    await admin.call('adminUpdateOrder', { params: { id: orderId }, body: { paymentStatus: 'refunded' } });
    await untilBack((await orderOf(orderId)).provider_order_id);
  });
});
