import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { readConfig } from '../api/src/config.ts';
import { sessionCookies } from '../api/src/features/accounts/sessions/session-cookie.ts';
import { openSession } from '../api/src/features/accounts/sessions/sessions.service.ts';
import { findProductForSale } from '../api/src/features/catalogue/availability.service.ts';
import { foldCatalogueCounts } from '../api/src/features/catalogue/browse/fold-catalogue-counts.job.ts';
import { addUnits } from '../api/src/features/stock/stock.service.ts';
import { foldListCounts } from '../api/src/platform/lists/list-counts.job.ts';
import { migrate } from '../api/src/platform/migrations/migrate.ts';
import { closeShop, openShop, type Shop } from '../api/src/shop.ts';
import { buildProduct, buildUser } from '../api/src/testing/data/builders.ts';
import { buildPool } from '../api/src/testing/data/pools.ts';
import { reservePort } from '../api/src/testing/servers/reserved-port.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/src/start.ts';
import { startBuiltServer, startProcess } from './processes.ts';
import { buyThroughServer, type Result } from './purchase-load.ts';
import { buyRaw } from './purchase-raw.ts';
import { type Visits, withVisitors } from './purchase-visitors.ts';
import { KEY_SECRET, soldByStub } from './sold-by-stub.ts';

/**
 * Measures purchases a second of the real server, for one hot product and for many, beside the same two transactions without our
 * code. Load, servers and durable PostgreSQL share this machine.
 */
const BUYERS = 24;
// About one second: the speed of the machine changes every second, and short rounds expose all variants to it equally.
const PURCHASES = Number(process.env.PURCHASES ?? 250);
const SPREAD = 1_000;
const ROUNDS = Number(process.env.ROUNDS ?? 24);
const TIDY_EVERY = 4;
const LONGER = 2;
// Warms up until the code is compiled, like a shop that has been open for a while.
const WARM_UP = 2_000;
// Warms up until connections have planned again after VACUUM.
const WARM_AGAIN = 100;
const WAYS = ['raw', 'bare', 'server'] as const;
const VISITORS = 50;

type Results = Record<'hot' | 'pool' | 'spread', Record<(typeof WAYS)[number], Result[]>>;
/**
 * Purchases while visitors read pages of the shop, and while they read as many bytes from a bare server on the same cores.
 */
type Visited = Record<'nowhere' | 'elsewhere' | 'here', Result[]>;
const POOL_UNITS = 1_000_000;

const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
await migrate(postgres.url);
const [port, providerPort, barePort] = [await reservePort(), await reservePort(), await reservePort()];
const elsewherePort = await reservePort();
const env = soldByStub({ port, providerPort, dataDir, databaseUrl: postgres.url });
const shop = await openShop({ config: readConfig(env), databaseUrl: postgres.url });
const provider = await startProcess('bench/provider-stub.ts', { PORT: String(providerPort) });
const server = await startBuiltServer(env);
const rawPool = new pg.Pool({ connectionString: postgres.url, max: BUYERS });
// The database stops while connections are still closing.
rawPool.on('error', () => {});
const elsewhere = await startProcess('bench/reads-bare.ts', {
  PORT: String(elsewherePort),
  DATABASE_URL: postgres.url,
});
let bare: ChildProcess | undefined;

