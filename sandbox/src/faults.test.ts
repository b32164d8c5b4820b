import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type OpenSandbox, openSandbox, startSandbox } from './test-sandbox.ts';

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

const order = (receipt?: string) => ({ amount: 100, currency: 'INR', receipt });
const countOf = async (receipt: string) =>
  (await sandbox.call<{ count: number }>('GET', `/v1/orders?receipt=${receipt}`)).body.count;

describe('calls', () => {
  test('a call fails as often as planned and then works again', async () => {
    await sandbox.plan('create-order', 'status-500', { times: 2 });
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1)
      statuses.push((await sandbox.call('POST', '/v1/orders', order('again'))).status);
    expect(statuses).toEqual([500, 500, 200]);
  });

  test('each operation has its own faults', async () => {
    const orderId = await sandbox.createOrder();
    await sandbox.plan('fetch-payments', 'status-500');
    expect((await sandbox.call('GET', `/v1/orders/${orderId}`)).status).toBe(200);
    expect((await sandbox.call('GET', `/v1/orders/${orderId}/payments`)).status).toBe(500);
  });

  test('a fault for call:* limits every server call, and each call is counted', async () => {
    const orderId = await sandbox.createOrder();
    await sandbox.call('DELETE', '/v1/test/calls');
    await sandbox.plan('call:*', 'too-many-requests:30', { times: 2 });
    const get = async (path: string) => {
      const { authorization, baseUrl } = sandbox;
      const { status, headers } = await fetch(`${baseUrl}/v1/orders/${orderId}${path}`, { headers: { authorization } });
      return { status, retryAfter: headers.get('retry-after') };
    };
    const [limited, alsoLimited, answered] = [await get(''), await get('/payments'), await get('')];
    expect([limited.status, alsoLimited.status, answered.status]).toEqual([429, 429, 200]);
    expect([limited.retryAfter, answered.retryAfter]).toEqual(['30', null]);
    await sandbox.plan('fetch-order', 'too-many-requests');
    expect(await get('')).toEqual({ status: 429, retryAfter: null });
    expect((await sandbox.call('GET', '/v1/test/calls')).body).toEqual({ 'fetch-order': 3, 'fetch-payments': 1 });
  });

  test.each(['before', 'after'] as const)('a planned reset ends the connection %s the effect', async (phase) => {
    await sandbox.plan('create-order', 'reset', { phase });
    await expect(sandbox.call('POST', '/v1/orders', order(`reset-${phase}`))).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/) },
    });
    expect(await countOf(`reset-${phase}`)).toBe(phase === 'after' ? 1 : 0);
  });

  test.each(['before', 'after'] as const)('a hang %s the effect lasts until the caller times out', async (phase) => {
    await sandbox.plan('create-order', 'hang', { phase });
    await expect(createOrderWithTimeout(`hang-${phase}`)).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(await countOf(`hang-${phase}`)).toBe(phase === 'after' ? 1 : 0);
  });

  test('a 500 after the effect hides the effect from the caller', async () => {
    const orderId = await sandbox.createOrder(10_000);
    const { body } = await sandbox.payByCard(orderId);
    await sandbox.plan('refund', 'status-500', { phase: 'after' });
    const path = `/v1/payments/${body.razorpay_payment_id}/refund`;
    const key = { 'x-refund-idempotency': 'refund-key-1' };
    const lost = await sandbox.call('POST', path, {}, key);
    expect(lost).toMatchObject({ status: 500, body: { error: { code: 'SERVER_ERROR' } } });
    expect(await sandbox.call('POST', path, {}, key)).toMatchObject({ status: 200, body: { amount: 10_000 } });
  });

  test.each([
    ['too-many-requests', 429, 'BAD_REQUEST_ERROR'],
    ['invalid-keys', 400, 'BAD_REQUEST_ERROR'],
    ['amount-too-large', 400, 'BAD_REQUEST_ERROR'],
    ['gateway-error', 400, 'GATEWAY_ERROR'],
  ])('the planned fault %s is answered with status %i and code %s', async (behaviour, status, code) => {
    const orderId = await sandbox.createOrder();
    await sandbox.plan('fetch-order', behaviour);
    const reply = await sandbox.call('GET', `/v1/orders/${orderId}`);
    expect(reply).toMatchObject({ status, body: { error: { code } } });
  });

  test.each(['before', 'after'] as const)(
    'a planned gateway page replaces the reply %s the effect of the call',
    async (phase) => {
      await sandbox.plan('create-order', 'page:404', { phase });
      const reply = await fetch(`${sandbox.baseUrl}/v1/orders`, {
        method: 'POST',
        headers: { authorization: sandbox.authorization, 'content-type': 'application/json' },
        body: JSON.stringify(order(`page-${phase}`)),
      });
      expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'text/html']);
      expect(await countOf(`page-${phase}`)).toBe(phase === 'after' ? 1 : 0);
    },
  );

  test('a delayed call still succeeds', async () => {
    await sandbox.plan('pay', 'delay:300');
    const orderId = await sandbox.createOrder();
    const startedAt = performance.now();
    expect((await sandbox.payByCard(orderId)).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThan(290);
  });

  test('a hanging call does not keep the sandbox from closing', async () => {
    const other = await startSandbox(database.pool, receiver.url);
    await other.plan('create-order', 'hang');
    const hanging = other.call('POST', '/v1/orders', order()).catch((error: Error) => error);
    await vi.waitFor(async () => {
      expect((await sandbox.call<{ count: number }>('GET', '/v1/test/faults')).body.count).toBe(0);
    }, 30_000);
    await other.close();
    expect(await hanging).toBeInstanceOf(Error);
  });
});

