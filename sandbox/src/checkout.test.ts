import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { isValidExpiry, passesLuhn } from './checkout/checkout.rules.ts';
import { goodCard, keys, type OpenSandbox, openSandbox } from './test-sandbox.ts';

let database: OpenSandbox['database'];
let receiver: OpenSandbox['receiver'];
let sandbox: OpenSandbox['sandbox'];

beforeAll(async () => {
  const opened = await openSandbox();
  ({ database, receiver, sandbox } = opened);
  return opened.close;
});

const paymentsOf = async (orderId: string) =>
  (await sandbox.call<{ items: Record<string, unknown>[] }>('GET', `/v1/orders/${orderId}/payments`)).body.items;

describe('instruments that succeed', () => {
  test.each([
    ['4100 2800 0000 1007', 'Visa'],
    ['5500 6700 0000 1002', 'MasterCard'],
    ['6527 6589 0000 1005', 'RuPay'],
  ])('card %s succeeds', async (number, network) => {
    const orderId = await sandbox.createOrder();
    const { status, body } = await sandbox.payByCard(orderId, { number });
    expect(status).toBe(200);
    const signed = `${orderId}|${body.razorpay_payment_id}`;
    expect(body).toEqual({
      razorpay_payment_id: expect.stringMatching(/^pay_[0-9A-Za-z]{14}$/),
      razorpay_order_id: orderId,
      razorpay_signature: createHmac('sha256', keys.keySecret).update(signed).digest('hex'),
    });
    const [payment] = await paymentsOf(orderId);
    expect(payment).toMatchObject({ method: 'card', status: 'captured', card: { network, last4: number.slice(-4) } });
  });

  test('the UPI ID success@razorpay succeeds', async () => {
    const orderId = await sandbox.createOrder();
    expect((await sandbox.payByUpi(orderId, 'success@razorpay')).status).toBe(200);
    expect(await paymentsOf(orderId)).toMatchObject([{ method: 'upi', vpa: 'success@razorpay', status: 'captured' }]);
  });
});

describe('instruments that fail', () => {
  test.each([
    ['4100 2800 0006 0003', 'payment_declined'],
    ['4100 2800 0008 0001', 'insufficient_funds'],
    ['failure@razorpay', 'payment_declined'],
  ])('the payment with %s fails with its reason', async (instrument, reason) => {
    const orderId = await sandbox.createOrder();
    const answer = instrument.includes('@')
      ? await sandbox.payByUpi(orderId, instrument)
      : await sandbox.payByCard(orderId, { number: instrument });
    const [payment] = await paymentsOf(orderId);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: {
        code: 'BAD_REQUEST_ERROR',
        description: expect.stringContaining("didn't go through"),
        source: expect.any(String),
        step: 'payment_authorization',
        reason,
        metadata: { payment_id: payment?.id, order_id: orderId },
      },
    });
    expect(payment).toMatchObject({ status: 'failed', captured: false, error_reason: reason });
    expect((await sandbox.call('GET', `/v1/orders/${orderId}`)).body).toMatchObject({
      status: 'attempted',
      attempts: 1,
      amount_paid: 0,
    });
    await vi.waitFor(() => expect(receiver.eventsOf(orderId)).toEqual(['payment.failed']), 30_000);
  });

  test('a second attempt can succeed after a failed one', async () => {
    const orderId = await sandbox.createOrder();
    await sandbox.payByUpi(orderId, 'failure@razorpay');
    expect((await sandbox.payByUpi(orderId, 'success@razorpay')).status).toBe(200);
    expect((await sandbox.call('GET', `/v1/orders/${orderId}`)).body).toMatchObject({ status: 'paid', attempts: 2 });
  });
});

test('late@razorpay answers 202 without a payment and captures later', async () => {
  await sandbox.plan('late-capture', 'delay:50');
  const orderId = await sandbox.createOrder();
  const answer = await sandbox.payByUpi(orderId, 'late@razorpay');
  expect(answer).toEqual({ status: 202, body: {} });
  await vi.waitFor(() => expect(receiver.eventsOf(orderId).sort()).toEqual(['order.paid', 'payment.captured']), 30_000);
  expect(await paymentsOf(orderId)).toMatchObject([{ status: 'captured', captured: true }]);
});

