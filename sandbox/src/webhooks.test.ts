import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Razorpay from 'razorpay';
import { beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from './test-database.ts';
import { keys, type OpenSandbox, openSandbox, startSandbox } from './test-sandbox.ts';
import { retryDelayMs } from './webhooks/webhooks.rules.ts';

let database: OpenSandbox['database'];
let receiver: OpenSandbox['receiver'];
let sandbox: OpenSandbox['sandbox'];

beforeAll(async () => {
  const opened = await openSandbox();
  ({ database, receiver, sandbox } = opened);
  return opened.close;
});

test('a webhook carries the provider’s headers and shape', async () => {
  const orderId = await sandbox.createOrder();
  const { body: proof } = await sandbox.payByCard(orderId);
  await vi.waitFor(() => expect(receiver.eventsOf(orderId)).toHaveLength(2), 30_000);
  const webhook = receiver.received.find(({ event }) => event === 'order.paid');
  expect(webhook?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-razorpay-event-id': expect.stringMatching(/^evt_[0-9A-Za-z]{14}$/),
  });
  expect(JSON.parse(String(webhook?.body))).toEqual({
    entity: 'event',
    account_id: expect.stringMatching(/^acc_/),
    event: 'order.paid',
    contains: ['payment', 'order'],
    payload: {
      payment: {
        entity: expect.objectContaining({ id: proof.razorpay_payment_id, order_id: orderId, status: 'captured' }),
      },
      order: { entity: expect.objectContaining({ id: orderId, status: 'paid', amount_paid: 49_900 }) },
    },
    created_at: expect.any(Number),
  });
  const signature = String(webhook?.headers['x-razorpay-signature']);
  expect(Razorpay.validateWebhookSignature(String(webhook?.body), signature, keys.webhookSecret)).toBe(true);
  expect(Razorpay.validateWebhookSignature(String(webhook?.body), signature, 'another secret')).toBe(false);
});

test('a webhook is repeated unchanged until it is answered 2xx', async () => {
  receiver.plannedStatuses.push(500, 302);
  const orderId = await sandbox.createOrder();
  await sandbox.payByUpi(orderId, 'failure@razorpay');
  await vi.waitFor(() => expect(receiver.eventsOf(orderId)).toHaveLength(3), 30_000);
  const attempts = receiver.received.filter(({ payload }) => payload.payment?.entity.order_id === orderId);
  expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);
  expect(new Set(attempts.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(1);
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query('select from sandbox.webhooks where delivered_at is null');
    expect(rows).toHaveLength(0);
  }, 30_000);
});

test('the delay between retries grows up to a minute', () => {
  expect([1, 2, 3, 7, 40].map(retryDelayMs)).toEqual([1000, 2000, 4000, 60_000, 60_000]);
});

test('a webhook interrupted by a close is delivered after the next start', async () => {
  const ownDatabase = await createTestDatabase();
  const silent = await startSilentServer();
  const first = await startSandbox(ownDatabase.pool, silent.url);
  const orderId = await first.createOrder();
  const reached = once(silent.server, 'request');
  await first.payByUpi(orderId, 'failure@razorpay');
  await reached;
  await first.close();
  const second = await startSandbox(ownDatabase.pool, receiver.url);
  await vi.waitFor(() => expect(receiver.eventsOf(orderId)).toEqual(['payment.failed']), 30_000);
  await second.close();
  silent.server.closeAllConnections();
  silent.server.close();
  await ownDatabase.drop();
});

async function startSilentServer(): Promise<{ server: Server; url: string }> {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}
