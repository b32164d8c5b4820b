import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { CallName } from '@shop/contract/calls/calls';
import startPostgres from '../api/src/testing/global-setup.ts';
import { openTestShop, type TestShop } from '../api/src/testing/test-shop.ts';
import { type Act, acts } from './admin-acts.ts';
import { type AdminSession, ask, openAdminSession } from './admin-session.ts';
import { fillShop, RARE_NAME, RARE_TITLE, RARE_WORD, type ShopSize } from './fill-shop.ts';

/** Measures lists and bulk actions of the administration in a shop and in one a hundred times as large. */

const LARGE: ShopSize = { orders: 1_000_000, products: 100_000, users: 200_000 };
const SMALL: ShopSize = { orders: 10_000, products: 1_000, users: 2_000 };
const LIMIT = 10;
const ROUNDS = 41;
const WARM_UP = 5;
const MAX_RATIO = 3;

type Query = Record<string, string | number>;
type Case = {
  list: string;
  what: string;
  call: CallName;
  query: (size: ShopSize) => Query;
};

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const pages = (rows: number) => Math.ceil(rows / LIMIT);

function casesOf(
  list: string,
  call: CallName,
  options: { rows: (size: ShopSize) => number; param: string; rare: string; broad: string },
) {
  const { rows, param, rare, broad } = options;
  const cases: [string, Case['query']][] = [
    ['first page', () => ({})],
    ['search, few found', () => ({ [param]: rare })],
    ['search, all found', () => ({ [param]: broad })],
    ['deep page (the last of the small shop)', () => ({ page: pages(rows(SMALL)) })],
    ['middle page', (size) => ({ page: Math.ceil(pages(rows(size)) / 2) })],
    ['last page', (size) => ({ page: pages(rows(size)) })],
  ];
  return cases.map(([what, query]): Case => ({ list, what, call, query }));
}

const cases: Case[] = [
  ...casesOf('orders', 'adminListOrders', {
    rows: ({ orders }) => orders,
    param: 'q',
    rare: RARE_NAME,
    broad: 'example.com',
  }),
  { list: 'orders', what: 'status filter', call: 'adminListOrders', query: () => ({ status: 'cancelled' }) },
  {
    list: 'orders',
    what: 'between two dates',
    call: 'adminListOrders',
    query: () => ({ from: dayBefore(60), to: dayBefore(30) }),
  },
  { list: 'orders', what: 'four characters of an id', call: 'adminListOrders', query: () => ({ q: 'be7f' }) },
  { list: 'orders', what: 'sorted by amount', call: 'adminListOrders', query: () => ({ sort: 'amount-desc' }) },
  ...casesOf('products', 'adminListProducts', {
    rows: ({ products }) => products,
    param: 'q',
    rare: RARE_TITLE,
    broad: 'voucher',
  }),
  {
    list: 'products',
    what: 'search, few found, one rare word',
    call: 'adminListProducts',
    query: () => ({ q: RARE_WORD }),
  },
  { list: 'products', what: 'category filter', call: 'adminListProducts', query: () => ({ category: 'Other' }) },
  { list: 'products', what: 'sorted by title', call: 'adminListProducts', query: () => ({ sort: 'title' }) },
  {
    list: 'products',
    what: 'sorted by title, middle page',
    call: 'adminListProducts',
    query: ({ products }) => ({ sort: 'title', page: pages(products) / 2 }),
  },
  ...casesOf('customers', 'adminListCustomers', {
    rows: ({ users }) => users,
    param: 'search',
    rare: RARE_NAME,
    broad: 'example.com',
  }),
  ...casesOf('users', 'adminListUsers', {
    rows: ({ users }) => users,
    param: 'search',
    rare: RARE_NAME,
    broad: 'example.com',
  }),
  ...casesOf('audit log', 'adminListAudit', {
    rows: ({ products }) => products,
    param: 'q',
    rare: RARE_TITLE,
    broad: 'product.updated',
  }),
  ...casesOf('enquiries', 'listContacts', {
    rows: ({ products }) => products,
    param: 'q',
    rare: RARE_NAME,
    broad: 'example.com',
  }),
];

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

type Measured = Omit<Act, 'run'> & { run: (admin: AdminSession, size: ShopSize) => Promise<unknown> };

const readOf = ({ list, what, call, query }: Case): Measured => ({
  list,
  what,
  rounds: ROUNDS,
  run: (admin, size) => ask(admin, call, { query: { limit: LIMIT, ...query(size) } }),
});

async function timeOf(work: Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work;
  return performance.now() - started;
}

/** The sizes alternate, so that other load on the machine affects both equally. */
async function measure(small: AdminSession, large: AdminSession, { list, what, rounds, run }: Measured) {
  const times = { small: [] as number[], large: [] as number[] };
  for (let round = 0; round < WARM_UP + rounds; round++) {
    const smallMs = await timeOf(run(small, SMALL));
    const largeMs = await timeOf(run(large, LARGE));
    if (round < WARM_UP) continue;
    times.small.push(smallMs);
    times.large.push(largeMs);
  }
  const [smallMs, largeMs] = [median(times.small), median(times.large)];
  return { list, what, smallMs, largeMs, ratio: largeMs / smallMs };
}

async function openFilled(size: ShopSize): Promise<TestShop> {
  const shop = await openTestShop();
  const started = performance.now();
  await fillShop(shop.config.DATABASE_URL ?? '', size);
  console.log(
    `${size.orders.toLocaleString('en')} orders loaded in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  return shop;
}

type Result = Awaited<ReturnType<typeof measure>>;

const rowOf = ({ list, what, smallMs, largeMs, ratio }: Result) =>
  `| ${list} | ${what} | ${smallMs.toFixed(1)} | ${largeMs.toFixed(1)} | ${ratio.toFixed(2)}${ratio > MAX_RATIO ? ' ✘' : ''} |`;

function report(results: Result[]): string {
  const over = results.filter(({ ratio }) => ratio > MAX_RATIO).map(({ list, what }) => `${list}, ${what}`);
  return `# The back office's lists in a shop a hundred times as large

\`npm run bench:admin\` on ${cpus().length} cores. Median of ${ROUNDS} rounds over HTTP (7 of what changes 1,000 products),
both sizes taking turns in one run. Small: 10,000 orders, 1,000 products, 2,000 users; large: 1,000,000, 100,000 and 200,000; enquiries and audit entries as
many as products. Required: at most ${MAX_RATIO} ×.
${over.length === 0 ? 'Every row keeps to it.' : `${over.length} of ${results.length} rows exceed it: ${over.join('; ')}.`}

| list | what | small, ms | large, ms | ratio |
|---|---|---:|---:|---:|
${results.map(rowOf).join('\n')}
`;
}

const stopPostgres = await startPostgres();
const large = await openFilled(LARGE);
const small = await openFilled(SMALL);
const [smallDesk, largeDesk] = [await openAdminSession(small), await openAdminSession(large)];
const results: Result[] = [];
for (const test of [...cases.map(readOf), ...acts]) {
  const result = await measure(smallDesk, largeDesk, test);
  results.push(result);
  console.log(
    `${result.ratio > MAX_RATIO ? '✘' : '✔'} ${test.list}, ${test.what}: ${result.smallMs.toFixed(1)} → ${result.largeMs.toFixed(1)} ms, ${result.ratio.toFixed(2)} ×`,
  );
}
await writeFile(join(import.meta.dirname, 'results/admin-lists.md'), report(results));
await small.close();
await large.close();
await stopPostgres();
process.exitCode = results.every(({ ratio }) => ratio <= MAX_RATIO) ? 0 : 1;
