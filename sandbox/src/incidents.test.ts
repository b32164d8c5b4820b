import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PaymentProof } from './checkout/checkout.service.ts';
import type { PaymentEntity } from './payments/payments.entity.ts';
import type { RefundEntity } from './refunds/refunds.entity.ts';
import { type OpenSandbox, openSandbox } from './test-sandbox.ts';

let database: OpenSandbox['database'];
let receiver: OpenSandbox['receiver'];
let sandbox: OpenSandbox['sandbox'];

beforeAll(async () => {
  const opened = await openSandbox();
  ({ database, receiver, sandbox } = opened);
  return opened.close;
});

afterEach(async () => {
  await sandbox.call('DELETE', '/v1/test/faults');
});

const PRICE = 50_000;
type Silence = { webhook?: boolean };

async function authorised(more: Silence = {}) {
  const orderId = await sandbox.createOrder(PRICE);
  const { body } = await sandbox.call<PaymentProof>('POST', '/v1/test/authorize', { order_id: orderId, ...more });
  return { orderId, paymentId: body.razorpay_payment_id };
}

async function captured(more: Silence = {}) {
  const orderId = await sandbox.createOrder(PRICE);
  const { body } = await sandbox.call<PaymentProof>('POST', '/v1/test/capture', { order_id: orderId, ...more });
  return { orderId, paymentId: body.razorpay_payment_id };
}

const autoRefund = (paymentId: string, more: Silence = {}) =>
  sandbox.call<RefundEntity>('POST', '/v1/test/auto-refund', { payment_id: paymentId, ...more });
const dashboardRefund = (paymentId: string, more: Silence & { amount?: number } = {}) =>
  sandbox.call<RefundEntity>('POST', '/v1/test/dashboard-refund', { payment_id: paymentId, ...more });
const capture = (paymentId: string, body: unknown = { amount: PRICE, currency: 'INR' }) =>
  sandbox.call('POST', `/v1/payments/${paymentId}/capture`, body);

const paymentOf = async (paymentId: string) =>
  (await sandbox.call<PaymentEntity>('GET', `/v1/payments/${paymentId}`)).body;
const refundsOf = async (paymentId: string) =>
  (await sandbox.call<{ items: RefundEntity[] }>('GET', `/v1/payments/${paymentId}/refunds`)).body.items;
const orderOf = async (orderId: string) => (await sandbox.call('GET', `/v1/orders/${orderId}`)).body;
const ledgerLine = async (orderId: string) =>
  (await sandbox.call<{ byOrder: Record<string, unknown> }>('GET', '/v1/test/ledger')).body.byOrder[orderId];
const untilTold = (orderId: string, events: string[]) =>
  vi.waitFor(() => expect(receiver.eventsOf(orderId).sort()).toEqual(events.sort()), 30_000);

const webhooksAbout = (paymentId: string) =>
  receiver.received.filter(({ payload }) => payload.payment?.entity.id === paymentId);

