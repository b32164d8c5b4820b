import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_BASE, calls } from '@shop/contract/calls/calls';
import { readConfig } from '../api/src/config.ts';
import { sessionCookies } from '../api/src/features/accounts/sessions/session-cookie.ts';
import { openSession } from '../api/src/features/accounts/sessions/sessions.service.ts';
import { migrate } from '../api/src/platform/migrations/migrate.ts';
import { closeShop, openShop } from '../api/src/shop.ts';
import { buildProduct, buildUser } from '../api/src/testing/data/builders.ts';
import { reservePort } from '../api/src/testing/servers/reserved-port.ts';
import { beginnings, closeSlowClients, openSlowClients } from '../api/src/testing/servers/slow-clients.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/src/start.ts';
import { startProcess } from './processes.ts';

/** Measures the waiting time of visitors beside 1,000 half-sent requests and 100 stalled uploads. */
const VISITORS = 10;
const REQUESTS = Number(process.env.REQUESTS ?? 2_000);
const STALLED = { heads: 500, bodies: 500, uploads: 100 };
const UPLOAD_BYTES = 1024 * 1024;

const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
await migrate(postgres.url);
const port = await reservePort();
const url = `http://127.0.0.1:${port}`;
const env = {
  NODE_ENV: 'test',
  PORT: String(port),
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  DATABASE_URL: postgres.url,
  RATE_LIMIT_FACTOR: '1000000',
  // The slow clients stay for the whole measurement.
  REQUEST_TIMEOUT_FACTOR: '100',
  LOG_LEVEL: 'error',
};
const shop = await openShop({ config: readConfig(env), databaseUrl: postgres.url });
const server = await startProcess('api/src/testing/servers/shop-server.ts', env);

try {
  const products = [];
  for (let made = 0; made < 50; made++) products.push((await buildProduct(shop)).id);
  const paths = [`${API_BASE}/products`, ...products.map((id) => `${API_BASE}/products/${id}`)];
  const user = await buildUser(shop, { role: 'admin' });
  const { sessionId } = await openSession(shop, { ...user, active: true, created_at: new Date() });
  const cookie = `${sessionCookies(shop.config).name}=${sessionId}`;
  const upload = beginnings.upload(`${API_BASE}${calls.adminCreateProduct.path}`, cookie, UPLOAD_BYTES);

  await measure(paths, REQUESTS / 2);
  const quiet = await measure(paths, REQUESTS);
  const stalled = [
    ...(await openSlowClients(url, STALLED.heads, beginnings.head)),
    ...(await openSlowClients(url, STALLED.bodies, beginnings.body)),
    ...(await openSlowClients(url, STALLED.uploads, upload)),
  ];
  const slow = await measure(paths, REQUESTS);
  const stillOpen = stalled.filter((client) => client.isOpen()).length;
  await closeSlowClients(stalled);
  const after = await measure(paths, REQUESTS);
  const report = reportOf({ quiet, slow, after }, stillOpen);
  console.log(report);
  await mkdir(join(import.meta.dirname, 'results'), { recursive: true });
  await writeFile(join(import.meta.dirname, 'results/slow-clients.md'), report);
} finally {
  server.kill('SIGKILL');
  await closeShop(shop);
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

type Waits = { sorted: number[]; errors: number };

async function measure(paths: string[], requests: number): Promise<Waits> {
  const waits: number[] = [];
  let [asked, errors] = [0, 0];
  const visit = async () => {
    while (asked < requests) {
      const startedAt = performance.now();
      const reply = await fetch(`${url}${paths[asked++ % paths.length]}`);
      await reply.arrayBuffer();
      waits.push(performance.now() - startedAt);
      if (reply.status !== 200) errors++;
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visit));
  return { sorted: waits.sort((a, b) => a - b), errors };
}

function reportOf(runs: Record<'quiet' | 'slow' | 'after', Waits>, stillOpen: number): string {
  const at = ({ sorted }: Waits, share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(0);
  const row = (name: string, waits: Waits) =>
    `| ${name} | ${at(waits, 0.5)} | ${at(waits, 0.99)} | ${at(waits, 1)} | ${waits.errors} |`;
  return `# Visitors beside slow clients

\`npm run bench:slow-clients\`, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}: server, PostgreSQL, load and slow clients
all share these cores. ${VISITORS} visitors ask for the list and for single products, ${REQUESTS} requests a row. The slow ones are
${STALLED.heads} half-sent heads, ${STALLED.bodies} half-sent bodies and ${STALLED.uploads} uploads that stop after ${UPLOAD_BYTES / 1024 / 1024} MB; ${stillOpen} of them were still
connected when the visitors were done.

| milliseconds | median | p99 | longest | errors |
|---|---|---|---|---|
${row('before', runs.quiet)}
${row('with slow clients', runs.slow)}
${row('after they left', runs.after)}

Target: p99 under 1,000 ms. Load average at the end: ${loadavg()[0]?.toFixed(1)}.
`;
}
