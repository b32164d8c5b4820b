import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../api/src/platform/migrations/migrate.ts';
import { reservePort } from '../api/src/testing/servers/reserved-port.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/src/start.ts';
import { fillCatalogue, RARE_WORD } from './fill-shop.ts';
import { startBuiltServer } from './processes.ts';
import { readAll } from './read-load.ts';

/** Measures reads that are not in memory in shops of growing size: `SIZES=1000,10000 npm run bench:growth`. */
const SIZES = (process.env.SIZES ?? '1000,10000,100000,1000000').split(',').map(Number);
const SECONDS = Number(process.env.SECONDS ?? 1);
const ROUNDS = 5;
const COMPARED_WITH = 10_000;
const LIMIT = 20;

const onSale = (products: number) => Math.floor(products * 0.9);
// Every key is requested once, because a repeated answer would come from memory.
let asked = 0;
const limitOf = () => `limit=${LIMIT + (asked++ % 60)}`;
const cases: Record<string, { most: number; paths: (shop: Shop) => string[] }> = {
  list: { most: 1.3, paths: () => many(() => `/api/v1/products?page=${1 + (asked % 50)}&${limitOf()}`) },
  product: { most: 1.3, paths: ({ some }) => some.map(({ id }) => `/api/v1/products/${id}`) },
  // Enough of the title to find one product in the largest shop too.
  suggest: {
    most: 1.3,
    paths: ({ some }) => some.map(({ title }) => `/api/v1/products/suggest?q=${title.slice(0, 14).replace(' ', '+')}`),
  },
  'search, rare word': { most: 3, paths: () => many(() => `/api/v1/products/search?q=${RARE_WORD}&${limitOf()}`) },
  'search, a company': {
    most: 3,
    paths: () => many((n) => `/api/v1/products/search?q=company+${n % 500}&${limitOf()}`),
  },
  'search, common word': { most: 3, paths: () => many(() => `/api/v1/products/search?q=voucher&${limitOf()}`) },
  facets: { most: 3, paths: () => many((n) => `/api/v1/products/facets?maxPrice=${1_000_000 + n}`) },
  'middle page': {
    most: 2,
    paths: ({ products }) =>
      many(
        (n) => `/api/v1/products?page=${Math.ceil(onSale(products) / LIMIT / 2) - (n % 10)}&limit=${LIMIT - (n % 3)}`,
      ),
  },
};

/** Shuffled, so that a slow shop gets the same mixture of keys. */
function many(path: (n: number) => string): string[] {
  return Array.from({ length: 3_000 }, (_, n) => path((n * 1_999) % 3_000));
}

type Shop = { products: number; url: string; some: { id: string; title: string }[]; close(): Promise<void> };
type Sizes = Map<number, Record<string, number>>;

async function openShop(products: number): Promise<Shop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-growth-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false });
  const port = await reservePort();
  const url = `http://127.0.0.1:${port}`;
  await migrate(postgres.url);
  await fillCatalogue(postgres.url, products);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows: some } = await client.query<Shop['some'][number]>(
    'select id, title from products where is_active order by id limit 3000',
  );
  await client.end();
  const server = await startBuiltServer({
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(port),
    ROLE: 'web',
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    RATE_LIMIT_FACTOR: '1000000',
    // The memory holds fewer answers than there are keys, so that no answer is repeated.
    SHARED_ANSWERS_MB: '0.2',
    LOG_LEVEL: 'error',
    ADMIN_PORT: 'off',
    PAYMENT_PROVIDER: 'sandbox',
  });
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) await pause(100);
  const close = async () => {
    server.kill('SIGKILL');
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  console.log(`${products.toLocaleString('en')} products are there`);
  return { products, url, some, close };
}

/** The shops alternate, so that other load affects all of them. */
async function measure(shops: Shop[]): Promise<Sizes> {
  const sizes: Sizes = new Map(shops.map(({ products }) => [products, {}]));
  for (const [name, { paths }] of Object.entries(cases)) {
    const rounds = new Map<Shop, number[]>(shops.map((shop) => [shop, []]));
    for (let round = 0; round <= ROUNDS; round++)
      for (const [shop, medians] of rounds) {
        const load = { url: shop.url, paths: paths(shop), connections: 1 };
        const { p50Ms } = await readAll({ ...load, durationMs: SECONDS * 1000 });
        // The first round warms up caches and compiled code.
        if (round > 0) medians.push(p50Ms);
      }
    for (const [{ products }, medians] of rounds)
      Object.assign(sizes.get(products) ?? {}, { [name]: medians.toSorted((a, b) => a - b)[ROUNDS >> 1] });
    console.log(name, [...sizes.values()].map((medians) => medians[name]?.toFixed(2)).join(' '));
  }
  return sizes;
}

const shops: Shop[] = [];
try {
  for (const products of SIZES) shops.push(await openShop(products));
  const report = reportOf(await measure(shops));
  console.log(report);
  await mkdir(join(import.meta.dirname, 'results'), { recursive: true });
  await writeFile(join(import.meta.dirname, 'results/growth.md'), report);
} finally {
  for (const shop of shops) await shop.close();
}

function reportOf(sizes: Sizes): string {
  const small = sizes.get(COMPARED_WITH);
  const large = Math.max(...sizes.keys());
  const rows = Object.entries(cases).map(([name, { most }]) => {
    const figures = [...sizes.values()].map((medians) => (medians[name] ?? Number.NaN).toFixed(2));
    // The middle page is compared with the first page of the same shop.
    const base = name === 'middle page' ? sizes.get(large)?.list : small?.[name];
    const grown = (sizes.get(large)?.[name] ?? Number.NaN) / (base ?? Number.NaN);
    return `| ${[name, ...figures, `${grown.toFixed(2)} (aim ≤ ${most}${grown <= most ? '' : ', **missed**'})`].join(' | ')} |`;
  });
  const names = [...sizes.keys()].map((size) => size.toLocaleString('en'));
  return `# Reads in growing shops

\`npm run bench:growth\`, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}: milliseconds (p50) of an answer that is made, one at a time,
by the number of products; medians of ${ROUNDS} rounds in which the shops take turns. Growth is from
${COMPARED_WITH.toLocaleString('en')} to ${large.toLocaleString('en')} products; the middle page is compared with the first pages of the same shop.
Load average at the end: ${loadavg()[0]?.toFixed(1)}.

| read | ${names.join(' | ')} | growth |
|---|${names.map(() => '---:').join('|')}|---|
${rows.join('\n')}
`;
}
