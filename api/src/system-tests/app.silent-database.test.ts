import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import {
  createDatabase,
  createPool,
  databaseErrorCode,
  inTransaction,
  isDatabaseUnavailable,
} from '../platform/database/database.ts';
import { createLog } from '../platform/log/log.ts';
import { closeShop, openShop, type Shop } from '../shop.ts';
import type { Database } from '../tables.ts';
import { createTestDatabase } from '../testing/test-database.ts';

/**
 * The host of the database vanishes: packets are neither answered nor refused. Only our own timeout can end the wait;
 * TCP would take a quarter of an hour.
 */
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let line: Awaited<ReturnType<typeof openLine>>;
let shop: Shop;
let app: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  line = await openLine(database.url);
  dataDir = await mkdtemp(join(tmpdir(), 'shop-silent-'));
  // With keys there is no sandbox, which would poll the database over the same connections.
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_POOL: '4',
    SHARED_ANSWERS_MB: '0',
    RAZORPAY_KEY_ID: 'rzp_test_silent',
    RAZORPAY_KEY_SECRET: 'silent key secret',
    RAZORPAY_WEBHOOK_SECRET: 'silent webhook secret',
  });
  shop = await openShop({ config, databaseUrl: line.url, log: createLog('silent') });
  app = await createApp(shop, { web: false });
});
afterAll(async () => {
  await app.close();
  await closeShop(shop);
  line.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const products = () => app.inject('/api/v1/products');
const enquire = () =>
  app.inject({
    method: 'POST',
    url: '/api/v1/contact/submit',
    payload: { name: 'Asha Rao', email: 'asha@example.com', contactType: 'general', message: 'Is anybody there?' },
  });
const number = async (n: number) => (await sql<{ n: number }>`select ${n}::int as n`.execute(shop.db)).rows[0]?.n;

/** Opens connections first: a request that waits for a new connection would not lose a statement. */
async function openFour() {
  const clients = await Promise.all([1, 2, 3, 4].map(() => shop.pool.connect()));
  for (const client of clients) client.release();
}

it('requests get 503 while the database is silent, and work when it is back', async () => {
  const takeFour = (db: Database) => Promise.all([1, 2, 3, 4].map(() => sql`select 1`.execute(db)));
  await openFour();
  expect((await products()).statusCode).toBe(200);

  line.isSilent = true;
  const [read, write, readiness, statement, transaction] = await Promise.all([
    products(),
    enquire(),
    app.inject('/readyz'),
    number(1).catch(isDatabaseUnavailable),
    inTransaction(shop.db, takeFour).catch(isDatabaseUnavailable),
  ]);
  for (const reply of [read, write]) {
    expect(reply.statusCode).toBe(503);
    expect(reply.json()).toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' });
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(readiness.statusCode).toBe(503);
  expect([statement, transaction]).toEqual([true, true]);

  line.isSilent = false;
  expect(await Promise.all([2, 3, 4, 5].map(number))).toEqual([2, 3, 4, 5]);
  expect((await products()).statusCode).toBe(200);
  expect((await enquire()).statusCode).toBe(201);
});

it('a connection with a timed-out statement is not used again', async () => {
  await openFour();
  line.isSilent = true;
  const answers = [1, 2, 3, 4].map((n) =>
    number(n).catch(() => {
      line.isSilent = false;
      return number(10 * n);
    }),
  );
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40]);
});

it('connections to the database have TCP keep-alive', async () => {
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  const pool = createPool({ url: database.url, max: 1, onError: () => {} });
  (await pool.connect()).release();
  expect(keepAlive).toHaveBeenCalledWith(true, expect.any(Number));
  await pool.end();
});

it('a working database ends a slow statement before our own timeout', async () => {
  // On a stalled machine our timeout could fire first, so the limits are further apart here.
  const db = createDatabase(createPool({ url: database.url, max: 1, onError: () => {}, timeoutFactor: 2 }));
  expect(await sql`select pg_sleep(60)`.execute(db).catch(databaseErrorCode)).toBe('57014');
  await db.destroy();
});

/** A proxy to the database. While `isSilent` is set, it drops all data in both directions. */
async function openLine(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const state = { isSilent: false };
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => state.isSilent || to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    url: url.href,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  });
}
