import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { PaymentProof } from './checkout/checkout.service.ts';
import type { DisputeEntity } from './disputes/disputes.entity.ts';
import { type OpenSandbox, openSandbox } from './test-sandbox.ts';

let database: OpenSandbox['database'];
let receiver: OpenSandbox['receiver'];
let sandbox: OpenSandbox['sandbox'];

beforeAll(async () => {
  const opened = await openSandbox();
  ({ database, receiver, sandbox } = opened);
  return opened.close;
});

const PRICE = 50_000;

async function paid(): Promise<string> {
  const { body } = await sandbox.payByCard(await sandbox.createOrder(PRICE));
  return body.razorpay_payment_id;
}

const dispute = (paymentId: string, event: string, more: object = {}) =>
  sandbox.call<DisputeEntity>('POST', '/v1/test/dispute', { payment_id: paymentId, event, ...more });

async function webhookOf(paymentId: string, event: string) {
  return vi.waitFor(() => {
    const webhook = receiver.received.find((each) => each.event === event && each.body.includes(paymentId));
    expect(webhook).toBeDefined();
    return webhook;
  }, 30_000);
}

test('the event of a dispute contains its payment', async () => {
  const paymentId = await paid();
  const { body } = await dispute(paymentId, 'created', { amount: 20_000, reason_code: 'duplicate_processing' });
  const webhook = await webhookOf(paymentId, 'payment.dispute.created');
  expect(JSON.parse(String(webhook?.body)).contains).toEqual(['payment', 'dispute']);
  expect(webhook?.payload.payment?.entity).toMatchObject({ id: paymentId, status: 'captured', amount_refunded: 0 });
  const opened = {
    id: expect.stringMatching(/^disp_[0-9A-Za-z]{14}$/),
    entity: 'dispute',
    payment_id: paymentId,
    amount: 20_000,
    currency: 'INR',
    amount_deducted: 0,
    reason_code: 'duplicate_processing',
    reason_description: 'Duplicate processing',
    respond_by: body.created_at + 3 * 24 * 60 * 60,
    status: 'open',
    phase: 'chargeback',
    created_at: expect.any(Number),
    evidence: expect.objectContaining({ amount: 20_000, summary: null, submitted_at: null }),
  };
  expect(webhook?.payload.dispute?.entity).toEqual(opened);
  expect(await sandbox.call('GET', `/v1/disputes/${body.id}`)).toEqual({ status: 200, body: opened });
});

describe('the end of a dispute', () => {
  test.each([
    ['won', ['under_review', 'action_required', 'under_review'], 0],
    ['lost', ['under_review'], PRICE],
    ['lost', [], PRICE],
    ['closed', [], 0],
  ] as const)('%s after %j', async (end, steps, deducted) => {
    const before = await deductedInAll();
    const paymentId = await paid();
    await dispute(paymentId, 'created', { phase: end === 'closed' ? 'fraud' : 'chargeback' });
    const seen: unknown[] = [];
    for (const step of steps) {
      const { body } = await dispute(paymentId, step);
      seen.push([body.status, body.evidence.submitted_at !== null]);
    }
    const passed = { under_review: ['under_review', true], action_required: ['open', false] };
    expect(seen).toEqual(steps.map((step) => passed[step]));
    const { body } = await dispute(paymentId, end);
    expect(body).toMatchObject({ status: end, amount: PRICE, amount_deducted: deducted });
    const webhook = await webhookOf(paymentId, `payment.dispute.${end}`);
    expect(webhook?.payload.dispute?.entity).toEqual(body);
    expect(webhook?.payload.payment?.entity).toMatchObject({ status: 'captured', amount_refunded: 0 });
    expect((await deductedInAll()) - before).toBe(deducted);
    expect(await dispute(paymentId, 'won')).toMatchObject({ status: 400, body: { error: { field: 'payment_id' } } });
  });
});

async function deductedInAll(): Promise<number> {
  return (await sandbox.call<{ deducted: number }>('GET', '/v1/test/ledger')).body.deducted;
}

test('a payment has one undecided dispute at a time and can be disputed again', async () => {
  const paymentId = await paid();
  const answers = await Promise.all(Array.from({ length: 4 }, () => dispute(paymentId, 'created')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  await dispute(paymentId, 'won');
  expect(await dispute(paymentId, 'created', { phase: 'pre_arbitration' })).toMatchObject({
    status: 200,
    body: { phase: 'pre_arbitration', status: 'open' },
  });
  const { body } = await sandbox.call<{ items: DisputeEntity[] }>('GET', '/v1/disputes?count=100');
  const mine = body.items.filter(({ payment_id }) => payment_id === paymentId);
  expect(mine.map(({ status }) => status).sort()).toEqual(['open', 'won']);
});

test.each([
  ['of more than was paid', { amount: PRICE + 1 }, 'amount'],
  ['of nothing', { amount: 0 }, 'amount'],
  ['in no known phase', { phase: 'anger' }, 'phase'],
])('a dispute %s is refused', async (_case, claim, field) => {
  expect(await dispute(await paid(), 'created', claim)).toMatchObject({ status: 400, body: { error: { field } } });
});

test('a payment that was never captured cannot be disputed', async () => {
  const orderId = await sandbox.createOrder(PRICE);
  const { body } = await sandbox.call<PaymentProof>('POST', '/v1/test/authorize', { order_id: orderId });
  expect(await dispute(body.razorpay_payment_id, 'created')).toMatchObject({
    status: 400,
    body: { error: { field: 'payment_id' } },
  });
});

test('a dispute can open without a webhook', async () => {
  const paymentId = await paid();
  await dispute(paymentId, 'created', { webhook: false });
  await dispute(paymentId, 'lost');
  await webhookOf(paymentId, 'payment.dispute.lost');
  const { rows } = await database.pool.query(
    "select event from sandbox.webhooks where body like $1 and event like 'payment.dispute%'",
    [`%${paymentId}%`],
  );
  expect(rows).toEqual([{ event: 'payment.dispute.lost' }]);
});

test.each([
  ['won', 0],
  ['closed', 0],
  ['lost', PRICE],
])('a dispute that deducts at onset and is %s leaves %i deducted', async (end, deducted) => {
  const before = await deductedInAll();
  const paymentId = await paid();
  const steps = ['created', 'under_review', 'action_required'] as const;
  for (const step of steps) {
    const { body } = await dispute(paymentId, step, { deduct_at_onset: true });
    expect(body).toMatchObject({ amount_deducted: PRICE });
    expect((await deductedInAll()) - before).toBe(PRICE);
  }
  expect((await dispute(paymentId, end)).body).toMatchObject({ status: end, amount_deducted: deducted });
  expect((await deductedInAll()) - before).toBe(deducted);
});

test('the list of disputes filters by time of creation', async () => {
  const { body } = await dispute(await paid(), 'created');
  const listed = async (period: string) => {
    const { body } = await sandbox.call<{ items: DisputeEntity[] }>('GET', `/v1/disputes?count=100&${period}`);
    return body.items.map(({ id }) => id);
  };
  expect(await listed(`from=${body.created_at}&to=${body.created_at}`)).toContain(body.id);
  expect(await listed(`from=${body.created_at + 1}`)).not.toContain(body.id);
  expect(await listed(`to=${body.created_at - 1}`)).not.toContain(body.id);
  expect(await sandbox.call('GET', '/v1/disputes?from=today')).toMatchObject({ status: 400 });
});
