import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { createCaller, keys, startWebhookReceiver } from './test-sandbox.ts';

let database: TestDatabase;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await startWebhookReceiver();
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await receiver.close();
  await database.drop();
});

// The program that `npm test` has built. Loading the sources takes several times as long.
const PROGRAM = fileURLToPath(new URL('../../.cache/servers/sandbox.js', import.meta.url));

async function startServer(webhookUrl: string) {
  const child = spawn(process.execPath, ['--enable-source-maps', PROGRAM], {
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: database.url,
      SANDBOX_KEY_ID: keys.keyId,
      SANDBOX_KEY_SECRET: keys.keySecret,
      SANDBOX_WEBHOOK_SECRET: keys.webhookSecret,
      WEBHOOK_URL: webhookUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = await once(createInterface(child.stdout), 'line');
  const [, baseUrl] = /^Payment sandbox listening on (\S+)$/.exec(line) ?? [];
  return { child, ...createCaller(String(baseUrl)) };
}

test('a killed sandbox finishes webhooks, captures and refunds after a restart', async () => {
  const unreachable = 'http://127.0.0.1:1/';
  const first = await startServer(unreachable);
  const paidOrderId = await first.createOrder();
  const lateOrderId = await first.createOrder();
  await first.plan('late-capture', 'delay:1500');
  await first.plan('refund-settlement', 'delay:1500');
  const { body } = await first.payByCard(paidOrderId);
  await first.payByUpi(lateOrderId, 'late@razorpay');
  await first.call('POST', `/v1/payments/${body.razorpay_payment_id}/refund`, {});
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  const second = await startServer(receiver.url);
  await vi.waitFor(() => {
    expect(receiver.eventsOf(paidOrderId).sort()).toEqual([
      'order.paid',
      'payment.captured',
      'refund.created',
      'refund.processed',
    ]);
    expect(receiver.eventsOf(lateOrderId).sort()).toEqual(['order.paid', 'payment.captured']);
  }, 30_000);

  second.child.kill('SIGTERM');
  expect(await once(second.child, 'exit')).toEqual([0, null]);
}, 40_000);
