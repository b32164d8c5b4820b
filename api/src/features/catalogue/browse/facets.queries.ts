import { toRupees } from '@shop/contract/money';
import type { Facets } from '@shop/contract/products/catalogue';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../tables.ts';
import { conditions, shelf } from './catalogue-counts.queries.ts';
import { productsOnSale, type Selection } from './on-sale.queries.ts';

// A common word may match every product. The newest ten thousand matches are enough to choose filters from.
const COUNTED_MATCHES = 10_000;

const matches = (db: Database, { all, sought, now }: Selection) =>
  productsOnSale(db, { all, sought, now })
    .select(['category', 'company', 'price_paise', sql<number>`1`.as('count')])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(COUNTED_MATCHES));

type Kinds = RawBuilder<unknown>;

const countedBy = (kinds: Kinds, column: 'category' | 'company', selection: Selection) => sql`(
  select coalesce(json_agg(counted), '[]') from (
    select ${sql.ref(column)} as name, sum(count)::bigint as count from ${kinds}
    where ${conditions({ ...selection, [column]: undefined })}
    group by name having sum(count) > 0 order by count desc, name
  ) as counted
)`;

const priceRange = (kinds: Kinds, selection: Selection) => sql`(
  select json_build_object('min', min(price_paise), 'max', max(price_paise)) from (
    select price_paise from ${kinds}
    where ${conditions({ ...selection, minPaise: undefined, maxPaise: undefined })}
    group by price_paise having sum(count) > 0
  ) as prices
)`;

type FacetRow = Pick<Facets, 'categories' | 'companies'> & { price: { min: number | null; max: number | null } };

/** Each facet ignores its own filter but applies the others, so that the visitor can change a choice. */
export async function listFacets(db: Database, selection: Selection): Promise<Facets> {
  const isSearch = selection.all !== undefined;
  const kinds = isSearch ? sql`matches` : sql`(${shelf(selection.now)}) as shelf`;
  const facets = sql`
    select ${countedBy(kinds, 'category', selection)} as categories,
      ${countedBy(kinds, 'company', selection)} as companies, ${priceRange(kinds, selection)} as price`;
  const { rows } = await (isSearch
    ? sql<FacetRow>`with matches as materialized ${matches(db, selection)} ${facets}`
    : sql<FacetRow>`${facets}`
  ).execute(db);
  const [{ price, ...counts } = { categories: [], companies: [], price: { min: null, max: null } }] = rows;
  const rupees = (paise: number | null) => (paise === null ? null : toRupees(paise));
  return { ...counts, price: { min: rupees(price.min), max: rupees(price.max) } };
}
