import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { startSandbox } from './test-sandbox.ts';

let database: TestDatabase;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;

beforeAll(async () => {
  database = await createTestDatabase();
  sandbox = await startSandbox(database.pool, 'http://127.0.0.1:1/webhook');
});

afterAll(async () => {
  await sandbox.close();
  await database.drop();
});

const sixteenNotes = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`n${index}`, 'x']));

test.each([
  ['no amount', {}, 'amount'],
  ['an amount under one rupee', { amount: 99 }, 'amount'],
  ['half a paisa', { amount: 100.5 }, 'amount'],
  ['an amount in words', { amount: '49900' }, 'amount'],
  ['another currency', { amount: 100, currency: 'USD' }, 'currency'],
  ['a receipt of 41 characters', { amount: 100, receipt: 'r'.repeat(41) }, 'receipt'],
  ['16 notes', { amount: 100, notes: sixteenNotes }, 'notes'],
  ['a note of 257 characters', { amount: 100, notes: { long: 'x'.repeat(257) } }, 'notes'],
])('an order with %s is refused', async (_case, fields, field) => {
  const answer = await sandbox.call('POST', '/v1/orders', { currency: 'INR', ...fields });
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({
    error: {
      code: 'BAD_REQUEST_ERROR',
      description: expect.stringMatching(/\w/),
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
      field,
    },
  });
});

test('two orders can have the same receipt', async () => {
  const order = { amount: 100, currency: 'INR', receipt: 'twice' };
  for (let time = 0; time < 2; time++) expect((await sandbox.call('POST', '/v1/orders', order)).status).toBe(200);
  expect((await sandbox.call('GET', '/v1/orders?receipt=twice')).body).toMatchObject({ count: 2 });
});

test.each([
  ['with the offer of the payment', {}, { offer_id: 'offer_Bank' }, ['paid', 90, 0]],
  ['with the offer of the order', { offer_id: 'offer_Bank' }, {}, ['paid', 90, 0]],
  ['without an offer', {}, {}, ['attempted', 90, 10]],
])('an order of ₹1 is %s settled by 90 paise as documented', async (_case, ofOrder, ofPayment, expected) => {
  const draft = { amount: 100, currency: 'INR', ...ofOrder };
  const { id } = (await sandbox.call<{ id: string }>('POST', '/v1/orders', draft)).body;
  const capture = { order_id: id, amount: 90, ...ofPayment };
  const paid = await sandbox.call<{ razorpay_payment_id: string }>('POST', '/v1/test/capture', capture);
  const { status, amount_paid, amount_due } = (await sandbox.call<Record<string, unknown>>('GET', `/v1/orders/${id}`))
    .body;
  expect([status, amount_paid, amount_due]).toEqual(expected);
  const path = `/v1/payments/${paid.body.razorpay_payment_id}?expand[]=offers`;
  const offers = 'offer_id' in ofPayment ? [{ id: 'offer_Bank' }] : [];
  expect((await sandbox.call('GET', path)).body).toMatchObject({ amount: 90, offers: { items: offers } });
});

test('every call except those of the dialog needs the keys', async () => {
  const paths = [
    '/v1/orders',
    '/v1/orders/x',
    '/v1/orders/x/payments',
    '/v1/payments/x',
    '/v1/refunds/x',
    '/v1/test/ledger',
  ];
  for (const path of paths) {
    for (const authorization of ['', 'Basic', 'Bearer abc', `Basic ${Buffer.from('a:b').toString('base64')}`]) {
      const answer = await sandbox.call('GET', path, undefined, { authorization });
      expect([path, answer.status]).toEqual([path, 401]);
    }
  }
});

test('a body without JSON and an unknown path get the provider’s error object', async () => {
  const response = await fetch(`${sandbox.baseUrl}/v1/checkout/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: 'BAD_REQUEST_ERROR' } });
  expect(await sandbox.call('GET', '/v1/nothing')).toMatchObject({
    status: 404,
    body: { error: { code: 'BAD_REQUEST_ERROR' } },
  });
});
