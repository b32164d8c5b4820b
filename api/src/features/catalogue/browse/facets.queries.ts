import { toRupees } from '@shop/contract/money';
import type { Facets } from '@shop/contract/products/catalogue';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../tables.ts';
import { conditionsOf, countRows } from './catalogue-counts.queries.ts';
import { productsOnSale, type Selection } from './on-sale.queries.ts';

// A common word may match every product. The newest ten thousand matches are enough to choose filters from.
const FACET_MATCHES_MAX = 10_000;

const matches = (db: Database, { all, indexed, now }: Selection) =>
  productsOnSale(db, { all, indexed, now })
    .select(['category', 'company', 'price_paise', sql<number>`1`.as('count')])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(FACET_MATCHES_MAX));

type CountRows = RawBuilder<unknown>;

const countBy = (rows: CountRows, column: 'category' | 'company', selection: Selection) => sql`(
  select coalesce(json_agg(counted), '[]') from (
    select ${sql.ref(column)} as name, sum(count)::bigint as count from ${rows}
    where ${conditionsOf({ ...selection, [column]: undefined })}
    group by name having sum(count) > 0 order by count desc, name
  ) as counted
)`;

const priceRange = (rows: CountRows, selection: Selection) => sql`(
  select json_build_object('min', min(price_paise), 'max', max(price_paise)) from (
    select price_paise from ${rows}
    where ${conditionsOf({ ...selection, minPaise: undefined, maxPaise: undefined })}
    group by price_paise having sum(count) > 0
  ) as prices
)`;

type FacetRow = Pick<Facets, 'categories' | 'companies'> & { price: { min: number | null; max: number | null } };

/** Each facet ignores its own filter but applies the others, so that the visitor can change a choice. */
export async function listFacets(db: Database, selection: Selection): Promise<Facets> {
  const isSearch = selection.all !== undefined;
  const counted = isSearch ? sql`matches` : sql`(${countRows(selection.now)}) as counts`;
  const facets = sql`
    select ${countBy(counted, 'category', selection)} as categories,
      ${countBy(counted, 'company', selection)} as companies, ${priceRange(counted, selection)} as price`;
  const { rows } = await (isSearch
    ? sql<FacetRow>`with matches as materialized ${matches(db, selection)} ${facets}`
    : sql<FacetRow>`${facets}`
  ).execute(db);
  const [{ price, ...counts } = { categories: [], companies: [], price: { min: null, max: null } }] = rows;
  const rupees = (paise: number | null) => (paise === null ? null : toRupees(paise));
  return { ...counts, price: { min: rupees(price.min), max: rupees(price.max) } };
}
