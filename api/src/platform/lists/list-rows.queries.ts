import { type OrderByDirection, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Tables } from '../../tables.ts';
import { COUNTED_EXACTLY, type Extent, estimatedExtent, extentOf, type Slice } from './list-page.ts';

type Rows<TB extends keyof Tables> = SelectQueryBuilder<Tables, TB, object>;

/** The sort key of a list; rows with equal keys are sorted by id. Edges at days are valid only for the sort key that the days count. */
export type ListOrder = readonly [by: RawBuilder<unknown>, direction: OrderByDirection];

/** Reads only ids, from an index alone: a large offset must not read the skipped rows. */
export async function listIds<TB extends keyof Tables>(
  query: Rows<TB>,
  [by, wanted]: ListOrder,
  { limit, offset, isBackward, day }: Slice,
): Promise<string[]> {
  const direction = isBackward === (wanted === 'asc') ? 'desc' : 'asc';
  const side = direction === 'asc' ? sql<boolean>`${by} >= ${day}` : sql<boolean>`${by} < ${day}`;
  const rows = await (day === null ? query : query.where(side))
    .select(sql<string>`id`.as('id'))
    .orderBy(by, direction)
    .orderBy(sql`id`, direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.id);
}

export async function countRows<TB extends keyof Tables>(query: Rows<TB>): Promise<number> {
  const { count } = await query.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return count;
}

/**
 * Counts the rows of a query exactly up to `COUNTED_EXACTLY`. Beyond that it takes the planner's estimate, because a count of all
 * matches of a common text would cost more than the page. `estimated` selects the same rows with conditions that the planner
 * estimates better.
 */
export async function measureRows<TB extends keyof Tables>(
  db: Database,
  query: Rows<TB>,
  estimated: Rows<TB> = query,
): Promise<Extent> {
  const { count } = await db
    .selectFrom(
      query
        .select(sql<number>`1`.as('one'))
        .limit(COUNTED_EXACTLY + 1)
        .as('rows'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count <= COUNTED_EXACTLY
    ? extentOf(count)
    : estimatedExtent(Math.max(count, await estimateRows(estimated)), () => countRows(query));
}

/** The planner's estimate, from the statistics of PostgreSQL. Does not run the query. */
export async function estimateRows<TB extends keyof Tables>(query: Rows<TB>): Promise<number> {
  const [plan] = await query
    .select(sql<number>`1`.as('one'))
    .explain<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>('json');
  return plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}