try {
  const users = await Promise.all(Array.from({ length: BUYERS }, () => buildUser(shop)));
  const buyers = await Promise.all(users.map((user) => signIn(shop, user)));
  const warmings = WARM_UP + WARM_AGAIN * Math.ceil(ROUNDS / TIDY_EVERY);
  const each = Math.ceil((2 * WAYS.length * (PURCHASES * ROUNDS + warmings)) / SPREAD);
  const hot = [(await stockedProduct(shop, PURCHASES * ROUNDS * (WAYS.length + 3 * LONGER + 1))).id];
  const pool = [await largePool(shop)];
  const spread: string[] = [];
  for (let made = 0; made < SPREAD; made++) spread.push((await stockedProduct(shop, each)).id);
  const details = JSON.stringify(await findProductForSale(shop.db, hot[0] ?? '', new Date()));

  bare = await startProcess('bench/purchase-bare.ts', {
    PORT: String(barePort),
    DATABASE_URL: postgres.url,
    PROVIDER_URL: env.SANDBOX_URL,
    KEY_SECRET,
    POOL: String(shop.config.DATABASE_POOL),
    DETAILS: details,
  });

  const buyAt = (port: number) => (productIds: string[], purchases: number) =>
    buyThroughServer({ url: `http://127.0.0.1:${port}`, buyers, productIds, purchases, keySecret: KEY_SECRET });
  const run = {
    server: buyAt(port),
    bare: buyAt(barePort),
    raw: (productIds: string[], purchases: number) =>
      buyRaw({ pool: rawPool, buyerIds: users.map(({ id }) => id), productIds, purchases, details }),
  };
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) await pause(100);
  for (const way of WAYS) await run[way](spread, WARM_UP);
  const none = () => ({ server: [], bare: [], raw: [] });
  const results: Results = { hot: none(), pool: none(), spread: none() };
  const visited: Visited = { nowhere: [], elsewhere: [], here: [] };
  const paths = ['/', `/products/${hot[0]}`, '/api/v1/products'];
  const visits: Record<keyof Visited, Visits> = {
    nowhere: { url, visitors: 0, paths: [] },
    elsewhere: await asLongElsewhere({ url, visitors: VISITORS, paths }),
    here: { url, visitors: VISITORS, paths },
  };
  let pages = 0;
  for (let round = 0; round < ROUNDS; round++) {
    if (round % TIDY_EVERY === 0) {
      await tidyUp();
      for (const way of WAYS) await run[way](turned(spread, round * WARM_AGAIN), WARM_AGAIN);
    }
    const ways = turned(WAYS, round);
    for (const way of ways) results.spread[way].push(await run[way](turned(spread, round * PURCHASES), PURCHASES));
    for (const way of ways) results.hot[way].push(await run[way](hot, PURCHASES));
    for (const way of ways) results.pool[way].push(await run[way](pool, PURCHASES));
    for (const place of turned(Object.keys(visits) as (keyof Visited)[], round)) {
      const visit = await withVisitors(visits[place], () => run.server(hot, LONGER * PURCHASES));
      visited[place].push(visit.result);
      if (place === 'here') pages += visit.pages;
    }
  }
  const report = reportOf(results, { visited, pages });
  console.log(report);
  await mkdir(join(import.meta.dirname, 'results'), { recursive: true });
  await writeFile(join(import.meta.dirname, 'results/purchase.md'), report);
} finally {
  server.kill('SIGKILL');
  elsewhere.kill('SIGKILL');
  bare?.kill('SIGKILL');
  provider.kill('SIGKILL');
  await rawPool.end();
  await closeShop(shop);
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Rotates the list. */
function turned<T>(all: readonly T[], by: number): T[] {
  return all.map((_, at) => all[(at + by) % all.length] as T);
}

/** Bare Fastify with pages of the same size as the shop. */
async function asLongElsewhere({ url, paths, ...visits }: Visits): Promise<Visits> {
  const there = `http://127.0.0.1:${elsewherePort}`;
  const copies = paths.map(async (path, number) => {
    const reply = await fetch(`${url}${path}`, { headers: { 'accept-encoding': 'gzip' } });
    const text = 'x'.repeat(Number(reply.headers.get('content-length')));
    const copy = `/text/${number}`;
    const body = JSON.stringify({ type: reply.headers.get('content-type'), text });
    await fetch(`${there}${copy}`, { method: 'PUT', body, headers: { 'content-type': 'application/json' } });
    return copy;
  });
  return { ...visits, url: there, paths: await Promise.all(copies) };
}

/** Cleans up after a round: folds counts like a worker, removes jobs that nobody takes, and vacuums dead rows. */
async function tidyUp() {
  for (const job of [foldCatalogueCounts(shop), foldListCounts(shop)]) await job.run({} as never);
  await shop.pool.query('delete from graphile_worker._private_jobs');
  await shop.pool.query('vacuum analyze');
}

/** Inserts units like the shop does. */
async function stockedProduct(shop: Shop, units: number) {
  const product = await buildProduct(shop, { units: 0 });
  await addUnits(shop.db, [{ productId: product.id, goodsId: product.goods_id, count: units }]);
  await shop.pool.query('update products set is_sold = false where id = $1', [product.id]);
  return product;
}

/** Inserts units with unique codes in two batches, one with an expiry. The codes are not encrypted and never read. */
async function largePool(shop: Shop): Promise<string> {
  const { id } = await buildPool(shop, { codes: [] });
  await rawPool.query(
    `insert into batches (id, product_id, reference, content_fingerprint, created_at)
     select gen_random_uuid(), $1, n, '', now() from generate_series(1, 2) n`,
    [id],
  );
  await rawPool.query(
    `insert into goods (id, product_id, key_id, code_sealed)
     select uuidv7(), $1, '', '\\x00' from generate_series(1, $2)`,
    [id, POOL_UNITS],
  );
  await rawPool.query(
    `insert into units (id, product_id, goods_id, batch_id, expires_at)
     select goods.id, $1, goods.id, batches.id,
       case reference when '1' then now() + interval '90 days' else 'infinity' end
     from goods join batches on batches.product_id = goods.product_id
       and batches.reference = (1 + get_byte(uuid_send(goods.id), 15) % 2)::text
     where goods.product_id = $1 and goods.key_id = ''
     order by goods.id`,
    [id],
  );
  await rawPool.query('update products set is_sold = false where id = $1', [id]);
  return id;
}

async function signIn(shop: Shop, user: Awaited<ReturnType<typeof buildUser>>) {
  const { sessionId } = await openSession(shop, { ...user, active: true, created_at: new Date() });
  return { cookie: `${sessionCookies(shop.config).name}=${sessionId}` };
}

function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;
}