describe('a payment that is authorised', () => {
  test('an authorised payment has a proof, but its order stays unpaid', async () => {
    const { orderId, paymentId } = await authorised();
    expect(await paymentOf(paymentId)).toMatchObject({
      status: 'authorized',
      captured: false,
      amount_refunded: 0,
      refund_status: null,
      fee: null,
    });
    expect(await orderOf(orderId)).toMatchObject({
      status: 'attempted',
      attempts: 1,
      amount_paid: 0,
      amount_due: PRICE,
    });
    expect(await ledgerLine(orderId)).toBeUndefined();
    await untilTold(orderId, ['payment.authorized']);
    expect(webhooksAbout(paymentId)[0]?.payload.payment?.entity).toMatchObject({
      status: 'authorized',
      captured: false,
    });
  });

  test('an authorised payment can be refunded by nobody', async () => {
    const { paymentId } = await authorised();
    const refusal = { status: 400, body: { error: { description: expect.stringContaining('should be captured') } } };
    expect(await sandbox.call('POST', `/v1/payments/${paymentId}/refund`, {})).toMatchObject(refusal);
    expect(await dashboardRefund(paymentId)).toMatchObject(refusal);
  });

  test('a payment that is never captured goes back and is not in the ledger', async () => {
    const { orderId, paymentId } = await authorised();
    const { body: refund } = await autoRefund(paymentId);
    expect(refund).toMatchObject({ payment_id: paymentId, amount: PRICE, receipt: null, notes: [], status: 'pending' });
    await untilTold(orderId, ['payment.authorized', 'refund.created', 'refund.processed']);
    const refunded = { status: 'refunded', captured: false, amount_refunded: PRICE, refund_status: 'full' };
    expect(await paymentOf(paymentId)).toMatchObject(refunded);
    expect(await refundsOf(paymentId)).toMatchObject([{ id: refund.id, status: 'processed' }]);
    for (const { body, event, payload } of webhooksAbout(paymentId)) {
      if (event === 'payment.authorized') continue;
      expect(JSON.parse(body).contains).toEqual(['refund', 'payment']);
      expect(payload.refund?.entity).toMatchObject({ id: refund.id });
      expect(payload.payment?.entity).toMatchObject(refunded);
    }
    expect(await ledgerLine(orderId)).toBeUndefined();
    expect(await capture(paymentId)).toMatchObject({
      status: 400,
      body: { error: { description: expect.stringContaining('authorized and not yet captured') } },
    });
  });

  test('the merchant’s call captures an authorised payment once', async () => {
    const { orderId, paymentId } = await authorised();
    const answers = await Promise.all(Array.from({ length: 4 }, () => capture(paymentId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(await paymentOf(paymentId)).toMatchObject({ status: 'captured', captured: true, fee: 0 });
    expect(await orderOf(orderId)).toMatchObject({ status: 'paid', attempts: 1, amount_paid: PRICE });
    await untilTold(orderId, ['payment.authorized', 'payment.captured', 'order.paid']);
    expect(await ledgerLine(orderId)).toMatchObject({ captured: PRICE, refunded: 0 });
  });

  test('the provider captures an authorised payment with and without webhook', async () => {
    const [told, untold] = [await authorised(), await authorised({ webhook: false })];
    await sandbox.call('POST', '/v1/test/capture', { payment_id: untold.paymentId, webhook: false });
    await sandbox.call('POST', '/v1/test/capture', { payment_id: told.paymentId });
    await untilTold(told.orderId, ['payment.authorized', 'payment.captured', 'order.paid']);
    expect(await orderOf(untold.orderId)).toMatchObject({ status: 'paid' });
    expect(receiver.eventsOf(untold.orderId)).toEqual([]);
  });

  test('an authorised payment of a paid order cannot be captured', async () => {
    const { orderId, paymentId } = await authorised();
    await sandbox.payByUpi(orderId, 'success@razorpay');
    expect(await capture(paymentId)).toMatchObject({
      status: 400,
      body: { error: { description: expect.stringContaining('the order is already paid') } },
    });
  });

  test.each([
    ['another sum', { amount: PRICE - 1, currency: 'INR' }, 'amount'],
    ['no sum', { currency: 'INR' }, 'amount'],
    ['another currency', { amount: PRICE, currency: 'USD' }, 'currency'],
  ])('an authorised payment is not captured for %s', async (_case, body, field) => {
    const { paymentId } = await authorised();
    expect(await capture(paymentId, body)).toMatchObject({ status: 400, body: { error: { field } } });
    expect(await paymentOf(paymentId)).toMatchObject({ status: 'authorized' });
  });
});

test('a failed payment can be authorised late', async () => {
  const orderId = await sandbox.createOrder(PRICE);
  const failed = await sandbox.payByUpi(orderId, 'failure@razorpay');
  const { payment_id } = (failed.body as unknown as { error: { metadata: { payment_id: string } } }).error.metadata;
  expect((await sandbox.call('POST', '/v1/test/authorize', { payment_id })).status).toBe(200);
  expect(await paymentOf(payment_id)).toMatchObject({ status: 'authorized', error_code: null, error_reason: null });
  await untilTold(orderId, ['payment.failed', 'payment.authorized']);
  expect((await sandbox.call('POST', '/v1/test/authorize', { payment_id })).status).toBe(400);
});

test('a payment in cash has a proof but captures nothing', async () => {
  const orderId = await sandbox.createOrder(PRICE);
  const { body } = await sandbox.call<PaymentProof>('POST', '/v1/test/cash-on-delivery', { order_id: orderId });
  const pending = { status: 'pending', method: 'cod', captured: false };
  expect(await paymentOf(body.razorpay_payment_id)).toMatchObject(pending);
  expect(await orderOf(orderId)).toMatchObject({ status: 'attempted' });
  await untilTold(orderId, ['payment.pending']);
  expect(await ledgerLine(orderId)).toBeUndefined();
});

describe('a payment from the dialog that is not captured at once', () => {
  test('a payment of the dialog can stay authorised', async () => {
    await sandbox.plan('auto-capture', 'fail');
    const orderId = await sandbox.createOrder(PRICE);
    const { status, body } = await sandbox.payByCard(orderId);
    expect([status, body.razorpay_order_id]).toEqual([200, orderId]);
    expect(await paymentOf(body.razorpay_payment_id)).toMatchObject({ status: 'authorized', method: 'card' });
    await untilTold(orderId, ['payment.authorized']);
  });

  test('a payment of the dialog can be captured later', async () => {
    await sandbox.plan('auto-capture', 'delay:50');
    const orderId = await sandbox.createOrder(PRICE);
    const { body } = await sandbox.payByCard(orderId);
    await untilTold(orderId, ['payment.authorized', 'payment.captured', 'order.paid']);
    expect(await paymentOf(body.razorpay_payment_id)).toMatchObject({ status: 'captured' });
  });

  test('a returned payment of the dialog is not captured later', async () => {
    await sandbox.plan('auto-capture', 'delay:600');
    const orderId = await sandbox.createOrder(PRICE);
    const { body } = await sandbox.payByCard(orderId);
    await autoRefund(body.razorpay_payment_id);
    await database.pool.query('update sandbox.payments set capture_at = now() where id = $1', [
      body.razorpay_payment_id,
    ]);
    await untilTold(orderId, ['payment.authorized', 'refund.created', 'refund.processed']);
    expect(await paymentOf(body.razorpay_payment_id)).toMatchObject({ status: 'refunded', captured: false });
  });
});

describe('money that was captured and goes back', () => {
  test('the provider refunds a captured payment by itself', async () => {
    const { orderId, paymentId } = await captured();
    await autoRefund(paymentId);
    await untilTold(orderId, ['payment.captured', 'order.paid', 'refund.created', 'refund.processed']);
    expect(await paymentOf(paymentId)).toMatchObject({ status: 'refunded', captured: true, refund_status: 'full' });
    expect(await orderOf(orderId)).toMatchObject({ status: 'paid', amount_paid: PRICE });
    expect(await ledgerLine(orderId)).toMatchObject({ captured: PRICE, refunded: PRICE });
  });

  test('the dashboard refunds a captured payment as a whole', async () => {
    const { orderId, paymentId } = await captured();
    expect((await dashboardRefund(paymentId)).body).toMatchObject({ amount: PRICE, receipt: null, notes: [] });
    await untilTold(orderId, ['payment.captured', 'order.paid', 'refund.created', 'refund.processed']);
    expect(await paymentOf(paymentId)).toMatchObject({ status: 'refunded', captured: true, refund_status: 'full' });
  });

  test('the dashboard refunds a payment in parts until nothing is left', async () => {
    const { orderId, paymentId } = await captured();
    const { body: first } = await dashboardRefund(paymentId, { amount: 20_000 });
    expect(await paymentOf(paymentId)).toMatchObject({
      status: 'captured',
      amount_refunded: 20_000,
      refund_status: 'partial',
    });
    const { body: second } = await dashboardRefund(paymentId, { amount: 30_000 });
    expect(await paymentOf(paymentId)).toMatchObject({
      status: 'refunded',
      amount_refunded: PRICE,
      refund_status: 'full',
    });
    expect((await dashboardRefund(paymentId)).status).toBe(400);
    expect((await refundsOf(paymentId)).map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
    expect(await ledgerLine(orderId)).toMatchObject({ captured: PRICE, refunded: PRICE });
  });

  test('the dashboard refunds before the webhook of the capture arrives', async () => {
    const { orderId, paymentId } = await captured({ webhook: false });
    await dashboardRefund(paymentId, { amount: 20_000 });
    await untilTold(orderId, ['refund.created', 'refund.processed']);
    expect(webhooksAbout(paymentId)[0]?.payload.payment?.entity).toMatchObject({
      status: 'captured',
      amount_refunded: 20_000,
      refund_status: 'partial',
    });
  });

  test('the dashboard can refund without a webhook', async () => {
    const { orderId, paymentId } = await captured({ webhook: false });
    await dashboardRefund(paymentId, { amount: 20_000, webhook: false });
    await autoRefund(paymentId, { webhook: false });
    await vi.waitFor(
      async () => expect(await refundsOf(paymentId)).toMatchObject([{ status: 'processed' }, { status: 'processed' }]),
      30_000,
    );
    const { rows } = await database.pool.query('select event from sandbox.webhooks where body like $1', [
      `%${orderId}%`,
    ]);
    expect(rows).toEqual([]);
  });

  test('a refund of the dashboard fails if the bank refuses it', async () => {
    const { orderId, paymentId } = await captured();
    await sandbox.plan('refund-settlement', 'fail');
    await dashboardRefund(paymentId);
    await untilTold(orderId, ['payment.captured', 'order.paid', 'refund.created', 'refund.failed']);
    expect(await paymentOf(paymentId)).toMatchObject({ status: 'captured', amount_refunded: 0, refund_status: null });
  });
});

test('a refund is listed under its own payment only', async () => {
  const [mine, other] = [await captured(), await captured()];
  const { body: refund } = await dashboardRefund(mine.paymentId, { amount: 20_000 });
  const found = await sandbox.call('GET', `/v1/payments/${mine.paymentId}/refunds/${refund.id}`);
  expect(found).toMatchObject({ status: 200, body: { id: refund.id, amount: 20_000 } });
  expect(await sandbox.call('GET', `/v1/payments/${other.paymentId}/refunds/${refund.id}`)).toMatchObject({
    status: 400,
    body: { error: { field: 'id' } },
  });
});
