import { type Category, type ProductSort, productSorts } from '@shop/contract/categories';
import { type OrderByDirection, sql } from 'kysely';
import type { Slice } from '../../platform/list-page.ts';
import { plannedOnce, writtenOnce } from '../../platform/planned-once.ts';
import type { Database, Tables } from '../../tables.ts';
import type { SearchMatch } from './search.rules.ts';

/** Which products on sale are meant; what is undefined does not matter. */
export type Selection = {
  category?: Category | undefined;
  company?: string | undefined;
  minPaise?: number | undefined;
  maxPaise?: number | undefined;
  now: Date;
} & Partial<SearchMatch>;

// The first condition is that of the partial indexes.
export function productsOnSale(db: Database, { category, company, minPaise, maxPaise, all, sought, now }: Selection) {
  let query = db.selectFrom('products').where('is_listed', '=', sql.lit(true)).where('sellable_until', '>', now);
  if (category) query = query.where('category', '=', category);
  if (company) query = query.where('company', '=', company);
  if (minPaise !== undefined) query = query.where('price_paise', '>=', minPaise);
  if (maxPaise !== undefined) query = query.where('price_paise', '<=', maxPaise);
  if (all !== undefined) query = query.where(sql<boolean>`search @@ ${sought ?? all}::tsquery`);
  // The function and not the operator, which the index would be asked for too.
  if (sought !== undefined) query = query.where(sql<boolean>`ts_match_vq(search, ${all}::tsquery)`);
  return query;
}

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

type Direction = Pick<Slice, 'isFromEnd'> & { sort: ProductSort };

/** Ids by index alone, from an edge of the list; a day is an edge of the newest only. */
function orderedIds(
  db: Database,
  selection: Selection,
  { sort, isFromEnd, day }: Direction & { day: Date | undefined },
) {
  const turned = (direction: OrderByDirection) => (isFromEnd === (direction === 'desc') ? 'asc' : 'desc');
  let query = productsOnSale(db, selection).select('id');
  if (day) query = query.where('created_at', isFromEnd ? '>=' : '<', day);
  for (const [column, direction] of orderings[sort]) query = query.orderBy(column, turned(direction));
  return query;
}

type Range = Selection & { limit: number; offset: number; day: Date | undefined };

const listSlice = (direction: Direction) =>
  writtenOnce((db, { limit, offset, day, ...selection }: Range) =>
    orderedIds(db, selection, { ...direction, day })
      .limit(limit)
      .offset(offset)
      .compile(),
  );

// Of the whole list the index of its order is always the best plan. How many rows are read is written out: a plan for any
// number of them is reckoned to read a tenth of the shop, and would never be kept.
const READ_AT_ONCE = [32, 64, 128, 256, 512, 1024];

const listFirst = (direction: Direction, most: number) =>
  plannedOnce((db, { now, day }: { now: Date; day: Date | undefined }) =>
    orderedIds(db, { now }, { ...direction, day })
      .limit(sql.lit(most))
      .compile(),
  );

const statementsBy = (direction: Direction) => ({
  slice: listSlice(direction),
  first: new Map(READ_AT_ONCE.map((most) => [most, listFirst(direction, most)])),
});
const statements = Object.fromEntries(
  productSorts.map((sort) => [
    sort,
    { fromStart: statementsBy({ sort, isFromEnd: false }), fromEnd: statementsBy({ sort, isFromEnd: true }) },
  ]),
) as Record<ProductSort, Record<'fromStart' | 'fromEnd', ReturnType<typeof statementsBy>>>;

const isWholeList = ({ category, company, minPaise, maxPaise, all }: Selection) =>
  [category, company, minPaise, maxPaise, all].every((filter) => filter === undefined);

export async function listIdsOnSale(
  db: Database,
  selection: Selection,
  { sort, isFromEnd, limit, offset, ...edge }: Slice & { sort: ProductSort },
): Promise<string[]> {
  const { slice, first } = statements[sort][isFromEnd ? 'fromEnd' : 'fromStart'];
  const day = edge.day ?? undefined;
  const most = READ_AT_ONCE.find((rows) => rows >= offset + limit);
  const list = isWholeList(selection) && most !== undefined ? first.get(most) : undefined;
  const rows = list
    ? (await list(db, { now: selection.now, day })).slice(offset, offset + limit)
    : await slice(db, { ...selection, limit, offset, day });
  return rows.map(({ id }) => id);
}

type Like = { except: string; limit: number; now: Date };

const newestLike = (selection: (value: string) => Partial<Selection>) =>
  writtenOnce((db, { value, except, limit, now }: Like & { value: string }) =>
    productsOnSale(db, { ...selection(value), now })
      .where('id', '<>', except)
      .select('id')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .compile(),
  );
const ofCompany = newestLike((company) => ({ company }));
const ofCategory = newestLike((category) => ({ category: category as Category }));

/** Ids of the newest on sale from the same company as a product. */
export const listIdsOfCompany = async (db: Database, company: string, like: Like): Promise<string[]> =>
  (await ofCompany(db, { value: company, ...like })).map(({ id }) => id);

/** Ids of the newest on sale in the same category as a product. */
export const listIdsOfCategory = async (db: Database, category: Category, like: Like): Promise<string[]> =>
  (await ofCategory(db, { value: category, ...like })).map(({ id }) => id);
