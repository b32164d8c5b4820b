import { beforeAll, expect, test, vi } from 'vitest';
import type { RefundEntity } from './refunds/refunds.entity.ts';
import { type OpenSandbox, openSandbox } from './test-sandbox.ts';

let receiver: OpenSandbox['receiver'];
let sandbox: OpenSandbox['sandbox'];

beforeAll(async () => {
  const opened = await openSandbox();
  ({ receiver, sandbox } = opened);
  return opened.close;
});

async function paidOrder() {
  const orderId = await sandbox.createOrder(50_000);
  const { body } = await sandbox.payByCard(orderId);
  return { orderId, paymentId: body.razorpay_payment_id };
}

const refund = (paymentId: string, body?: unknown, key?: string) =>
  sandbox.call<RefundEntity>(
    'POST',
    `/v1/payments/${paymentId}/refund`,
    body,
    key ? { 'x-refund-idempotency': key } : {},
  );

test('a refund without an amount returns everything and sends an event', async () => {
  const { orderId, paymentId } = await paidOrder();
  const answer = await refund(paymentId);
  expect(answer).toMatchObject({ status: 200, body: { entity: 'refund', amount: 50_000, status: 'pending' } });
  expect(answer.body.id).toMatch(/^rfnd_[0-9A-Za-z]{14}$/);
  await vi.waitFor(() => expect(receiver.eventsOf(orderId)).toContain('refund.processed'), 30_000);
  const webhook = receiver.received.find(({ event }) => event === 'refund.processed');
  expect(webhook?.payload.refund?.entity).toMatchObject({ id: answer.body.id, status: 'processed' });
  expect((await sandbox.call('GET', `/v1/payments/${paymentId}`)).body).toMatchObject({
    status: 'refunded',
    captured: true,
    amount_refunded: 50_000,
    refund_status: 'full',
  });
  expect((await refund(paymentId)).status).toBe(400);
});

test('the same key and body give the same refund, also in parallel', async () => {
  const { paymentId } = await paidOrder();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => refund(paymentId, { amount: 10_000 }, 'same-key-0001')),
  );
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  expect((await sandbox.call('GET', `/v1/payments/${paymentId}`)).body).toMatchObject({ amount_refunded: 10_000 });
});

test('a key with another body or another payment is refused', async () => {
  const [first, second] = [await paidOrder(), await paidOrder()];
  await refund(first.paymentId, { amount: 10_000 }, 'same-key-0002');
  const description = 'Different request with the same idempotency key has already been processed.';
  const amount = 10_000;
  for (const [paymentId, body] of [
    [first.paymentId, { amount: 20_000 }],
    [first.paymentId, { amount, receipt: 'another' }],
    [first.paymentId, { amount, notes: { reason: 'another' } }],
    [first.paymentId, { amount, speed: 'optimum' }],
    [second.paymentId, { amount }],
  ] as const)
    expect([body, await refund(paymentId, body, 'same-key-0002')]).toMatchObject([
      body,
      { status: 400, body: { error: { description } } },
    ]);
});

test('a key of less than ten characters is refused', async () => {
  const { paymentId } = await paidOrder();
  expect((await refund(paymentId, {}, 'ninechars')).status).toBe(400);
});

test('parallel refunds never return more than was paid', async () => {
  const { paymentId } = await paidOrder();
  const answers = await Promise.all(Array.from({ length: 8 }, () => refund(paymentId, { amount: 20_000 })));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, ...Array(6).fill(400)]);
  expect((await refund(paymentId, { amount: 10_001 })).status).toBe(400);
  expect((await refund(paymentId, { amount: 10_000 })).status).toBe(200);
});

test('a failed payment cannot be refunded', async () => {
  const orderId = await sandbox.createOrder();
  await sandbox.payByUpi(orderId, 'failure@razorpay');
  const { body } = await sandbox.call<{ items: { id: string }[] }>('GET', `/v1/orders/${orderId}/payments`);
  expect((await refund(String(body.items[0]?.id))).status).toBe(400);
});

