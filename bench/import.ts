import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { API_BASE } from '@shop/contract/calls/calls';
import { readConfig } from '../api/src/config.ts';
import { sessionCookies } from '../api/src/features/accounts/sessions/session-cookie.ts';
import { openSession } from '../api/src/features/accounts/sessions/sessions.service.ts';
import { setStock } from '../api/src/features/stock/stock.service.ts';
import { migrate } from '../api/src/platform/migrations/migrate.ts';
import { closeShop, openShop, type Shop } from '../api/src/shop.ts';
import { buildProduct, buildUser } from '../api/src/testing/data/builders.ts';
import { buildPool, newCodes } from '../api/src/testing/data/pools.ts';
import { reservePort } from '../api/src/testing/servers/reserved-port.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/src/start.ts';
import { visitDuring, type Waits } from './import-visitors.ts';
import { startProcess } from './processes.ts';
import { KEY_SECRET, soldByStub } from './sold-by-stub.ts';

/** Measures an import of 50,000 codes, and the waiting time of visitors meanwhile. */
const VISITORS = 50;
const LINES = Number(process.env.LINES ?? 50_000);
const QUIET_MS = 15_000;
const PRODUCTS = 50;
const UNITS = 5_000;

const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
await migrate(postgres.url);
const [port, providerPort] = [await reservePort(), await reservePort()];
const url = `http://127.0.0.1:${port}`;
const env = soldByStub({ port, providerPort, dataDir, databaseUrl: postgres.url });
const shop = await openShop({ config: readConfig(env), databaseUrl: postgres.url });
const provider = await startProcess('bench/provider-stub.ts', { PORT: String(providerPort) });
const server = await startProcess('api/src/testing/servers/shop-server.ts', env);

type Step = { name: string; seconds: number; status: number; waits: Waits };

try {
  const visitors = {
    url,
    cookies: await Promise.all(Array.from({ length: VISITORS }, async () => signIn(shop, await buildUser(shop)))),
    productIds: await shelf(),
    keySecret: KEY_SECRET,
  };
  const { id: poolId } = await buildPool(shop, { codes: [] });
  const cookie = await signIn(shop, await buildUser(shop, { role: 'admin' }));
  const body = JSON.stringify({ reference: 'bench', codes: newCodes(LINES).join('\n') });
  const send = async (query: string) => {
    const reply = await fetch(`${url}${API_BASE}/admin/products/${poolId}/batches${query}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body,
    });
    await reply.arrayBuffer();
    return reply.status;
  };
  const step = async (name: string, work: () => Promise<number>): Promise<Step> => {
    let [seconds, status] = [0, 0];
    const waits = await visitDuring(visitors, async () => {
      const startedAt = performance.now();
      status = await work();
      seconds = (performance.now() - startedAt) / 1000;
    });
    return { name, seconds, status, waits };
  };
  const quiet = () => pause(QUIET_MS).then(() => 200);
  await visitDuring(visitors, quiet);
  const steps = [
    await step('before', quiet),
    await step('dry run', () => send('?dryRun=true')),
    await step('import', () => send('')),
    await step('the same again', () => send('')),
    await step('after', quiet),
  ];
  const { rows } = await shop.pool.query('select count(*)::int as units from units where product_id = $1', [poolId]);
  const report = reportOf(steps, rows[0].units);
  console.log(report);
  await mkdir(join(import.meta.dirname, 'results'), { recursive: true });
  await writeFile(join(import.meta.dirname, 'results/import.md'), report);
} finally {
  server.kill('SIGKILL');
  provider.kill('SIGKILL');
  await closeShop(shop);
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function shelf(): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < PRODUCTS; made++) {
    const { id, goods_id } = await buildProduct(shop, { units: 0 });
    await setStock(shop.db, { productId: id, goodsId: goods_id, available: UNITS });
    await shop.pool.query('update products set is_sold = false where id = $1', [id]);
    ids.push(id);
  }
  await shop.pool.query('vacuum analyze');
  return ids;
}

async function signIn(shop: Shop, user: Awaited<ReturnType<typeof buildUser>>): Promise<string> {
  const { sessionId } = await openSession(shop, { ...user, active: true, created_at: new Date() });
  return `${sessionCookies(shop.config).name}=${sessionId}`;
}

function reportOf(steps: Step[], units: number): string {
  const row = ({ name, seconds, status, waits }: Step) => {
    const sorted = waits.milliseconds.toSorted((one, other) => one - other);
    const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(0);
    const cells = [at(0.5), at(0.99), at(1), sorted.length, waits.purchases, waits.errors.length];
    return `| ${[name, `${seconds.toFixed(1)} (${status})`, ...cells].join(' | ')} |`;
  };
  const errors = new Set(steps.flatMap(({ waits }) => waits.errors));
  return `# Visitors beside an import of codes

\`npm run bench:import\`, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}: server, PostgreSQL (durable), the provider's
stub and the load all share these cores. ${VISITORS} visitors browse and buy, with a look of a quarter of a second at each page, while
an administrator imports ${LINES.toLocaleString('en')} lines; ${units.toLocaleString('en')} units were added.

| | seconds (status) | median ms | p99 ms | longest ms | requests | purchases | errors |
|---|---:|---:|---:|---:|---:|---:|---:|
${steps.map(row).join('\n')}

${errors.size > 0 ? `Errors: ${[...errors].join(', ')}. ` : ''}Load average at the end: ${loadavg()[0]?.toFixed(1)}.
`;
}