test('late@razorpay captures after three seconds by default', async () => {
  const orderId = await sandbox.createOrder();
  await sandbox.payByUpi(orderId, 'late@razorpay');
  const { rows } = await database.pool.query(
    'select extract(epoch from capture_at - created_at)::float8 as seconds from sandbox.payments where order_id = $1',
    [orderId],
  );
  expect(rows).toEqual([{ seconds: 3 }]);
});

describe('an instrument that is not for tests', () => {
  test.each([
    ['a number with a wrong digit', { number: '4100 2800 0000 1008' }, 'number', 'not valid'],
    ['a real-looking card', { number: '4111 1111 1111 1111' }, 'number', 'no real card'],
    ['letters', { number: 'four' }, 'number', 'not valid'],
    ['no number', { number: '' }, 'number', 'required'],
    ['a past expiry', { expiry: '01/24' }, 'expiry', 'MM/YY'],
    ['a thirteenth month', { expiry: '13/40' }, 'expiry', 'MM/YY'],
    ['a short cvv', { cvv: '12' }, 'cvv', 'CVV'],
    ['no name', { name: ' ' }, 'name', 'required'],
  ])('%s is refused with a reason and leaves no payment', async (_case, card, field, description) => {
    const orderId = await sandbox.createOrder();
    const answer = await sandbox.payByCard(orderId, card);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { field, description: expect.stringContaining(description) } },
    });
    expect(await paymentsOf(orderId)).toEqual([]);
  });

  test('an unknown UPI ID is refused and leaves no payment', async () => {
    const answer = await sandbox.payByUpi(await sandbox.createOrder(), 'me@bank');
    expect(answer).toMatchObject({ status: 400, body: { error: { field: 'vpa' } } });
  });

  test('a wrong key, an unknown order and an unknown method are refused', async () => {
    const orderId = await sandbox.createOrder();
    const payment = { key_id: keys.keyId, order_id: orderId, method: 'card', card: goodCard };
    const refusals = [
      { ...payment, key_id: 'rzp_test_other' },
      { ...payment, order_id: 'order_unknown' },
      { ...payment, method: 'cash' },
    ];
    const answers = await Promise.all(refusals.map((body) => sandbox.call('POST', '/v1/checkout/pay', body)));
    expect(answers.map((answer) => answer.status)).toEqual([400, 400, 400]);
    expect(await paymentsOf(orderId)).toEqual([]);
  });
});

test('an order is paid once by parallel payments', async () => {
  const orderId = await sandbox.createOrder();
  const answers = await Promise.all(Array.from({ length: 8 }, () => sandbox.payByCard(orderId)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(400)]);
  expect(await paymentsOf(orderId)).toHaveLength(1);
});

test('the database stores neither card number nor CVV', async () => {
  await sandbox.payByCard(await sandbox.createOrder(), { cvv: '9173' });
  const { rows } = await database.pool.query('select payments::text as row from sandbox.payments');
  const kept = JSON.stringify(rows);
  expect(kept).toContain('1007');
  expect(kept).not.toContain('4100280000001007');
  expect(kept).not.toContain('9173');
});

test('the dialog works from a page of another origin', async () => {
  const preflight = await fetch(`${sandbox.baseUrl}/v1/checkout/pay`, { method: 'OPTIONS' });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
});

test.each([
  ['/v1/checkout.js', 'text/javascript; charset=utf-8', 'window.Razorpay'],
  ['/v1/checkout/dialog.js', 'text/javascript; charset=utf-8', 'createDialog'],
  ['/v1/checkout/markup.js', 'text/javascript; charset=utf-8', 'Test payment – no real money moves'],
  ['/v1/checkout/dialog.css', 'text/css; charset=utf-8', 'dialog'],
])('%s is served to pages of any origin', async (path, type, content) => {
  const response = await fetch(`${sandbox.baseUrl}${path}`);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('content-type')).toBe(type);
  expect(await response.text()).toContain(content);
});

test('a card is valid until the end of its month', () => {
  expect(isValidExpiry('11/26', new Date('2026-11-30T23:59:59Z'))).toBe(true);
  expect(isValidExpiry('11/26', new Date('2026-12-01T00:00:00Z'))).toBe(false);
  expect(isValidExpiry('1 / 2030', new Date('2026-12-01T00:00:00Z'))).toBe(true);
});

test('the Luhn check finds swapped digits', () => {
  expect(passesLuhn('4111111111111111')).toBe(true);
  expect(passesLuhn('4111111111111112')).toBe(false);
});
