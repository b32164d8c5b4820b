import { type ProductSort, productSorts } from '@shop/contract/products/categories';
import { type Expression, type OrderByDirection, sql } from 'kysely';
import { plannedOnce, writtenOnce } from '../../../platform/database/planned-once.ts';
import type { Slice } from '../../../platform/lists/list-page.ts';
import type { RowRange } from '../../../platform/lists/page.ts';
import type { Database, Tables } from '../../../tables.ts';
import type { ProductRow } from '../product-on-wire.ts';
import { listProducts, productRowsOfList } from '../product-rows.queries.ts';
import { productsOnSale, type Selection } from './on-sale.queries.ts';

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

type Direction = Pick<Slice, 'isBackward'> & { sort: ProductSort };

/** Ids from an index-only scan that starts at one end of the list, or at a day if the list is sorted by newest. */
function orderedIds(
  db: Database,
  selection: Selection,
  { sort, isBackward, day }: Direction & { day: Date | Expression<Date> | undefined },
) {
  const directed = (direction: OrderByDirection) => (isBackward === (direction === 'desc') ? 'asc' : 'desc');
  let query = productsOnSale(db, selection).select('id');
  if (day) query = query.where('created_at', isBackward ? '>=' : '<', day);
  for (const [column, direction] of orderings[sort]) query = query.orderBy(column, directed(direction));
  return query;
}

type Range = Selection & RowRange & { day: Date | undefined };

const listIds = (direction: Direction) =>
  writtenOnce((db, { limit, offset, day, ...selection }: Range) =>
    orderedIds(db, selection, { ...direction, day })
      .limit(limit)
      .offset(offset)
      .compile(),
  );

// The row limit is a literal. With a parameter, the planner expects to read a tenth of the table and never keeps a generic
// plan. Each plan takes 100 KB of every connection, so there are only three limits.
const ROW_LIMITS = [64, 256, 1024];

/** One statement for ids and products. It is only good where an index has the order of the list: see `hasIndex`. */
const listInOneStatement = (direction: Direction, rowLimit: number) =>
  plannedOnce((db, { limit, offset, day, ...selection }: Range) => {
    // The subquery hides the day from the planner. For a day with few newer products it would not keep a generic plan.
    const anyDay = day && sql<Date>`(select ${day}::timestamptz)`;
    const first = orderedIds(db, selection, { ...direction, day: anyDay }).limit(sql.lit(rowLimit));
    const chosen = db.selectFrom(first.as('first')).select('id').limit(limit).offset(offset);
    let query = productRowsOfList(db, selection.now).where(sql<boolean>`id = any(array(${chosen}))`);
    for (const [column, order] of orderings[direction.sort]) query = query.orderBy(column, order);
    return query.compile();
  });

const statementsBy = (direction: Direction) => ({
  ids: listIds(direction),
  combined: new Map(ROW_LIMITS.map((rowLimit) => [rowLimit, listInOneStatement(direction, rowLimit)])),
});
const statements = Object.fromEntries(
  productSorts.map((sort) => [
    sort,
    { fromStart: statementsBy({ sort, isBackward: false }), fromEnd: statementsBy({ sort, isBackward: true }) },
  ]),
) as Record<ProductSort, Record<'fromStart' | 'fromEnd', ReturnType<typeof statementsBy>>>;

/** There is an index for the whole list in each order, and for the newest of a category or of a company. */
function hasIndex({ category, company, minPaise, maxPaise, all }: Selection, sort: ProductSort): boolean {
  if ([minPaise, maxPaise, all].some((filter) => filter !== undefined)) return false;
  const parts = [category, company].filter((part) => part !== undefined).length;
  return parts === 0 || (parts === 1 && sort === 'newest');
}

/** A slice in the order of the list. It may contain products that were sold a moment ago. */
export async function listOnSale(
  db: Database,
  selection: Selection,
  { sort, isBackward, day, ...slice }: Slice & { sort: ProductSort },
): Promise<ProductRow[]> {
  const range = { ...selection, ...slice, day: day ?? undefined };
  const { ids, combined } = statements[sort][isBackward ? 'fromEnd' : 'fromStart'];
  const rowLimit = ROW_LIMITS.find((rows) => rows >= slice.offset + slice.limit);
  const list = hasIndex(selection, sort) && rowLimit !== undefined ? combined.get(rowLimit) : undefined;
  if (list) return list(db, range);
  const chosen = (await ids(db, range)).map(({ id }) => id);
  return listProducts(db, { ids: isBackward ? chosen.reverse() : chosen, now: selection.now });
}
