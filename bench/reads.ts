import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../api/src/platform/migrations/migrate.ts';
import { reservePort } from '../api/src/testing/servers/reserved-port.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/src/start.ts';
import { fillCatalogue } from './fill-shop.ts';
import { startBuiltServer, startProcess } from './processes.ts';
import { type Figures, readAll } from './read-load.ts';
import { type Bench, type Case, casesOf, type Row, type Way } from './reads-cases.ts';
import { reportOf } from './reads-report.ts';
import { countStatements } from './statement-counter.ts';

/**
 * Measures reads a second of the real server beside bare Fastify on the same PostgreSQL, in one interleaved run. `kept` repeats one
 * request; `made` uses so many that no answer comes from memory. Everything shares this machine.
 */
const PRODUCTS = Number(process.env.PRODUCTS ?? 10_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SECONDS = Number(process.env.SECONDS ?? 1);
const ONLY = process.env.ONLY;
const CONNECTIONS = 10;

const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
const counter = await countStatements(postgres.url);
const ports = { shop: await reservePort(), counted: await reservePort(), bare: await reservePort() };
const urlOf = (name: keyof typeof ports) => `http://127.0.0.1:${ports[name]}`;
const env = {
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  ROLE: 'web',
  DATA_DIR: dataDir,
  DATABASE_URL: postgres.url,
  RATE_LIMIT_FACTOR: '1000000',
  LOG_LEVEL: 'error',
  ADMIN_PORT: 'off',
  PAYMENT_PROVIDER: 'sandbox',
};

await migrate(postgres.url);
await fillCatalogue(postgres.url, PRODUCTS);
await pool.query(
  `insert into images (id, product_id, width, height, widths) select id::text, id, 800, 600, '{320,640,800}' from products`,
);
await pool.query('vacuum analyze');
const servers = {
  shop: await startBuiltServer({ ...env, PORT: String(ports.shop) }),
  bare: await startProcess('bench/reads-bare.ts', { PORT: String(ports.bare), DATABASE_URL: postgres.url }),
};

try {
  await answering(`${urlOf('shop')}/readyz`);
  const { rows } = await pool.query<{ id: string }>('select id from products where is_active order by id limit 5000');
  const cases = casesOf(rows.map(({ id }) => id)).filter(({ name }) => !ONLY || ONLY.split(',').includes(name));
  for (const { name, paths } of cases) await giveBareTheText(name, paths[0] ?? '/');
  for (const item of cases) for (const way of waysOf(item)) await run(item, way, 300);
  const results: Bench = { products: PRODUCTS, rounds: ROUNDS, seconds: SECONDS, connections: CONNECTIONS, rows: [] };
  for (const item of cases) results.rows.push({ item, figures: {}, statements: {} });
  for (let round = 0; round < ROUNDS; round += 1)
    for (const row of results.rows)
      for (const way of waysOf(row.item)) {
        const figures = await run(row.item, way, SECONDS * 1000);
        row.figures[way] = [...(row.figures[way] ?? []), figures];
      }
  const memory = await residentOf(servers.shop.pid);
  await countEach(results.rows);
  const report = reportOf(results, {
    memory,
    cpu: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
    load: loadavg()[0] ?? 0,
  });
  console.log(report);
  await mkdir(join(import.meta.dirname, 'results'), { recursive: true });
  await writeFile(join(import.meta.dirname, 'results/reads.md'), report);
} finally {
  for (const server of Object.values(servers)) server.kill('SIGKILL');
  counter.close();
  await pool.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function waysOf({ sql, paths }: Case): Way[] {
  return ['text', ...(sql ? (['sql'] as const) : []), 'kept', ...(paths.length > 1 ? (['made'] as const) : [])];
}

function run(
  { name, paths, sql }: Case,
  way: Way,
  durationMs: number,
  shop: 'shop' | 'counted' = 'shop',
): Promise<Figures> {
  const load = { connections: CONNECTIONS, durationMs };
  if (way === 'text') return readAll({ ...load, url: urlOf('bare'), paths: [`/text/${name}`] });
  if (way === 'sql') return readAll({ ...load, url: urlOf('bare'), paths: sql ?? [] });
  return readAll({ ...load, url: urlOf(shop), paths: way === 'kept' ? paths.slice(0, 1) : paths });
}

/** Counts statements in a separate process, so that the measured server talks to PostgreSQL directly. */
async function countEach(rows: Row[]): Promise<void> {
  const server = await startBuiltServer({ ...env, PORT: String(ports.counted), DATABASE_URL: counter.url });
  try {
    await answering(`${urlOf('counted')}/readyz`);
    for (const { item, statements } of rows)
      for (const way of ['kept', 'made'] as const) {
        if (!waysOf(item).includes(way)) continue;
        const before = counter.statements();
        const { requests } = await run(item, way, 1_000, 'counted');
        statements[way] = (counter.statements() - before) / requests;
      }
  } finally {
    server.kill('SIGKILL');
  }
}

async function giveBareTheText(name: string, path: string): Promise<void> {
  const reply = await fetch(`${urlOf('shop')}${path}`);
  const body = JSON.stringify({ type: reply.headers.get('content-type'), text: await reply.text() });
  await fetch(`${urlOf('bare')}/text/${name}`, {
    method: 'PUT',
    body,
    headers: { 'content-type': 'application/json' },
  });
}

async function answering(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => undefined))?.ok) await pause(100);
}

/** The memory of a process in megabytes. */
async function residentOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
