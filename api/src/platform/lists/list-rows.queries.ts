import { type OrderByDirection, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Tables } from '../../tables.ts';
import { COUNTED_EXACTLY, type Extent, estimatedExtent, extentOf, type Slice } from './list-page.ts';

type Rows<TB extends keyof Tables> = SelectQueryBuilder<Tables, TB, object>;

/** What a list is sorted by, and after that by id. Days are edges only where it is the column that they count. */
export type ListOrder = readonly [by: RawBuilder<unknown>, direction: OrderByDirection];

/** Ids by index alone: skipping a thousand of them must not read a thousand rows. */
export async function listIds<TB extends keyof Tables>(
  query: Rows<TB>,
  [by, wanted]: ListOrder,
  { limit, offset, isFromEnd, day }: Slice,
): Promise<string[]> {
  const direction = isFromEnd === (wanted === 'asc') ? 'desc' : 'asc';
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
 * How long the list of a query's rows is: exactly while they can be counted at once, beyond that as the planner
 * estimates, because counting all that a common text finds would cost more than the page. `estimated` means the same
 * rows, in words that the planner knows more of.
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

/** What the planner believes, from the statistics that PostgreSQL keeps by itself. */
export async function estimateRows<TB extends keyof Tables>(query: Rows<TB>): Promise<number> {
  const [plan] = await query
    .select(sql<number>`1`.as('one'))
    .explain<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>('json');
  return plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}
