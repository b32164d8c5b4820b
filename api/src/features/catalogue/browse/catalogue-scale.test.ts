import type { ProductQuery } from '@shop/contract/products/catalogue';
import { productSorts } from '@shop/contract/products/categories';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { createDatabase, createPool } from '../../../platform/database/database.ts';
import { extentOf } from '../../../platform/lists/list-page.ts';
import { fillLargeCatalogue, LARGE_CATALOGUE } from '../../../testing/data/large-catalogue.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import {
  browseProducts,
  type CatalogueDeps,
  countFacets,
  searchProducts,
  showProduct,
  showSimilar,
  suggestProducts,
} from '../catalogue.service.ts';
import { COUNTED_MAX, RANKED_MAX, SUGGEST_RANKED_MAX } from '../search/ranking.queries.ts';
import { listOnSale } from './pages-on-sale.queries.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let deps: CatalogueDeps;
const statements: pg.QueryConfig[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await fillLargeCatalogue(database.url);
  pool = createPool({ url: database.url, max: 4, onError: () => {} });
  pool.on('connect', listenTo);
  deps = { db: createDatabase(pool), clock: systemClock };
}, 180_000);
afterAll(async () => {
  await deps.db.destroy();
  await database.drop();
});

/** Records the statements of the query builder. */
function listenTo(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  vi.spyOn(client, 'query').mockImplementation((...args: unknown[]) => {
    const [statement] = args;
    if (typeof statement === 'object' && statement !== null) statements.push(statement as pg.QueryConfig);
    return send(...args);
  });
}

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
};

// Tables that stay small: the count tables are read whole on purpose, and `pg_namespace` does not grow with the shop.
const SHORT = new Set(['shelf_counts', 'shelf_changes', 'list_counts', 'list_changes', 'pg_namespace']);

const tablesReadWhole = ({ Plans = [], ...node }: PlanNode): string[] => [
  ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''].filter((name) => !SHORT.has(name)) : []),
  ...Plans.flatMap(tablesReadWhole),
];

async function planOf(statement: string, values: readonly unknown[] = [], options = 'format json'): Promise<PlanNode> {
  const { rows } = await pool.query(`explain (${options}) ${statement}`, [...values]);
  return rows[0]['QUERY PLAN'][0].Plan;
}

/** Runs the call and explains each statement that it sends. */
async function plansOf(call: () => Promise<unknown>, options?: string): Promise<PlanNode[]> {
  statements.length = 0;
  await call();
  // The estimate of a total is itself an `explain` statement.
  const sent = statements.filter(({ text }) => !text.startsWith('explain'));
  expect(sent.length).toBeGreaterThan(0);
  return Promise.all(sent.map(({ text, values }) => planOf(text, values, options)));
}

const ANALYZED = 'analyze, buffers, timing off, format json';

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const blocksReadOf = (nodes: PlanNode[]): number =>
  nodes.reduce((sum, node) => sum + node['Shared Hit Blocks'] + node['Shared Read Blocks'], 0);

const tablesReadWholeBy = async (call: () => Promise<unknown>): Promise<string[]> =>
  (await plansOf(call)).flatMap(tablesReadWhole);

const query = (overrides: Partial<ProductQuery> = {}): ProductQuery => ({ page: 1, limit: 20, ...overrides });
const LAST_PAGE = LARGE_CATALOGUE.products / 20;

