import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../api/src/config.ts';
import { migrate } from '../api/src/platform/migrations/migrate.ts';
import { closeShop, openShop } from '../api/src/shop.ts';
import { signedInClient } from '../api/src/testing/clients/test-sessions.ts';
import { buildProduct } from '../api/src/testing/data/builders.ts';
import { reservePort } from '../api/src/testing/servers/reserved-port.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/src/start.ts';
import { startBuiltServer, startProcess } from './processes.ts';
import { buyThroughServer } from './purchase-load.ts';
import { readAll } from './read-load.ts';
import { KEY_SECRET, soldByStub } from './sold-by-stub.ts';

/** Measures purchases and reads a second for each `WEB_CONCURRENCY`: `npm run bench:processes`. */
const PROCESSES = [1, 2, 4];
const BUYERS = 24;
const PURCHASES = 2_000;
const READERS = 32;
const READ_MS = 5_000;
const PRODUCTS = 200;
const UNITS = 500;

type Figures = { processes: number; purchases: number; lists: number; pages: number; errors: number; cost: Cost };
/** Commits, WAL and disk space of one purchase. */
type Cost = { commits: number; walBytes: number; storedBytes: number };

const dataDir = await mkdtemp(join(tmpdir(), 'shop-processes-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
await migrate(postgres.url);
const [port, providerPort] = [await reservePort(), await reservePort()];
const url = `http://127.0.0.1:${port}`;
const env = {
  ...soldByStub({ port, providerPort, dataDir, databaseUrl: postgres.url }),
  // No list comes from memory, because that would not show the use of cores.
  SHARED_ANSWERS_MB: '0',
};
const provider = await startProcess('bench/provider-stub.ts', { PORT: String(providerPort) });
const shop = await openShop({ config: readConfig(env), databaseUrl: postgres.url });
try {
  const productIds: string[] = [];
  for (let made = 0; made < PRODUCTS; made++) productIds.push((await buildProduct(shop, { units: UNITS })).id);
  const clients = await Promise.all(Array.from({ length: BUYERS }, () => signedInClient(shop, url, {})));
  const buyers = clients.map(({ cookies }) => ({ cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }));
  const figures: Figures[] = [];
  for (const processes of PROCESSES) {
    const server = await startBuiltServer({ ...env, WEB_CONCURRENCY: String(processes) });
    while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) await pause(100);
    const buy = (purchases: number) => buyThroughServer({ url, buyers, productIds, purchases, keySecret: KEY_SECRET });
    const read = (paths: string[], durationMs: number) => readAll({ url, paths, connections: READERS, durationMs });
    const lists = Array.from({ length: 10 }, (_, page) => `/api/v1/products?page=${page + 1}`);
    const pages = ['/', ...productIds.slice(0, 20).map((id) => `/products/${id}`)];
    await buy(500);
    for (const paths of [lists, pages]) await read(paths, 1_000);
    await shop.pool.query('vacuum analyze');
    const before = await written();
    const bought = await buy(PURCHASES);
    const after = await written();
    figures.push({
      processes,
      purchases: bought.perSecond,
      errors: bought.errors.length,
      cost: {
        commits: (after.commits - before.commits) / PURCHASES,
        walBytes: (after.walBytes - before.walBytes) / PURCHASES,
        storedBytes: (after.storedBytes - before.storedBytes) / PURCHASES,
      },
      lists: (await read(lists, READ_MS)).perSecond,
      pages: (await read(pages, READ_MS)).perSecond,
    });
    console.log(figures.at(-1));
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
  const report = reportOf(figures);
  console.log(report);
  await mkdir(join(import.meta.dirname, 'results'), { recursive: true });
  await writeFile(join(import.meta.dirname, 'results/processes.md'), report);
} finally {
  provider.kill('SIGKILL');
  await closeShop(shop);
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function written(): Promise<Cost> {
  const { rows } = await shop.pool.query<Cost>(
    `select xact_commit as commits, (pg_current_wal_lsn() - '0/0')::bigint as "walBytes",
       pg_database_size(datname) as "storedBytes" from pg_stat_database where datname = current_database()`,
  );
  return rows[0] as Cost;
}

function reportOf(figures: Figures[]): string {
  const rows = figures.map(
    ({ processes, purchases, lists, pages, errors }) =>
      `| ${[processes, ...[purchases, lists, pages].map((perSecond) => perSecond.toFixed(0)), errors].join(' | ')} |`,
  );
  const [cost] = figures.map((figure) => figure.cost);
  return `# One port, several processes

\`npm run bench:processes\`, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}: a second, by \`WEB_CONCURRENCY\`. ${BUYERS} buyers over ${PRODUCTS} products,
${READERS} readers of lists and of pages, nothing repeated from memory (\`SHARED_ANSWERS_MB=0\`). PostgreSQL (durable), the provider's
stub and the load share these cores with the processes: on two of them more processes have little to win, and what is shown
is that they cost little. Load average at the end: ${loadavg()[0]?.toFixed(1)}.

| processes | purchases | lists | pages | failed purchases |
|---:|---:|---:|---:|---:|
${rows.join('\n')}

One purchase, counted in the run with one process: ${cost?.commits.toFixed(1)} commits, ${((cost?.walBytes ?? 0) / 1024).toFixed(1)} KB of write-ahead log and
${((cost?.storedBytes ?? 0) / 1024).toFixed(1)} KB in the database, indexes, its job and room for what will be vacuumed included.
`;
}