test('a payment can be refunded again after its refund failed', async () => {
  const { orderId, paymentId } = await paidOrder();
  await sandbox.plan('refund-settlement', 'fail');
  const { body } = await refund(paymentId);
  await vi.waitFor(() => expect(receiver.eventsOf(orderId)).toContain('refund.failed'), 30_000);
  expect((await sandbox.call('GET', `/v1/refunds/${body.id}`)).body).toMatchObject({ status: 'failed' });
  expect((await sandbox.call('GET', `/v1/payments/${paymentId}`)).body).toMatchObject({
    status: 'captured',
    amount_refunded: 0,
  });
  expect((await refund(paymentId)).status).toBe(200);
});

test('a refund can be processed immediately', async () => {
  const { orderId, paymentId } = await paidOrder();
  await sandbox.plan('refund-settlement', 'at-once');
  expect((await refund(paymentId)).body).toMatchObject({ status: 'processed', speed_processed: 'normal' });
  await vi.waitFor(
    () =>
      expect(receiver.eventsOf(orderId).sort()).toEqual([
        'order.paid',
        'payment.captured',
        'refund.created',
        'refund.processed',
      ]),
    30_000,
  );
});

test.each([
  ['is instant', undefined, 'instant', []],
  ['falls back to the normal speed', 'slow', 'normal', ['refund.speed_changed']],
])('a refund with speed optimum %s', async (_case, fault, speed, moreEvents) => {
  const { orderId, paymentId } = await paidOrder();
  if (fault) await sandbox.plan('refund-settlement', fault);
  const { body } = await refund(paymentId, { speed: 'optimum' });
  await vi.waitFor(() => expect(receiver.eventsOf(orderId)).toContain('refund.processed'), 30_000);
  expect((await sandbox.call('GET', `/v1/refunds/${body.id}`)).body).toMatchObject({
    speed_requested: 'optimum',
    speed_processed: speed,
  });
  await vi.waitFor(
    () => expect(receiver.eventsOf(orderId).filter((event) => event === 'refund.speed_changed')).toEqual(moreEvents),
    30_000,
  );
  expect((await refund(paymentId, { speed: 'light' })).body).toMatchObject({ error: { field: 'speed' } });
});

test.each(['failed', 'reversed'] as const)('a processed refund can end as %s later', async (status) => {
  const { orderId, paymentId } = await paidOrder();
  await sandbox.plan('refund-settlement', 'at-once');
  const { id } = (await refund(paymentId)).body;
  const failure = { refund_id: id, status };
  expect((await sandbox.call('POST', '/v1/test/fail-refund', failure)).body).toMatchObject({ id, status });
  await vi.waitFor(() => expect(receiver.eventsOf(orderId)).toContain('refund.failed'), 30_000);
  expect((await sandbox.call('GET', `/v1/payments/${paymentId}`)).body).toMatchObject({
    status: 'captured',
    amount_refunded: 0,
  });
  expect((await sandbox.call('POST', '/v1/test/fail-refund', failure)).status).toBe(400);
  expect((await refund(paymentId)).status).toBe(200);
});

test('a refund is refused while the balance is too low', async () => {
  const { paymentId } = await paidOrder();
  await sandbox.plan('refund', 'low-balance');
  expect(await refund(paymentId)).toMatchObject({
    status: 400,
    body: {
      error: {
        code: 'BAD_REQUEST_ERROR',
        description: 'Your account does not have enough balance to carry out the refund operation.',
      },
    },
  });
  expect((await refund(paymentId)).status).toBe(200);
});

test('the list of refunds has ten entries by default', async () => {
  const { paymentId } = await paidOrder();
  const ids: string[] = [];
  for (let turn = 0; turn < 12; turn += 1) ids.push((await refund(paymentId, { amount: 100 })).body.id);
  const page = async (query: string) => {
    const path = `/v1/payments/${paymentId}/refunds${query}`;
    return (await sandbox.call<{ items: RefundEntity[] }>('GET', path)).body.items.map(({ id }) => id);
  };
  const [first, rest] = [await page(''), await page('?skip=10')];
  expect([first.length, rest.length]).toEqual([10, 2]);
  expect([...first, ...rest].sort()).toEqual(ids.sort());
  expect(await page('?count=12')).toEqual([...first, ...rest]);
});