describe('a catalogue of 100,000 products', () => {
  it('the check detects a sequential scan (control)', async () => {
    expect(tablesReadWhole(await planOf("select id from products where details = '{}'"))).toEqual(['products']);
  });

  it.each(productSorts)('the list sorted by %s uses an index on its first, middle and last page', async (sort) => {
    for (const page of [1, LAST_PAGE / 2, LAST_PAGE])
      expect(await tablesReadWholeBy(() => browseProducts(deps, query({ sort, page })))).toEqual([]);
  });

  it.each<[string, Partial<ProductQuery>, string]>([
    ['newest', {}, 'is_listed order by created_at desc, id desc'],
    ['price-asc', { sort: 'price-asc' }, 'is_listed order by price_paise, id'],
    ['price-desc', { sort: 'price-desc' }, 'is_listed order by price_paise desc, id desc'],
    ['rating', { sort: 'rating' }, 'is_listed order by rating_average desc, rating_count desc, id desc'],
    ['expiring', { sort: 'expiring' }, 'is_listed order by expiry_date, id'],
    ['category', { category: 'Coupon' }, "is_listed and category = 'Coupon' order by created_at desc, id desc"],
    ['company', { company: 'Company 7' }, "is_listed and company = 'Company 7' order by created_at desc, id desc"],
  ])('pages from both ends of the index are in the right order: %s', async (_list, list, expected) => {
    const { pages } = (await browseProducts(deps, query(list))).pagination;
    for (const page of [1, 3, Math.ceil(pages / 2), pages - 2, pages]) {
      const { rows } = await pool.query(`select id from products where ${expected} limit 20 offset ${(page - 1) * 20}`);
      const { data } = await browseProducts(deps, query({ ...list, page }));
      expect(data.map(({ _id }) => _id)).toEqual(rows.map(({ id }) => id));
    }
  });

  it('a page of the whole list needs one statement for ids and products', async () => {
    const counted = await browseProducts(deps, query());
    const { total } = counted.pagination;
    statements.length = 0;
    const share = async () => extentOf(total) as never;
    expect(await browseProducts({ ...deps, share }, query())).toEqual(counted);
    expect(statements).toHaveLength(1);
  });

  /** Checks that PostgreSQL keeps a generic plan after its five trials with custom plans. */
  async function expectPlannedOnce(read: (deps: CatalogueDeps) => Promise<void>) {
    const single = createPool({ url: database.url, max: 1, onError: () => {} });
    const db = createDatabase(single);
    await read({ ...deps, db });
    const plans = await single.query(
      `select statement, custom_plans::int as trials, generic_plans::int as kept from pg_prepared_statements
       where statement like '%array(%'`,
    );
    await db.destroy();
    expect(plans.rows.some(({ kept }) => kept > 0)).toBe(true);
    expect(plans.rows.filter(({ trials }) => trials > 5)).toEqual([]);
  }

  it.each<[string, Partial<ProductQuery>]>([
    ...productSorts.map((sort): [string, Partial<ProductQuery>] => [sort, { sort }]),
    ['newest of a category', { category: 'Coupon' }],
    ['newest of a company', { company: 'Company 7' }],
  ])('the list statement keeps one generic plan for all pages: %s', async (_list, list) => {
    const { pages } = (await browseProducts(deps, query(list))).pagination;
    // Pages at small and large offsets, from both ends of the list.
    const reading = [1, 4, 14, pages, pages - 3, pages - 13];
    await expectPlannedOnce(async (deps) => {
      for (const page of reading)
        for (let limit = 10; limit <= 20; limit += 1)
          await browseProducts(deps, query({ ...list, limit, page: Math.max(1, Math.floor((page * 20) / limit)) }));
    });
  });

  it.each([0, 30, 700])('the list statement keeps one generic plan from a day %i minutes ago', async (minutes) => {
    const now = new Date();
    const day = new Date(now.getTime() - minutes * 60_000);
    for (const isBackward of [false, true])
      await expectPlannedOnce(async ({ db }) => {
        for (const offset of [0, 100, 900])
          for (let limit = 10; limit <= 20; limit += 1)
            await listOnSale(db, { now }, { sort: 'newest', isBackward, day, offset, limit });
      });
  });

  it.each<[string, Partial<ProductQuery>]>([
    ['category', { category: 'Coupon' }],
    ['company', { company: 'Company 7', sort: 'price-asc' }],
    ['price', { minPrice: 100, maxPrice: 200 }],
    ['all of them', { category: 'Coupon', company: 'Company 6', maxPrice: 50_000, sort: 'rating' }],
    ['words', { q: 'steam 500' }],
  ])('a filtered list uses an index: %s', async (_filter, filters) => {
    expect(await tablesReadWholeBy(() => browseProducts(deps, query(filters)))).toEqual([]);
  });

  it.each(['gift 500', 'amzon', 'spoti', 'netflix voucher', 'nothing like it', 'netflix steam'])(
    'a search uses an index: %s',
    async (q) => {
      expect(await tablesReadWholeBy(() => searchProducts(deps, query({ q })))).toEqual([]);
    },
  );

  it.each(['s', 'spoti', 'amzon', 'gift 500', 'qqqq'])('suggestions use an index: %s', async (text) => {
    expect(await tablesReadWholeBy(() => suggestProducts(deps, text))).toEqual([]);
  });

  it.each([{}, { category: 'Coupon', maxPrice: 500 } as const, { company: 'Company 7' }, { q: 'steam 500' }])(
    'facets use an index: %o',
    async (filters) => {
      expect(await tablesReadWholeBy(() => countFacets(deps, filters))).toEqual([]);
    },
  );

  it('a product and its similar products use an index', async () => {
    const [product] = (await browseProducts(deps, query())).data;
    const id = product?._id ?? '';
    expect(await tablesReadWholeBy(() => showProduct(deps, id))).toEqual([]);
    expect(await tablesReadWholeBy(() => showSimilar(deps, id))).toEqual([]);
  });

  it.each<[string, (q: string) => Promise<unknown>]>([
    ['a search', (q) => searchProducts(deps, query({ q }))],
    ['suggestions', (q) => suggestProducts(deps, q)],
    ['facets', (q) => countFacets(deps, { q })],
  ])('a word that every product has adds no index reads: %s', async (_read, read) => {
    const indexBlocksFor = async (q: string) => {
      const nodes = (await plansOf(() => read(q), ANALYZED)).flatMap(nodesOf);
      return blocksReadOf(nodes.filter((node) => node['Index Name'] === 'products_by_words'));
    };
    const alone = await indexBlocksFor('123');
    expect(alone).toBeGreaterThan(0);
    expect(await indexBlocksFor('company 123')).toBe(alone);
  });

  it('suggestions rank a limited number of matches', async () => {
    const plans = await plansOf(() => suggestProducts(deps, 'steam'), ANALYZED);
    const rows = plans.flatMap(nodesOf).map((node) => node['Actual Rows']);
    expect(Math.max(...rows)).toBe(SUGGEST_RANKED_MAX);
  });

  it.each([
    ['steam premium', 2 * RANKED_MAX],
    ['amazon gift', COUNTED_MAX],
  ])('search pages show each match once, ranked ones first, then by age: %s', async (q, many) => {
    // Pages larger than the API allows keep the test short. Both limits still lie within a page.
    const pageOf = (page: number) => searchProducts(deps, query({ q, page, limit: 390 }));
    const { pages, total } = (await pageOf(1)).pagination;
    const { rows } = await pool.query(
      `select id from products where search @@ plainto_tsquery('simple', $1) and is_listed order by created_at desc, id desc`,
      [q],
    );
    expect([total, total > many]).toEqual([rows.length, true]);
    const shown: string[] = [];
    for (let page = 1; page <= pages; page += 1) shown.push(...(await pageOf(page)).data.map(({ _id }) => _id));
    const byAge: string[] = rows.map(({ id }) => id);
    expect(new Set(shown.slice(0, RANKED_MAX))).toEqual(new Set(byAge.slice(0, RANKED_MAX)));
    expect(shown.slice(RANKED_MAX)).toEqual(byAge.slice(RANKED_MAX));
  });

  it('the last page reads about as few blocks as the first one', async () => {
    const blocksReadFor = async (page: number) => {
      const browse = async () => expect((await browseProducts(deps, query({ page }))).data).toHaveLength(20);
      return blocksReadOf(await plansOf(browse, ANALYZED));
    };
    const first = await blocksReadFor(1);
    // Most reads are for the counts. The middle page is the furthest from both ends of the index.
    expect(await blocksReadFor(LAST_PAGE / 2)).toBeLessThan(first * 1.5);
    expect(await blocksReadFor(LAST_PAGE)).toBeLessThan(first * 1.1);
  });
});
