import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentProof } from './checkout/checkout.service.ts';
import { goodCard, keys, type OpenSandbox, openSandbox } from './test-sandbox.ts';

let sandbox: OpenSandbox['sandbox'];
let orderId: string;
let paymentId: string;
let authorisedId: string;

beforeAll(async () => {
  const opened = await openSandbox();
  sandbox = opened.sandbox;
  // Each request is refused for its form, not for the state of its payment or order.
  orderId = await sandbox.createOrder();
  paymentId = (await sandbox.payByCard(await sandbox.createOrder())).body.razorpay_payment_id;
  const authorised = await sandbox.call<PaymentProof>('POST', '/v1/test/authorize', {
    order_id: await sandbox.createOrder(),
  });
  authorisedId = authorised.body.razorpay_payment_id;
  return opened.close;
});

afterEach(async () => {
  await sandbox.call('DELETE', '/v1/test/faults');
});

const ORDER = 'the order';
const PAYMENT = 'the payment';

/** A body with every field for each call that takes one. The test fills in the ids. */
const bodies: [path: string, body: Record<string, unknown>][] = [
  ['/v1/orders', { amount: 100, currency: 'INR', receipt: 'r', notes: { a: 'b' } }],
  ['/v1/payments/:id/capture', { amount: 49_900, currency: 'INR' }],
  ['/v1/payments/:id/refund', { amount: 100, speed: 'normal', receipt: 'r', notes: { a: 'b' } }],
  ['/v1/checkout/pay', { key_id: keys.keyId, order_id: ORDER, method: 'card', card: goodCard }],
  ['/v1/checkout/pay', { key_id: keys.keyId, order_id: ORDER, method: 'upi', vpa: 'success@razorpay' }],
  ['/v1/test/faults', { operation: 'webhook:*', behaviour: 'delay:1', phase: 'before', times: 1 }],
  ['/v1/test/webhooks/release', { ids: [1], reverse: true }],
  ['/v1/test/authorize', { order_id: ORDER, webhook: false }],
  ['/v1/test/authorize', { payment_id: PAYMENT, webhook: false }],
  ['/v1/test/cash-on-delivery', { order_id: ORDER, webhook: false }],
  ['/v1/test/capture', { order_id: ORDER, webhook: false }],
  ['/v1/test/capture', { payment_id: PAYMENT, webhook: false }],
  ['/v1/test/auto-refund', { payment_id: PAYMENT, webhook: false }],
  ['/v1/test/dashboard-refund', { payment_id: PAYMENT, amount: 100, speed: 'normal', webhook: false }],
  ['/v1/test/fail-refund', { refund_id: 'rfnd_unknown', status: 'failed' }],
  ['/v1/test/dispute', { payment_id: PAYMENT, event: 'created', amount: 100, phase: 'fraud', webhook: false }],
  ['/v1/test/dispute', { payment_id: PAYMENT, event: 'won', reason_code: 'any' }],
];

function wrongValuesFor(right: unknown): unknown[] {
  if (typeof right === 'string') return [5, true, [], {}, `${right}\u0000`, `${right}\ud800`];
  if (typeof right === 'number') return ['5', true, [], {}, 1.5, -1, 2 ** 53, 1e300];
  if (typeof right === 'boolean') return ['true', 1, [], {}];
  if (Array.isArray(right)) return ['x', 5, {}, ['x'], [1.5], [2 ** 31]];
  return ['x', 5, true, [1]];
}

const wrongFields = bodies.flatMap(([path, body]) =>
  Object.entries(body).flatMap(([field, right]) =>
    wrongValuesFor(right).map((wrong) => ({
      path,
      field,
      shown: JSON.stringify(wrong),
      body: { ...body, [field]: wrong },
    })),
  ),
);
const wrongInside: typeof wrongFields = Object.entries({
  number: [5, {}, null, ''],
  expiry: [5, {}, null, ''],
  cvv: [5, {}, null, ''],
  name: [5, {}, null, '', 'x\u0000', '\ud800'],
}).flatMap(([field, wrongValues]) =>
  wrongValues.map((wrong) => ({
    path: '/v1/checkout/pay',
    field,
    shown: JSON.stringify(wrong),
    body: { key_id: keys.keyId, order_id: ORDER, method: 'card', card: { ...goodCard, [field]: wrong } },
  })),
);
const wrongNotes: typeof wrongFields = [{ a: 'x\u0000' }, { 'x\u0000': 'a' }, { a: '\ud800' }, { a: {} }].flatMap(
  (notes) =>
    ['/v1/orders', '/v1/payments/:id/refund'].map((path) => ({
      path,
      field: 'notes',
      shown: JSON.stringify(notes),
      body: { amount: 100, currency: 'INR', notes },
    })),
);

const filledIn = (body: unknown) => JSON.stringify(body).replace(ORDER, orderId).replace(PAYMENT, paymentId);
const pathOf = (path: string, id = path.endsWith('/capture') ? authorisedId : paymentId) =>
  path.replaceAll(/:\w+/g, id);

