import Fastify from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxPlugin } from './plugin.ts';
import { prepareSandbox } from './schema.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { keys } from './test-sandbox.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

test('several processes can prepare the tables at once and again', async () => {
  await Promise.all(Array.from({ length: 5 }, () => prepareSandbox(database.pool)));
  const { rows } = await database.pool.query(
    "select table_name from information_schema.tables where table_schema = 'sandbox' order by 1",
  );
  expect(rows.map((row) => row.table_name)).toEqual([
    'calls',
    'disputes',
    'faults',
    'orders',
    'payments',
    'refunds',
    'webhooks',
  ]);
});

test('a database of an earlier version gets the status authorized', async () => {
  await prepareSandbox(database.pool);
  await database.pool.query(`
    alter table sandbox.payments drop constraint payments_status_check;
    alter table sandbox.payments add constraint payments_status_check check (status in ('created', 'captured', 'failed'));
    alter table sandbox.refunds drop column is_announced, drop column speed_requested, drop column speed_processed;
    drop table sandbox.disputes;
    insert into sandbox.orders values ('order_old', 100, null, 'paid', 1, '{}', now());
    insert into sandbox.payments (id, order_id, amount, status, method, created_at)
      values ('pay_old', 'order_old', 100, 'captured', 'upi', now());
    insert into sandbox.refunds (id, payment_id, amount, notes, request_hash, settle_at, will_fail, created_at)
      values ('rfnd_old', 'pay_old', 100, '{}', '', now(), false, now());
    comment on schema sandbox is 'an earlier version'`);
  await prepareSandbox(database.pool);
  await database.pool.query("update sandbox.payments set status = 'authorized' where id = 'pay_old'");
  const { rows } = await database.pool.query("select is_announced from sandbox.refunds where id = 'rfnd_old'");
  expect(rows).toEqual([{ is_announced: true }]);
});

test('a process prepares the tables while another one takes payments', async () => {
  await prepareSandbox(database.pool);
  const paying = await database.pool.connect();
  const starting = new pg.Pool({ connectionString: database.url, lock_timeout: 1_000 });
  try {
    await paying.query('begin; lock table sandbox.orders, sandbox.payments in row exclusive mode');
    await prepareSandbox(starting);
  } finally {
    await starting.end();
    await paying.query('rollback');
    paying.release();
  }
});

test('app and sandbox keep their own parsers, errors and 404 answers', async () => {
  const app = Fastify();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => ({
    rawLength: body.length,
  }));
  app.setErrorHandler((_error, _request, reply) => reply.code(418).send({ message: 'shop error' }));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'shop page missing' }));
  app.setValidatorCompiler(() => () => ({ error: new Error('the shop validates differently') }));
  app.post('/echo', async (request) => request.body);
  app.post('/fail', async () => {
    throw new Error('any');
  });
  await app.register(sandboxPlugin, {
    prefix: '/sandbox/razorpay',
    pool: database.pool,
    webhookUrl: () => 'http://127.0.0.1:1/',
    ...keys,
  });

  const authorization = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`;
  const created = await app.inject({
    method: 'POST',
    url: '/sandbox/razorpay/v1/orders',
    headers: { authorization },
    payload: { amount: 100, currency: 'INR' },
  });
  expect(created.json()).toMatchObject({ entity: 'order', amount: 100 });
  expect((await app.inject({ method: 'POST', url: '/echo', payload: { a: 1 } })).json()).toEqual({ rawLength: 7 });
  expect((await app.inject({ method: 'POST', url: '/fail' })).json()).toEqual({ message: 'shop error' });
  expect((await app.inject('/nowhere')).json()).toEqual({ message: 'shop page missing' });
  await app.close();
});

test('the app answers the requests that it refuses, the sandbox the others', async () => {
  const app = Fastify();
  app.setErrorHandler((_error, _request, reply) => reply.code(403).send({ message: 'another site' }));
  app.addHook('onRequest', async ({ headers }) => {
    if (headers.origin) throw new Error('an error that says nothing of its status');
  });
  await app.register(sandboxPlugin, { prefix: '/pay', pool: database.pool, webhookUrl: () => 'http://x/', ...keys });
  const pay = (headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: '/pay/v1/checkout/pay', headers, payload: {} });
  const refused = await pay({ origin: 'https://evil.example' });
  expect([refused.statusCode, refused.json()]).toEqual([403, { message: 'another site' }]);
  const admitted = await pay({});
  expect([admitted.statusCode, admitted.json()]).toMatchObject([400, { error: { field: 'key_id' } }]);
  await app.close();
});
