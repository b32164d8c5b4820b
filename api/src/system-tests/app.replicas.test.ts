import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_BASE } from '@shop/contract/calls/calls';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../platform/log/log.ts';
import { migrate } from '../platform/migrations/migrate.ts';
import { closeShop, openShop, type Shop } from '../shop.ts';
import { parseSamples } from '../testing/checks/read-metrics.ts';
import { TestClient } from '../testing/clients/test-client.ts';
import { type SignedInClient, signedInClient } from '../testing/clients/test-sessions.ts';
import { buildProduct } from '../testing/data/builders.ts';
import { productForm } from '../testing/data/product-form.ts';
import { openReplicatedPostgres, type ReplicatedPostgres } from '../testing/servers/streaming-replica.ts';

type Process = { shop: Shop; app: FastifyInstance; url: string };

let postgres: ReplicatedPostgres;
let dataDir: string;
/** Two processes use one primary and its replica. Changes are made in `here`. */
let here: Process;
let elsewhere: Process;
let admin: SignedInClient;
beforeAll(async () => {
  postgres = await openReplicatedPostgres();
  await migrate(postgres.primaryUrl);
  dataDir = await mkdtemp(join(tmpdir(), 'shop-data-'));
  [here, elsewhere] = [await open(), await open()];
  admin = await signedInClient(here.shop, here.url, { role: 'admin' });
});
afterAll(async () => {
  for (const { app, shop } of [here, elsewhere]) {
    await app.close();
    await closeShop(shop);
  }
  await postgres.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function open(): Promise<Process> {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.primaryUrl,
    // Nothing listens on the second URL; it must do no harm.
    DATABASE_REPLICA_URL: `${postgres.replicaUrl}, postgres://shop@127.0.0.1:1/shop`,
    RATE_LIMIT_FACTOR: '1000',
  });
  const shop = await openShop({ config, databaseUrl: postgres.primaryUrl, log: createLog('silent') });
  const app = await createApp(shop, { web: false });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { shop, app, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}

/** The metrics of the real replica, and of statements that the primary answered instead. */
async function told({ shop }: Process) {
  const samples = parseSamples(await shop.metrics.registry.metrics());
  const { host } = new URL(postgres.replicaUrl);
  const of = (name: string) =>
    samples.find((sample) => sample.name === name && sample.labels.replica === host)?.value ?? Number.NaN;
  return {
    isUp: of('database_replica_up') === 1,
    lagSeconds: of('database_replica_lag_seconds'),
    reads: of('database_replica_reads_total'),
    fallbacks: Object.fromEntries(
      samples
        .filter(({ name }) => name === 'database_replica_fallbacks_total')
        .map(({ labels, value }) => [labels.reason, value]),
    ),
  };
}

const untilUp = (process: Process, isUp: boolean) =>
  vi.waitFor(async () => expect((await told(process)).isUp).toBe(isUp), 20_000);

/** Counts requests, so that each has a query that no cached answer matches. */
let asked = 0;
const ask = async ({ url }: Process, path: string) => {
  const reply = await new TestClient(url).fetch<{ data: { price: number } }>(`${API_BASE}${path}`);
  expect(reply.status).toBe(200);
  return reply.body.data;
};
const askAnew = (process: Process) => {
  asked += 1;
  return ask(process, `/products?maxPrice=${10_000 + asked}`);
};

/** A replica that is up may lag behind the last write, and is not used until it has caught up. */
async function untilItAnswers(process: Process): Promise<void> {
  await untilUp(process, true);
  const { reads } = await told(process);
  await vi.waitFor(async () => {
    await askAnew(process);
    expect((await told(process)).reads).toBeGreaterThan(reads);
  }, 20_000);
}

const priced = async (id: string, title: string, price: string) => {
  const body = productForm({ title, price, usageLimit: undefined });
  const saved = await admin.call('adminUpdateProduct', { params: { id }, body });
  expect(saved.status, saved.body.message).toBe(200);
};

describe('a replica', () => {
  it('a replica answers public reads and nothing else', async () => {
    await untilItAnswers(here);
    await vi.waitFor(async () => expect((await told(here)).lagSeconds).toBeLessThan(1), 20_000);
    const { reads } = await told(here);
    await admin.call('adminListProducts');
    await admin.call('profile');
    expect((await told(here)).reads).toBe(reads);
  });

  it('a replica counts as up to date after a switch of the WAL file', async () => {
    await untilUp(here, true);
    await postgres.switchLog();
    await untilItAnswers(here);
  });

  it('no answer of a lagging replica is too old, and admins see their changes at once', async () => {
    const { id, title } = await buildProduct(here.shop, { price: 100 });
    await untilUp(here, true);
    await untilUp(elsewhere, true);
    await vi.waitFor(async () => expect((await ask(elsewhere, `/products/${id}`)).price).toBe(100), 20_000);
    await postgres.pauseReplay();
    try {
      await priced(id, title, '250');
      // The replica is still up, but has not replayed the change.
      expect((await ask(here, `/products/${id}`)).price).toBe(250);
      expect((await told(here)).fallbacks.behind).toBeGreaterThan(0);
      const savedAt = performance.now();
      let price: number | undefined;
      for (let isLate = false; !isLate; ) {
        isLate = performance.now() - savedAt >= 1_000;
        ({ price } = await ask(elsewhere, `/products/${id}`));
      }
      expect(price).toBe(250);
      await untilUp(elsewhere, false);
    } finally {
      await postgres.resumeReplay();
    }
    await untilItAnswers(elsewhere);
  });

  it('a killed replica fails no page and is used again when it is back', async () => {
    await untilUp(here, true);
    let isOver = false;
    const reading = async () => {
      while (!isOver) await askAnew(here);
    };
    const readers = [reading(), reading(), reading()];
    await postgres.kill();
    await untilUp(here, false);
    await askAnew(here);
    await postgres.start();
    await untilUp(here, true);
    isOver = true;
    await Promise.all(readers);
    const { fallbacks } = await told(here);
    expect(fallbacks.failed).toBeGreaterThan(0);
    expect(fallbacks.away).toBeGreaterThan(0);
    await untilItAnswers(here);
  });
});