async function send(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.baseUrl}${path}`, {
    method,
    headers: {
      authorization: sandbox.authorization,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body,
  });
  return { status: response.status, body: await response.text() };
}

/** Expects the provider's error object and nothing else. */
const errorObject = {
  code: 'BAD_REQUEST_ERROR',
  description: expect.stringMatching(/\w/),
  source: expect.any(String),
  step: expect.any(String),
  reason: expect.any(String),
  metadata: expect.any(Object),
};
const refusal = { error: expect.objectContaining(errorObject) };
const refusalOf = (field: string) => ({ error: { ...errorObject, field } });

test('the table of bodies covers every call with a body', () => {
  const posts = sandbox.routes.filter(({ method }) => method === 'POST').map(({ path }) => path);
  expect([...new Set(posts)].sort()).toEqual([...new Set(bodies.map(([path]) => path))].sort());
});

describe('a field of the wrong type', () => {
  test.each([...wrongFields, ...wrongInside, ...wrongNotes])(
    '$path refuses $field: $shown',
    async ({ path, field, body }) => {
      const answer = await send('POST', pathOf(path), filledIn(body));
      expect([answer.status, JSON.parse(answer.body)]).toEqual([400, refusalOf(field)]);
    },
  );
});

describe('invalid bodies', () => {
  test.each([
    ['cut short', '{"amount":', 400],
    ['a list', '[]', 400],
    ['a number', '5', 400],
    ['a text', '"x"', 400],
    ['a prototype', '{"__proto__":{"amount":100}}', 400],
    ['nested deeply', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 400],
    ['too large', JSON.stringify({ notes: 'x'.repeat(2_000_000) }), 413],
  ])('a body that is %s is refused', async (_case, body, status) => {
    for (const [path] of bodies) {
      const answer = await send('POST', pathOf(path), body);
      expect([path, answer.status, JSON.parse(answer.body)]).toEqual([path, status, refusal]);
    }
  });

  test('a body of another type than JSON is refused', async () => {
    for (const [path, body] of bodies) {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'nonsense']) {
        const answer = await send('POST', pathOf(path), filledIn(body), { 'content-type': type });
        expect([path, type, answer.status, JSON.parse(answer.body)]).toEqual([path, type, 415, refusal]);
      }
    }
  });
});

test('an unknown id is refused in a path and in a body', async () => {
  const ids = ['unknown', 'order_x', "'", '%00', '..%2f', 'a'.repeat(90), '%F0%9F%92%B8'];
  for (const { method, path } of sandbox.routes.filter((route) => route.path.includes(':'))) {
    if (method === 'HEAD') continue;
    for (const id of ids) {
      const body = method === 'POST' ? JSON.stringify({ amount: 100 }) : undefined;
      const answer = await send(method, pathOf(path, id), body);
      expect([path, id, answer.status, JSON.parse(answer.body)]).toEqual([path, id, 400, refusal]);
    }
  }
  for (const [path, body] of bodies.filter((each) => filledIn(each[1]) !== JSON.stringify(each[1]))) {
    const answer = await send('POST', pathOf(path), JSON.stringify(body));
    expect([path, answer.status, JSON.parse(answer.body)]).toEqual([path, 400, refusal]);
  }
});

test.each(['count=abc', 'count=0', 'count=101', 'count=1.5', 'count=1&count=2', 'skip=-1', 'skip=1e400', 'skip=%00'])(
  'a list is not cut by %s',
  async (query) => {
    for (const path of ['/v1/orders', `/v1/payments/${paymentId}/refunds`, '/v1/disputes']) {
      const answer = await send('GET', `${path}?${query}`);
      expect([path, answer.status, JSON.parse(answer.body)]).toEqual([path, 400, refusal]);
    }
  },
);

test.each(['receipt=%00', 'receipt=a&receipt=b'])('the list of orders refuses %s', async (query) => {
  const answer = await send('GET', `/v1/orders?${query}`);
  expect([answer.status, JSON.parse(answer.body)]).toEqual([400, refusal]);
});

test.each(['short', 'with spaces in it', 'x'.repeat(3000)])('the idempotency key %.20s is refused', async (key) => {
  const answer = await send('POST', `/v1/payments/${paymentId}/refund`, '{}', { 'x-refund-idempotency': key });
  expect([answer.status, JSON.parse(answer.body)]).toEqual([400, refusal]);
});

test.each([
  { behaviour: 'delay:99999999999999999999' },
  { behaviour: 'duplicate:1000000' },
  { behaviour: 'new-event-ids:1000000' },
  { behaviour: 'delay:1', times: 2 ** 31 },
])('a fault out of range is refused: %j', async (fault) => {
  const answer = await send('POST', '/v1/test/faults', JSON.stringify({ operation: 'webhook:*', ...fault }));
  expect([answer.status, JSON.parse(answer.body)]).toEqual([400, refusal]);
});

test('an unknown method of a path answers 404', async () => {
  const answer = await send('PUT', '/v1/orders', '{}');
  expect([answer.status, JSON.parse(answer.body)]).toEqual([404, refusal]);
});
