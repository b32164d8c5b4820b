import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { measureShop, shopJobs } from '../app.ts';
import { type AdminPort, openAdminPort } from '../platform/http/admin-port.ts';
import { type ReadMetric, readMetrics } from '../testing/checks/read-metrics.ts';
import { testPayments } from '../testing/clients/test-payments.ts';
import { buildProduct } from '../testing/data/builders.ts';
import { buy, placeOrder } from '../testing/data/purchases.ts';
import { createUnreliableMailbox, type UnreliableMailbox } from '../testing/mails/unreliable-mailbox.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

/** Each metric changes with its cause. There is no worker; tests run the jobs. */
let shop: TestShop;
let port: AdminPort;
beforeAll(async () => {
  shop = await openTestShop({ SANDBOX_FAULTS: 'on', SHARED_ANSWERS_MB: '8' });
  measureShop(shop, shopJobs(shop));
  port = await openAdminPort(shop, { host: '127.0.0.1', port: 0, say: () => {} });
});
afterAll(async () => {
  await port.close();
  await shop.close();
});

const read = (): Promise<ReadMetric> => readMetrics(port.url ?? '');

/** The growth of each metric during `happening`. A missing counter counts as 0. */
async function growthOf<Names extends string>(
  metrics: Record<Names, [name: string, labels?: Record<string, string>]>,
  happening: () => Promise<unknown>,
): Promise<Record<Names, number>> {
  const look = async () => {
    const metric = await read();
    return Object.entries<[string, Record<string, string>?]>(metrics).map(
      ([as, which]) => [as, metric(...which) || 0] as const,
    );
  };
  const before = new Map(await look());
  await happening();
  return Object.fromEntries((await look()).map(([as, value]) => [as, value - (before.get(as) ?? 0)])) as Record<
    Names,
    number
  >;
}

const contact = (to: TestShop) =>
  to.visitor().call('submitContact', {
    body: { name: 'Asha Rao', email: 'asha@example.com', contactType: 'general', message: 'Hello' },
  });

it('shop_process_info has the role and name of the process', async () => {
  const { ROLE: role, instance } = shop.config;
  expect((await read())('shop_process_info', { role, instance })).toBe(1);
});

it('requests are counted by route and status', async () => {
  const route = '/api/v1/products/:id';
  const name = 'http_request_duration_seconds_count';
  const growth = await growthOf(
    {
      found: [name, { route, status: '200' }],
      missing: [name, { route, status: '404' }],
      nowhere: [name, { route: 'none', status: '404' }],
    },
    async () => {
      await shop.visitor().call('findProduct', { params: { id: (await buildProduct(shop)).id } });
      await shop.visitor().call('findProduct', { params: { id: crypto.randomUUID() } });
      await shop.visitor().fetch('/nowhere');
    },
  );
  expect(growth).toEqual({ found: 1, missing: 1, nowhere: 1 });
});

it('metrics show busy and waiting database connections', async () => {
  expect((await read())('database_up')).toBe(1);
  const max = shop.config.DATABASE_POOL;
  // Reads single metrics: reading all of them needs a database connection.
  const told = async (name: string) => shop.metrics.registry.getSingleMetricAsString(name);
  const taken = await Promise.all(Array.from({ length: max }, () => shop.pool.connect()));
  const waiting = shop.pool.query('select 1');
  try {
    expect(await told('database_pool_max')).toMatch(new RegExp(`^database_pool_max ${max}$`, 'm'));
    expect(await told('database_pool_connections')).toMatch(new RegExp(`state="busy"\\} ${max}$`, 'm'));
    expect(await told('database_pool_waiting')).toMatch(/^database_pool_waiting [1-9]/m);
  } finally {
    for (const client of taken) client.release();
  }
  await waiting;
});

it('metrics show due, retrying and failed jobs by lane, and the oldest', async () => {
  const lane = { lane: 'mail' };
  const growth = await growthOf({ due: ['shop_jobs_due', lane], other: ['shop_jobs_due', { lane: 'money' }] }, () =>
    contact(shop),
  );
  expect(growth).toEqual({ due: 1, other: 0 });
  const change = (what: string) => shop.pool.query(`update graphile_worker._private_jobs set ${what}`);
  await change("run_at = now() - interval '90 seconds'");
  expect((await read())('shop_jobs_oldest_due_seconds', lane)).toBeGreaterThanOrEqual(90);
  await change("attempts = 1, run_at = now() + interval '1 minute'");
  expect((await read())('shop_jobs_retrying', lane)).toBe(1);
  await change('attempts = max_attempts');
  const metric = await read();
  expect([metric('shop_jobs_retrying', lane), metric('shop_jobs_given_up', lane)]).toEqual([0, 1]);
  await shop.pool.query('delete from graphile_worker._private_jobs');
});

