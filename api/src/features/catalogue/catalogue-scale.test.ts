import type { ProductQuery } from '@shop/contract/catalogue';
import { productSorts } from '@shop/contract/categories';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createPool } from '../../platform/database.ts';
import type { Tables } from '../../tables.ts';
import { fillLargeCatalogue, LARGE_CATALOGUE } from '../../testing/large-catalogue.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import {
  browseProducts,
  type CatalogueDeps,
  countFacets,
  searchProducts,
  showProduct,
  showSimilar,
  suggestProducts,
} from './catalogue.service.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let deps: CatalogueDeps;
const statements: CompiledQuery[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await fillLargeCatalogue(database.url);
  pool = createPool({ url: database.url, max: 4, onError: () => {} });
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  });
  deps = { db, clock: systemClock };
}, 180_000);
afterAll(async () => {
  await deps.db.destroy();
  await database.drop();
});

type PlanNode = { 'Node Type': string; 'Relation Name'?: string; Plans?: PlanNode[] };

const tablesReadWhole = ({ Plans = [], ...node }: PlanNode): string[] => [
  ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []),
  ...Plans.flatMap(tablesReadWhole),
];

async function planOf(statement: string, parameters: readonly unknown[] = []): Promise<PlanNode> {
  const { rows } = await pool.query(`explain (format json) ${statement}`, [...parameters]);
  return rows[0]['QUERY PLAN'][0].Plan;
}

/** Runs the call and explains every statement that it sent. */
async function tablesReadWholeBy(call: () => Promise<unknown>): Promise<string[]> {
  statements.length = 0;
  await call();
  const sent = [...statements];
  expect(sent.length).toBeGreaterThan(0);
  const plans = await Promise.all(sent.map(({ sql, parameters }) => planOf(sql, parameters)));
  return plans.flatMap(tablesReadWhole);
}

const query = (overrides: Partial<ProductQuery> = {}): ProductQuery => ({ page: 1, limit: 20, ...overrides });
const LAST_PAGE = LARGE_CATALOGUE.products / 20;

describe('with a hundred thousand products', () => {
  it('would notice a table that is read whole', async () => {
    expect(tablesReadWhole(await planOf("select id from products where details = '{}'"))).toEqual(['products']);
  });

  it.each(productSorts)('lists by index, sorted by %s, on the first, a middle and the last page', async (sort) => {
    for (const page of [1, LAST_PAGE / 2, LAST_PAGE])
      expect(await tablesReadWholeBy(() => browseProducts(deps, query({ sort, page })))).toEqual([]);
  });

  it.each<[string, Partial<ProductQuery>]>([
    ['category', { category: 'Coupon' }],
    ['company', { company: 'Company 7', sort: 'price-asc' }],
    ['price', { minPrice: 100, maxPrice: 200 }],
    ['all of them', { category: 'Coupon', company: 'Company 6', maxPrice: 50_000, sort: 'rating' }],
    ['words', { q: 'steam 500' }],
  ])('filters by index: %s', async (_filter, filters) => {
    expect(await tablesReadWholeBy(() => browseProducts(deps, query(filters)))).toEqual([]);
  });

  it.each(['gift 500', 'amzon', 'spoti', 'netflix voucher', 'nothing like it'])('searches by index: %s', async (q) => {
    expect(await tablesReadWholeBy(() => searchProducts(deps, query({ q })))).toEqual([]);
  });

  it.each(['s', 'spoti', 'amzon', 'gift 500', 'qqqq'])('suggests by index: %s', async (text) => {
    expect(await tablesReadWholeBy(() => suggestProducts(deps, text))).toEqual([]);
  });

  it.each([{}, { category: 'Coupon', maxPrice: 500 } as const, { company: 'Company 7' }, { q: 'steam 500' }])(
    'counts facets by index: %o',
    async (filters) => {
      expect(await tablesReadWholeBy(() => countFacets(deps, filters))).toEqual([]);
    },
  );

  it('shows a product and similar ones by index', async () => {
    const [product] = (await browseProducts(deps, query())).data;
    const id = product?._id ?? '';
    expect(await tablesReadWholeBy(() => showProduct(deps, id))).toEqual([]);
    expect(await tablesReadWholeBy(() => showSimilar(deps, id))).toEqual([]);
  });

  it('is no slower at the end of the list than at its beginning', async () => {
    const fastestMs = async (page: number) => {
      const times: number[] = [];
      for (let round = 0; round < 5; round++) {
        const start = performance.now();
        const { data } = await browseProducts(deps, query({ page }));
        times.push(performance.now() - start);
        expect(data).toHaveLength(20);
      }
      return Math.min(...times);
    };
    const first = await fastestMs(1);
    // The middle is the furthest from both ends.
    expect(await fastestMs(LAST_PAGE / 2)).toBeLessThan(first * 3);
    expect(await fastestMs(LAST_PAGE)).toBeLessThan(first * 3);
  });
});
