import type { Facets } from '@shop/contract/catalogue';
import { toRupees } from '@shop/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../tables.ts';
import { productsOnSale, type Selection } from './on-sale.queries.ts';
import { conditions, shelf } from './shelf-counts.queries.ts';

// A common word matches every product; those of the newest ten thousand say which filters are worth choosing.
const COUNTED_MATCHES = 10_000;

const matching = (db: Database, { all, now }: Selection) =>
  productsOnSale(db, { all, now })
    .select(['category', 'company', 'price_paise', sql<number>`1`.as('count')])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(COUNTED_MATCHES));

type FacetRow = Pick<Facets, 'categories' | 'companies'> & { price: { min: number | null; max: number | null } };

/** Each facet is counted under the other filters but not under its own, so that a choice can be changed. */
export async function listFacets(db: Database, selection: Selection): Promise<Facets> {
  const counted = (column: 'category' | 'company') => sql`(
    select coalesce(json_agg(counted), '[]') from (
      select ${sql.ref(column)} as name, sum(count)::bigint as count from shelf
      where ${conditions({ ...selection, [column]: undefined })}
      group by name order by count desc, name
    ) as counted
  )`;
  const { rows } = await sql<FacetRow>`
    with shelf as materialized (${selection.all !== undefined ? matching(db, selection) : shelf(selection.now)})
    select ${counted('category')} as categories, ${counted('company')} as companies, (
      select json_build_object('min', min(price_paise), 'max', max(price_paise)) from shelf
      where ${conditions({ ...selection, minPaise: undefined, maxPaise: undefined })}
    ) as price`.execute(db);
  const [{ price, ...counts } = { categories: [], companies: [], price: { min: null, max: null } }] = rows;
  const rupees = (paise: number | null) => (paise === null ? null : toRupees(paise));
  return { ...counts, price: { min: rupees(price.min), max: rupees(price.max) } };
}
