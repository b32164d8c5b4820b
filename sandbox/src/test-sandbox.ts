import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import type { Pool } from 'pg';
import type { PaymentProof } from './checkout/checkout.service.ts';
import { sandboxPlugin } from './plugin.ts';
import type { SandboxOptions } from './sandbox.ts';
import { createTestDatabase } from './test-database.ts';

const PREFIX = '/sandbox/razorpay';

export const keys = {
  keyId: 'rzp_test_sandboxkey',
  keySecret: 'sandbox key secret',
  webhookSecret: 'sandbox webhook secret',
};

export const goodCard = { number: '4100 2800 0000 1007', expiry: '12/49', cvv: '123', name: 'Asha Rao' };

interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  body: string;
  event: string;
  payload: Record<string, { entity: Record<string, unknown> }>;
}

/** The merchant's server: stores webhooks and answers the next planned status, or 200. */
export async function startWebhookReceiver() {
  const received: ReceivedWebhook[] = [];
  const plannedStatuses: number[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { event, payload } = JSON.parse(body);
    received.push({ headers: request.headers, body, event, payload });
    response.writeHead(plannedStatuses.shift() ?? 200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    received,
    plannedStatuses,
    eventsOf: (orderId: string) =>
      received
        .filter((webhook) => webhook.payload.payment?.entity.order_id === orderId)
        .map((webhook) => webhook.event),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export async function startSandbox(pool: Pool, webhookUrl: string, options: Partial<SandboxOptions> = {}) {
  const app = Fastify();
  const routes: { method: string; path: string }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, path: url.replace(PREFIX, '') });
  });
  await app.register(sandboxPlugin, {
    prefix: PREFIX,
    pool,
    webhookUrl: () => webhookUrl,
    allowFaults: true,
    ...keys,
    ...options,
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, routes, close: () => app.close(), ...createCaller(`${address}${PREFIX}`) };
}

export type OpenSandbox = Awaited<ReturnType<typeof openSandbox>>;

/** The setup of most test files: a database, a merchant and a sandbox. */
export async function openSandbox() {
  const database = await createTestDatabase();
  const receiver = await startWebhookReceiver();
  const sandbox = await startSandbox(database.pool, receiver.url);
  return {
    database,
    receiver,
    sandbox,
    close: async () => {
      await sandbox.close();
      await receiver.close();
      await database.drop();
    },
  };
}

export interface Answer<Body> {
  status: number;
  body: Body;
}

export function createCaller(baseUrl: string) {
  const authorization = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`;

  async function call<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const content = await response.text();
    return { status: response.status, body: content ? JSON.parse(content) : undefined };
  }

  async function createOrder(amount = 49_900): Promise<string> {
    const { body } = await call<{ id: string }>('POST', '/v1/orders', { amount, currency: 'INR' });
    return body.id;
  }

  return {
    authorization,
    baseUrl,
    call,
    createOrder,
    payByCard: (orderId: string, card: Partial<typeof goodCard> = {}) =>
      call<PaymentProof>('POST', '/v1/checkout/pay', {
        key_id: keys.keyId,
        order_id: orderId,
        method: 'card',
        card: { ...goodCard, ...card },
      }),
    payByUpi: (orderId: string, vpa: string) =>
      call<PaymentProof>('POST', '/v1/checkout/pay', { key_id: keys.keyId, order_id: orderId, method: 'upi', vpa }),
    plan: (operation: string, behaviour: string, more: { times?: number; phase?: 'before' | 'after' } = {}) =>
      call('POST', '/v1/test/faults', { operation, behaviour, ...more }),
  };
}
