import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../api/src/config.ts';
import { sessionCookies } from '../api/src/features/accounts/session-cookie.ts';
import { openSession } from '../api/src/features/accounts/sessions.service.ts';
import { findProductForSale } from '../api/src/features/catalogue/product-standing.service.ts';
import { startEmbeddedPostgres } from '../api/src/platform/embedded-postgres.ts';
import { migrate } from '../api/src/platform/migrations.ts';
import { closeShop, openShop, type Shop } from '../api/src/shop.ts';
import { buildProduct, buildUser } from '../api/src/testing/builders.ts';
import { freePort, startProcess } from './processes.ts';
import { buyThroughServer, type Result } from './purchase-load.ts';
import { buyRaw } from './purchase-raw.ts';

/**
 * Purchases a second through the real server, on one hot product and spread over many, beside the same two
 * transactions without our code. Everything runs on this machine at once, durable PostgreSQL included.
 */
const BUYERS = 24;
const PURCHASES = Number(process.env.PURCHASES ?? 2_000);
const SPREAD = 1_000;
const ROUNDS = 2;
const UNITS_A_STATEMENT = 5_000;
const KEY_SECRET = 'bench key secret';

const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
await migrate(postgres.url);
const [port, providerPort] = [await freePort(), await freePort()];
const env = {
  NODE_ENV: 'test',
  PORT: String(port),
  HOST: '127.0.0.1',
  ROLE: 'web',
  DATA_DIR: dataDir,
  DATABASE_URL: postgres.url,
  DATABASE_POOL: String(BUYERS),
  RATE_LIMIT_FACTOR: '1000000',
  LOG_LEVEL: 'error',
  PAYMENT_PROVIDER: 'sandbox',
  SANDBOX_URL: `http://127.0.0.1:${providerPort}`,
  RAZORPAY_KEY_ID: 'rzp_test_bench',
  RAZORPAY_KEY_SECRET: KEY_SECRET,
  RAZORPAY_WEBHOOK_SECRET: 'bench webhook secret',
};
const shop = await openShop({ config: readConfig(env), databaseUrl: postgres.url });
const provider = await startProcess('bench/provider-stub.ts', { PORT: String(providerPort) });
const server = await startProcess('api/src/testing/shop-server.ts', env);

try {
  const users = await Promise.all(Array.from({ length: BUYERS }, () => buildUser(shop)));
  const buyers = await Promise.all(users.map((user) => signIn(shop, user)));
  const each = Math.ceil(PURCHASES / SPREAD) * 2 * ROUNDS + 1;
  const hot = [(await stockedProduct(shop, PURCHASES * 2 * ROUNDS + 500)).id];
  const spread: string[] = [];
  for (let made = 0; made < SPREAD; made++) spread.push((await stockedProduct(shop, each)).id);
  const details = JSON.stringify(await findProductForSale(shop.db, hot[0] ?? '', new Date()));

  const run = {
    server: (productIds: string[], purchases = PURCHASES) =>
      buyThroughServer({ url: `http://127.0.0.1:${port}`, buyers, productIds, purchases, keySecret: KEY_SECRET }),
    raw: (productIds: string[]) =>
      buyRaw({ pool: shop.pool, buyerIds: users.map(({ id }) => id), productIds, purchases: PURCHASES, details }),
  };
  await run.server(spread, 200);
  const results = { hot: [] as Result[], spread: [] as Result[], rawHot: [] as Result[], rawSpread: [] as Result[] };
  for (let round = 0; round < ROUNDS; round++) {
    results.rawSpread.push(await run.raw(spread));
    results.spread.push(await run.server(spread));
    results.rawHot.push(await run.raw(hot));
    results.hot.push(await run.server(hot));
  }
  const report = reportOf(results);
  console.log(report);
  await mkdir(join(import.meta.dirname, 'results'), { recursive: true });
  await writeFile(join(import.meta.dirname, 'results/purchase.md'), report);
} finally {
  server.kill('SIGKILL');
  provider.kill('SIGKILL');
  await closeShop(shop);
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** More units than one INSERT of the builder can carry. */
async function stockedProduct(shop: Shop, units: number) {
  const product = await buildProduct(shop, { units: Math.min(units, UNITS_A_STATEMENT) });
  if (units > UNITS_A_STATEMENT)
    await shop.pool.query(
      'insert into units (id, product_id, goods_id) select gen_random_uuid(), $1, $2 from generate_series(1, $3)',
      [product.id, product.goods_id, units - UNITS_A_STATEMENT],
    );
  return product;
}

async function signIn(shop: Shop, user: Awaited<ReturnType<typeof buildUser>>) {
  const { sessionId } = await openSession(shop, { ...user, active: true, created_at: new Date() });
  return { cookie: `${sessionCookies(shop.config).name}=${sessionId}` };
}

function reportOf(results: Record<'hot' | 'spread' | 'rawHot' | 'rawSpread', Result[]>): string {
  const best = (runs: Result[]) => Math.max(...runs.map(({ perSecond }) => perSecond));
  const errors = Object.values(results).flatMap((runs) => runs.flatMap((run) => run.errors));
  const row = (name: string, ours: Result[], raw: Result[]) =>
    `| ${name} | ${best(ours).toFixed(0)} | ${best(raw).toFixed(0)} | ${(best(ours) / best(raw)).toFixed(2)} |`;
  return `# Purchases a second

\`npm run bench:purchase\`, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}: PostgreSQL (durable), the server, the
provider stub and the load all share these cores. Best of ${ROUNDS} rounds of ${PURCHASES} purchases, ${BUYERS} buyers at once.
Raw: the statements of the same two transactions over ${BUYERS} connections, without HTTP, sessions, rate limit or
provider. The server runs with \`ROLE=web\`: mails are rendered by a worker of their own, and not measured.

| | server | raw | server ÷ raw |
|---|---|---|---|
${row('one hot product', results.hot, results.rawHot)}
${row(`spread over ${SPREAD} products`, results.spread, results.rawSpread)}

Hot ÷ spread: ${(best(results.hot) / best(results.spread)).toFixed(2)}. Errors: ${errors.length}${errors.length > 0 ? ` (${[...new Set(errors)].join(', ')})` : ''}. Load average at the end: ${loadavg()[0]?.toFixed(1)}.
Targets: server ÷ raw ≥ 0.6, hot ÷ spread ≥ 0.8, no errors.
`;
}
