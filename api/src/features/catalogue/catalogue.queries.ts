import type { Facets, ProductFilters, Suggestion } from '@shop/contract/catalogue';
import type { ProductSort } from '@shop/contract/categories';
import { toPaise, toRupees } from '@shop/contract/money';
import { type OrderByDirection, sql } from 'kysely';
import type { Database, Tables } from '../../tables.ts';
import type { SearchMatch } from './search.rules.ts';

/** Which products on sale are meant. */
export type Selection = Omit<ProductFilters, 'q'> & { match?: SearchMatch | undefined; now: Date };

// The first three conditions are those of the partial indexes.
function productsOnSale(db: Database, { category, company, minPrice, maxPrice, match, now }: Selection) {
  let query = db
    .selectFrom('products')
    .where('is_active', '=', sql.lit(true))
    .where('is_sold', '=', sql.lit(false))
    .where('deleted_at', 'is', null)
    .where('expiry_date', '>', now)
    .where('stock_until', '>', now);
  if (category) query = query.where('category', '=', category);
  if (company) query = query.where('company', '=', company);
  if (minPrice !== undefined) query = query.where('price_paise', '>=', toPaise(minPrice));
  if (maxPrice !== undefined) query = query.where('price_paise', '<=', toPaise(maxPrice));
  if (match) query = query.where(sql<boolean>`search @@ ${match.all}::tsquery`);
  return query;
}

const relevance = ({ all, whole }: SearchMatch) =>
  sql<number>`2 * ts_rank(search, ${whole}::tsquery) + ts_rank(search, ${all}::tsquery)`;

type Ordering = readonly (readonly [keyof Tables['products'], OrderByDirection])[];
const orderings: Record<ProductSort, Ordering> = {
  newest: [
    ['created_at', 'desc'],
    ['id', 'desc'],
  ],
  'price-asc': [
    ['price_paise', 'asc'],
    ['id', 'asc'],
  ],
  'price-desc': [
    ['price_paise', 'desc'],
    ['id', 'desc'],
  ],
  rating: [
    ['rating_average', 'desc'],
    ['rating_count', 'desc'],
    ['id', 'desc'],
  ],
  expiring: [
    ['expiry_date', 'asc'],
    ['id', 'asc'],
  ],
};

export const countProductsOnSale = async (db: Database, selection: Selection): Promise<number> => {
  const { total } = await productsOnSale(db, selection)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
};

/** The best matches, and how many there are: ranking looks at all of them in any case. */
export async function listRankedIds(
  db: Database,
  selection: Selection & { match: SearchMatch },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  const rows = await productsOnSale(db, selection)
    .select(['id', sql<number>`count(*) over ()`.as('total')])
    .orderBy(relevance(selection.match), 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const [first] = rows;
  // Behind the last page nobody has counted.
  const total = first ? first.total : offset > 0 ? await countProductsOnSale(db, selection) : 0;
  return { ids: rows.map(({ id }) => id), total };
}

type Slice = { sort: ProductSort; limit: number; offset: number; isFromEnd: boolean };

/** Ids by index alone; `isFromEnd` counts the offset from the last one and answers in reverse. */
export async function listIdsOnSale(
  db: Database,
  selection: Selection,
  { sort, limit, offset, isFromEnd }: Slice,
): Promise<string[]> {
  const turned = (direction: OrderByDirection) => (isFromEnd === (direction === 'desc') ? 'asc' : 'desc');
  let query = productsOnSale(db, selection).select('id').limit(limit).offset(offset);
  for (const [column, direction] of orderings[sort]) query = query.orderBy(column, turned(direction));
  const rows = await query.execute();
  return rows.map((row) => row.id);
}

/** Each facet is counted under the other filters but not under its own, so that a choice can be changed. */
export async function listFacets(db: Database, selection: Selection): Promise<Facets> {
  const counted = <C extends 'category' | 'company'>(column: C) =>
    productsOnSale(db, { ...selection, [column]: undefined })
      .groupBy(column)
      .select(({ fn, ref }) => [ref(column).as('name'), fn.countAll<number>().as('count')])
      .orderBy('count', 'desc')
      .orderBy('name')
      .execute();
  const [categories, companies, price] = await Promise.all([
    counted('category'),
    counted('company'),
    productsOnSale(db, { ...selection, minPrice: undefined, maxPrice: undefined })
      .select(({ fn }) => [
        fn.min<number | null>('price_paise').as('min'),
        fn.max<number | null>('price_paise').as('max'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  const rupees = (paise: number | null) => (paise === null ? null : toRupees(paise));
  return { categories, companies, price: { min: rupees(price.min), max: rupees(price.max) } };
}

const SUGGESTIONS = 8;
// A letter or two match half the catalogue; ranking all of it would keep a typing shopper waiting.
const RANKED_CANDIDATES = 1000;

/** The best of the newest matches. */
export function listSuggestions(db: Database, match: SearchMatch, now: Date): Promise<Suggestion[]> {
  const candidates = productsOnSale(db, { match, now })
    .select(['id', 'title', 'company', 'category', 'search'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(RANKED_CANDIDATES);
  const best = db
    .selectFrom(candidates.as('candidates'))
    .select(['id as _id', 'title', 'company', 'category', relevance(match).as('rank')])
    .orderBy('rank', 'desc')
    .orderBy('title')
    .orderBy('id')
    .limit(SUGGESTIONS);
  return db
    .selectFrom(best.as('best'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('units')
          .whereRef('product_id', '=', 'best._id')
          .where('state', '=', sql.lit('available'))
          .where('expires_at', '>', now),
      ),
    )
    .select(['_id', 'title', 'company', 'category'])
    .orderBy('rank', 'desc')
    .orderBy('title')
    .orderBy('_id')
    .execute();
}

/** Ids of the newest on sale from the same company, or in the same category, as a product. */
export const listIdsLike = async (
  db: Database,
  like: { column: 'company' | 'category'; value: string; except: string; limit: number; now: Date },
): Promise<string[]> => {
  const rows = await productsOnSale(db, { [like.column]: like.value, now: like.now })
    .where('id', '<>', like.except)
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(like.limit)
    .execute();
  return rows.map((row) => row.id);
};