it('metrics count orders, holds and payments', async () => {
  const product = await buildProduct(shop);
  const buyer = await shop.customer();
  const placing = await growthOf(
    { placed: ['shop_orders_placed_total'], unpaid: ['shop_orders_unpaid'], held: ['shop_units_held'] },
    () => placeOrder(buyer, product, { quantity: 2 }),
  );
  expect(placing).toEqual({ placed: 1, unpaid: 1, held: 2 });
  const paying = await growthOf({ delivered: ['shop_payments_total', { outcome: 'delivered' }] }, () =>
    buy(buyer, testPayments(shop), product),
  );
  expect(paying).toEqual({ delivered: 1 });
});

it('a free order does not count as a placed order', async () => {
  const product = await buildProduct(shop, { price: 0 });
  const buyer = await shop.customer();
  expect(await growthOf({ placed: ['shop_orders_placed_total'] }, () => placeOrder(buyer, product))).toEqual({
    placed: 0,
  });
});

it('metrics show unsettled payments and open refunds, with the oldest', { timeout: 60_000 }, async () => {
  await shop.runJobs();
  const payments = testPayments(shop);
  const [late, quick] = [await shop.customer(), await shop.customer()];
  const product = await buildProduct(shop, { units: 1 });
  const given = await placeOrder(late, product);
  await late.call('deleteOrder', { params: { id: given._id } });
  await buy(quick, payments, product);
  await payments.plan('refund-settlement', 'delay:600000');
  // The event would report the refund a second time, at an unknown moment.
  await payments.plan('webhook:refund.created', 'drop');
  await payments.capture(given.razorpayOrderId);
  const openNotices =
    "select count(*)::int as n from provider_events where processed_at is null and payload::text like '%' || $1 || '%'";
  await vi.waitFor(
    async () => expect((await shop.pool.query(openNotices, [given.razorpayOrderId])).rows[0].n).toBeGreaterThan(0),
    30_000,
  );
  await shop.pool.query(
    "update provider_events set received_at = now() - interval '5 minutes' where processed_at is null",
  );
  expect((await read())('shop_oldest_unsettled_payment_seconds')).toBeGreaterThanOrEqual(300);

  const growth = await growthOf(
    {
      refunded: ['shop_payments_total', { outcome: 'refunded' }],
      pending: ['shop_refunds_total', { outcome: 'pending' }],
      open: ['shop_refunds_open'],
    },
    () => shop.runJobs(),
  );
  expect(growth).toEqual({ refunded: 1, pending: 1, open: 1 });
  await shop.pool.query("update refunds set created_at = now() - interval '1 hour' where status <> 'processed'");
  const metric = await read();
  expect(metric('shop_oldest_open_refund_seconds')).toBeGreaterThanOrEqual(3600);
  // A newer event may have arrived; the old ones are settled.
  expect(metric('shop_oldest_unsettled_payment_seconds')).toBeLessThan(300);
});

it('metrics count cached and new shared answers', async () => {
  const ask = async () =>
    text((await once(get(`${shop.url}/api/v1/products?limit=7`), 'response'))[0] as IncomingMessage);
  const growth = await growthOf({ found: ['shared_answers_found'], made: ['shared_answers_made'] }, async () => {
    await ask();
    await ask();
  });
  expect(growth).toEqual({ found: 1, made: 1 });
});

it('metrics count mails, job attempts and alarms', { timeout: 60_000 }, async () => {
  const mailbox: UnreliableMailbox = await createUnreliableMailbox();
  const working = await openTestShop({ SMTP_URL: mailbox.url, LOG_LEVEL: 'silent' }, { worker: true });
  const told = await openAdminPort(working, { host: '127.0.0.1', port: 0, say: () => {} });
  const seen = (name: string, labels: Record<string, string>, value: number) =>
    vi.waitFor(async () => expect((await readMetrics(told.url ?? ''))(name, labels)).toBe(value), { timeout: 30_000 });
  const job = { lane: 'mail', job: 'contact-acknowledgement-mail' };

  await contact(working);
  await seen('shop_mails_total', { outcome: 'sent' }, 1);
  await seen('shop_jobs_total', { ...job, outcome: 'done' }, 1);
  await mailbox.close();
  await contact(working);
  await seen('shop_mails_total', { outcome: 'failed' }, 1);
  await seen('shop_jobs_total', { ...job, outcome: 'failed' }, 1);
  expect((await readMetrics(told.url ?? ''))('shop_alarms_total')).toBe(0);
  await working.pool.query('update graphile_worker._private_jobs set attempts = max_attempts - 1, run_at = now()');
  await seen('shop_jobs_total', { ...job, outcome: 'gave-up' }, 1);
  await seen('shop_alarms_total', {}, 1);
  await told.close();
  await working.close();
});
