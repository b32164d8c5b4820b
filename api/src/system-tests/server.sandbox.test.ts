import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { API_BASE, calls } from '@shop/contract/calls/calls';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { createLog } from '../platform/log/log.ts';
import { closeShop, openShop, type Shop } from '../shop.ts';
import type { TestClient } from '../testing/clients/test-client.ts';
import { proofOf, testPayments } from '../testing/clients/test-payments.ts';
import { signedInClient } from '../testing/clients/test-sessions.ts';
import { buildProduct } from '../testing/data/builders.ts';
import { placeOrder } from '../testing/data/purchases.ts';
import { type RoleProcess, startRole } from '../testing/servers/role-process.ts';
import { createTestDatabase } from '../testing/test-database.ts';

/** Several processes with one payment sandbox each. They share only the database. */
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let env: Record<string, string>;
let shop: Shop;
let processes: RoleProcess[] = [];
let [first, second]: [string, string] = ['', ''];
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'shop-sandbox-'));
  env = {
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    VAULT_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    SANDBOX_FAULTS: 'on',
    DRAIN_SECONDS: '1',
  };
  processes = await Promise.all((['web', 'web', 'worker'] as const).map((role) => startRole(role, env)));
  [first, second] = [processes[0]?.url ?? '', processes[1]?.url ?? ''];
  shop = await openShop({
    config: readConfig({ ...env, DATA_DIR: dataDir }),
    databaseUrl: database.url,
    log: createLog('silent'),
  });
}, 120_000);
afterAll(async () => {
  await Promise.all(processes.map((each) => each.end()));
  await closeShop(shop);
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const statusOf = async (order: string) =>
  (
    await shop.pool.query('select r.status from refunds r join payments p on p.id = payment_id where p.order_id = $1', [
      order,
    ])
  ).rows[0]?.status;

it('an order paid at one process can be verified at another', async () => {
  const product = await buildProduct(shop);
  const buyer = await signedInClient(shop, first, {});
  const order = await placeOrder(buyer, product);
  const proof = await testPayments({ ...shop, url: second }).payByCard(order.razorpayOrderId);
  const verified = await buyer.call('verifyPayment', { body: proofOf(order._id, proof) });
  expect([verified.status, verified.body.code]).toEqual([200, undefined]);
});

it('a worker without a public port can call its sandbox', async () => {
  const product = await buildProduct(shop, { units: 1 });
  const [late, quick] = [await signedInClient(shop, first, {}), await signedInClient(shop, second, {})];
  const payments = testPayments({ ...shop, url: second });
  const given = await placeOrder(late, product);
  await late.call('deleteOrder', { params: { id: given._id } });
  const bought = await placeOrder(quick, product);
  await payments.payByCard(bought.razorpayOrderId);
  // The order is paid late and the stock is gone, so a job refunds the money.
  await payments.capture(given.razorpayOrderId);
  await vi.waitFor(async () => expect(await statusOf(given._id)).toBe('processed'), { timeout: 30_000 });
  expect((await payments.ledger()).byOrder[given.razorpayOrderId]?.refunded).toBe(product.price_paise);
});

it('a draining process can still call its sandbox', { timeout: 60_000 }, async () => {
  const product = await buildProduct(shop);
  // A process that has not called the provider before has no open connection to it.
  const web = await startRole('web', env);
  processes.push(web);
  const buyer = await signedInClient(shop, web.url, {});
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await send(buyer, agent, 'GET', '/healthz');
  web.process.kill('SIGTERM');
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(Number(new URL(web.url).port), '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  while (await isOpen());
  const answer = await send(buyer, agent, 'POST', `${API_BASE}${calls.createOrder.path}`, {
    productId: product.id,
    amount: product.price_paise / 100,
    quantity: 1,
  });
  expect(answer).toMatchObject({ status: 201 });
  if (web.process.exitCode === null) await once(web.process, 'exit');
  expect(web.process.exitCode).toBe(0);
});

async function send({ baseUrl, cookies }: TestClient, agent: Agent, method: string, path: string, body?: object) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) };
  const sending = request(`${baseUrl}${path}`, { method, agent, headers }).end(body && JSON.stringify(body));
  const [reply] = (await once(sending, 'response')) as [IncomingMessage];
  return { status: reply.statusCode, body: await json(reply) };
}
