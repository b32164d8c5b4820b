import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../api/src/platform/migrations/migrate.ts';
import type { TestClient } from '../api/src/testing/clients/test-client.ts';
import { reservePort } from '../api/src/testing/servers/reserved-port.ts';
import { keepResult } from '../deploy/local-cluster/test/results-file.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/src/start.ts';
import { fillShop } from './fill-shop.ts';
import { startProcess } from './processes.ts';
import { KEY_SECRET, soldByStub } from './sold-by-stub.ts';
import { buySteadily, type Period, registerBuyer } from './steady-purchases.ts';

/**
 * Migrates a million orders while the previous version sells and a reader holds locks for 20 seconds:
 * `BEFORE=<its checkout, with node_modules> npm run bench:migrations`. The previous version then continues on the new schema.
 */
const BEFORE = resolve(process.env.BEFORE ?? '.');
const TITLE = process.env.TITLE ?? 'Migrations under purchases';
const ORDERS = Number(process.env.ORDERS ?? 1_000_000);
const BUYERS = 8;
const READER_MS = 20_000;
const CALM_MS = 10_000;
const SOLD = 50;

const dataDir = await mkdtemp(join(tmpdir(), 'shop-migrations-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
const [port, nextPort, providerPort] = [await reservePort(), await reservePort(), await reservePort()];
const before: { migrate: (url: string) => Promise<void> } = await import(
  join(BEFORE, 'api/src/platform/migrations.ts')
);
const client = new pg.Client({ connectionString: postgres.url });
const settings = (port: number) => ({
  ...soldByStub({ port, providerPort, dataDir, databaseUrl: postgres.url }),
  LOG_LEVEL: 'silent',
});
const servers = [await startProcess('bench/provider-stub.ts', { PORT: String(providerPort) })];
try {
  await before.migrate(postgres.url);
  await fillShop(postgres.url, { orders: ORDERS, products: ORDERS / 50, users: ORDERS / 10 });
  await client.connect();
  const productIds = await putOnSale();
  servers.push(await startProcess(join(BEFORE, 'api/src/testing/servers/shop-server.ts'), settings(port)));
  const buyers = await buyersAt(`http://127.0.0.1:${port}`);
  const shopping = buySteadily({ buyers, productIds, keySecret: KEY_SECRET });
  shopping.begin('the version before, on its own schema');
  await pause(CALM_MS);
  shopping.begin('while this version migrates, behind a reader of 20 s');
  const reading = readSlowly();
  const since = performance.now();
  await migrate(postgres.url);
  const migratedMs = performance.now() - since;
  await reading;
  shopping.begin('the version before, on the new schema');
  await pause(CALM_MS);
  servers.push(await startProcess('api/src/testing/servers/shop-server.ts', settings(nextPort)));
  const others = await buyersAt(`http://127.0.0.1:${nextPort}`);
  const shoppingThere = buySteadily({ buyers: others, productIds, keySecret: KEY_SECRET });
  shopping.begin('the version before, beside this one');
  shoppingThere.begin('this version, beside the one before');
  await pause(CALM_MS);
  const report = reportOf([...(await shopping.end()), ...(await shoppingThere.end())], migratedMs);
  console.log(report);
  await keepResult(TITLE, report);
} finally {
  for (const server of servers) server.kill('SIGKILL');
  await client.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function buyersAt(url: string): Promise<TestClient[]> {
  return Promise.all(Array.from({ length: BUYERS }, () => registerBuyer(url)));
}

/** Some products with the price of the buyers and more stock than they can buy. */
async function putOnSale(): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `update products set price_paise = 49900, is_active = true
     where id in (select id from products where goods_id is not null order by id limit ${SOLD}) returning id`,
  );
  await client.query(
    `insert into units (id, product_id, goods_id) select gen_random_uuid(), id, goods_id
     from products, generate_series(1, 2000) where id = any($1)`,
    [rows.map(({ id }) => id)],
  );
  return rows.map(({ id }) => id);
}

/** An open transaction of a report. It holds a lock on every table that it read. */
async function readSlowly(): Promise<void> {
  await client.query('begin');
  for (const table of ['orders', 'products', 'units', 'users', 'sessions', 'payments', 'deliveries', 'audit_log'])
    await client.query(`select from ${table} limit 1`);
  await pause(READER_MS);
  await client.query('commit');
}

function reportOf(periods: Period[], migratedMs: number): string {
  const rows = periods.map(({ name, purchases, failures, waitsMs }) => {
    const sorted = waitsMs.toSorted((one, other) => one - other);
    const at = (share: number) =>
      ((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) / 1000).toFixed(2);
    const why = [...new Set(failures)].join(', ');
    return `| ${[name, purchases, `${failures.length}${why && ` (${why})`}`, at(0.5), at(0.99), at(1)].join(' | ')} |`;
  });
  return `${ORDERS.toLocaleString('en')} orders, ${BUYERS} buyers who buy without a pause. The migrations took ${(migratedMs / 1000).toFixed(1)} s.

| | purchases | failed | p50 s | p99 s | longest wait s |
|---|---:|---:|---:|---:|---:|
${rows.join('\n')}
`;
}