async function createOrderWithTimeout(receipt: string): Promise<Response> {
  return fetch(`${sandbox.baseUrl}/v1/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: sandbox.authorization },
    body: JSON.stringify(order(receipt)),
    signal: AbortSignal.timeout(400),
  });
}

describe('webhooks', () => {
  test('a dropped webhook never arrives', async () => {
    await sandbox.plan('webhook:*', 'drop', { times: 2 });
    const orderId = await sandbox.createOrder();
    await sandbox.payByCard(orderId);
    const { rows } = await database.pool.query('select from sandbox.webhooks where body like $1', [`%${orderId}%`]);
    expect(rows).toHaveLength(0);
  });

  test.each([
    ['duplicate:5', 1],
    ['new-event-ids:5', 5],
  ])('the planned fault %s sends 5 webhooks with %i different event ids', async (behaviour, distinctIds) => {
    await sandbox.plan('webhook:payment.failed', behaviour);
    const orderId = await sandbox.createOrder();
    await sandbox.payByUpi(orderId, 'failure@razorpay');
    await vi.waitFor(() => expect(receiver.eventsOf(orderId)).toHaveLength(5), 30_000);
    const copies = receiver.received.filter(({ payload }) => payload.payment?.entity.order_id === orderId);
    expect(new Set(copies.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(distinctIds);
  });

  async function holdThree(): Promise<string> {
    await sandbox.plan('webhook:*', 'hold', { times: 3 });
    const orderId = await sandbox.createOrder();
    await sandbox.payByUpi(orderId, 'failure@razorpay');
    await sandbox.payByUpi(orderId, 'success@razorpay');
    return orderId;
  }

  test('held webhooks are released in their order or in reverse', async () => {
    const happened = ['payment.failed', 'payment.captured', 'order.paid'];
    const firstOrderId = await holdThree();
    expect(receiver.eventsOf(firstOrderId)).toEqual([]);
    const released = await sandbox.call<{ items: unknown[] }>('POST', '/v1/test/webhooks/release', {});
    expect(released.body.items).toMatchObject(happened.map((event) => ({ event, status: 200 })));
    expect(receiver.eventsOf(firstOrderId)).toEqual(happened);
    const secondOrderId = await holdThree();
    await sandbox.call('POST', '/v1/test/webhooks/release', { reverse: true });
    expect(receiver.eventsOf(secondOrderId)).toEqual(happened.toReversed());
  });

  test('held webhooks are released one by one in any order', async () => {
    const orderId = await holdThree();
    const { body } = await sandbox.call<{ items: { id: number }[] }>('GET', '/v1/test/webhooks');
    const [failed, captured, paid] = body.items.map(({ id }) => id);
    await sandbox.call('POST', '/v1/test/webhooks/release', { ids: [captured] });
    await sandbox.call('POST', '/v1/test/webhooks/release', { ids: [paid, failed] });
    expect(receiver.eventsOf(orderId)).toEqual(['payment.captured', 'order.paid', 'payment.failed']);
  });

  test('a delayed webhook arrives after its delay', async () => {
    await sandbox.plan('webhook:payment.failed', 'delay:700');
    const orderId = await sandbox.createOrder();
    const startedAt = performance.now();
    await sandbox.payByUpi(orderId, 'failure@razorpay');
    await vi.waitFor(() => expect(receiver.eventsOf(orderId)).toHaveLength(1), 30_000);
    expect(performance.now() - startedAt).toBeGreaterThan(650);
  });
});

test('the ledger shows a second capture of an order, with and without webhook', async () => {
  const before = await ledger();
  const orderId = await sandbox.createOrder(10_000);
  const { body: first } = await sandbox.payByCard(orderId);
  await sandbox.call('POST', '/v1/test/capture', { order_id: orderId });
  await sandbox.call('POST', '/v1/test/capture', { order_id: orderId, webhook: false });
  await sandbox.call('POST', `/v1/payments/${first.razorpay_payment_id}/refund`, { amount: 4000 });
  await vi.waitFor(
    () =>
      expect(receiver.eventsOf(orderId).sort()).toEqual([
        'order.paid',
        'payment.captured',
        'payment.captured',
        'refund.created',
        'refund.processed',
      ]),
    30_000,
  );
  const after = await ledger();
  expect(after.captured - before.captured).toBe(30_000);
  expect(after.refunded - before.refunded).toBe(4000);
  expect(after.byOrder[orderId]).toEqual({ receipt: null, captured: 30_000, refunded: 4000 });
});

async function ledger() {
  const { body } = await sandbox.call<{ captured: number; refunded: number; byOrder: Record<string, unknown> }>(
    'GET',
    '/v1/test/ledger',
  );
  return body;
}

test.each([
  ['an unknown operation', { operation: 'sleep', behaviour: 'hang' }, 'operation'],
  ['a behaviour that the operation does not support', { operation: 'refund', behaviour: 'drop' }, 'behaviour'],
  ['a delay without a length', { operation: 'refund', behaviour: 'delay' }, 'behaviour'],
  ['a page with an invalid status', { operation: 'refund', behaviour: 'page:99' }, 'behaviour'],
  ['a fault that happens zero times', { operation: 'refund', behaviour: 'hang', times: 0 }, 'times'],
])('%s is refused', async (_case, fault, field) => {
  expect(await sandbox.call('POST', '/v1/test/faults', fault)).toMatchObject({
    status: 400,
    body: { error: { field } },
  });
});

test('without allowFaults the test routes answer 404 and faults have no effect', async () => {
  await sandbox.plan('create-order', 'status-500');
  const closed = await startSandbox(database.pool, receiver.url, { allowFaults: false });
  expect((await closed.call('GET', '/v1/test/ledger')).status).toBe(404);
  expect((await closed.call('POST', '/v1/orders', order())).status).toBe(200);
  await closed.close();
});