function reportOf(results: Results, { visited, pages }: { visited: Visited; pages: number }): string {
  const rate = (runs: Result[]) => median(runs.map(({ perSecond }) => perSecond));
  const ratio = (these: Result[], those: Result[]) =>
    median(these.map(({ perSecond }, round) => perSecond / (those[round]?.perSecond ?? 0))).toFixed(2);
  const all = Object.values(results).flatMap((ways) => WAYS.flatMap((way) => ways[way]));
  const errors = [...all, ...Object.values(visited).flat()].flatMap((run) => run.errors);
  const row = (name: string, { server, bare, raw }: Results['hot']) => {
    const rates = [server, bare, raw].map((runs) => rate(runs).toFixed(0));
    return `| ${[name, ...rates, ratio(server, raw), ratio(bare, raw), ratio(server, bare)].join(' | ')} |`;
  };
  return `# Purchases a second

\`npm run bench:purchase\`, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}: PostgreSQL (durable), the server, the
provider stub and the load all share these cores. Medians of ${ROUNDS} rounds of ${PURCHASES} purchases, ${BUYERS} buyers at once; a ratio is
the median of the rounds' ratios, because the machine's own speed changes from one second to the next.

- **server**: the real one as it is built, with its defaults and \`ROLE=web\`: mails are rendered by a worker of their own, and not measured.
- **raw**: the statements of the same two transactions, planned once too, each sent by itself when the one before is
  answered, over ${BUYERS} connections, and nothing else.
- **bare**: the raw transactions behind a plain \`node:http\` server, with the least that no shop can leave out: session,
  rate limit, the product's price, the provider's order and its id on record (\`bench/purchase-bare.ts\`).

| | server | bare | raw | server ÷ raw | bare ÷ raw | server ÷ bare |
|---|---:|---:|---:|---:|---:|---:|
${row('one hot product', results.hot)}
${row(`one pool of ${POOL_UNITS.toLocaleString('en')} units`, results.pool)}
${row(`spread over ${SPREAD} products`, results.spread)}

While ${VISITORS} visitors read a page a second each (${pages} pages in all, every one answered): ${rate(visited.here).toFixed(0)} of the hot product,
${ratio(visited.here, visited.nowhere)} of what it is without them. While they read as many bytes from bare Fastify on the same cores: ${ratio(visited.elsewhere, visited.nowhere)}. The former
beside the latter: ${ratio(visited.here, visited.elsewhere)}.

Hot ÷ spread: ${ratio(results.hot.server, results.spread.server)}. Errors: ${errors.length}${errors.length > 0 ? ` (${[...new Set(errors)].join(', ')})` : ''}. Load average at the end: ${loadavg()[0]?.toFixed(1)}.
Targets: server ÷ bare ≥ 1, hot ÷ spread ≥ 0.8, no errors. What HTTP, the provider's two calls and
those checks cost on these cores is bare ÷ raw. Server ÷ bare is above 1 where what we save by sending statements together
(docs/decisions/0020) is more than what our code costs.
`;
}
