import type { Page } from '@shop/contract/common';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Tables } from '../tables.ts';
import { pageOf } from './page.ts';

/** Which rows make a page. `isFromEnd` counts the offset from the last row and answers in reverse. */
export type Slice = { limit: number; offset: number; isFromEnd: boolean };

export type ListSource = {
  total: number;
  /** Ids by index alone: skipping a thousand of them must not read a thousand rows. */
  listIds(slice: Slice): Promise<string[]>;
};

/** A page of a list of any length: the index is read from its nearer end, so that the last page costs as the first. */
export async function readPage<T>(
  { page, limit }: { page: number; limit: number },
  { total, listIds }: ListSource,
  listRows: (ids: string[]) => Promise<T[]>,
): Promise<Page<T>> {
  const before = (page - 1) * limit;
  const size = Math.max(0, Math.min(limit, total - before));
  const after = total - before - size;
  const isFromEnd = after < before;
  const ids = size > 0 ? await listIds({ limit: size, offset: isFromEnd ? after : before, isFromEnd }) : [];
  if (isFromEnd) ids.reverse();
  return pageOf(ids.length > 0 ? await listRows(ids) : [], { page, limit, total });
}

const COUNTED_EXACTLY = 10_000;

type Rows<TB extends keyof Tables> = SelectQueryBuilder<Tables, TB, object>;

/**
 * How many rows a query has: exactly while they can be counted at once, beyond that as the planner estimates, because
 * counting a million rows for each page shown would cost more than the page.
 */
export async function countRows<TB extends keyof Tables>(db: Database, query: Rows<TB>): Promise<number> {
  const { count } = await db
    .selectFrom(
      query
        .select(sql<number>`1`.as('one'))
        .limit(COUNTED_EXACTLY + 1)
        .as('rows'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count <= COUNTED_EXACTLY ? count : Math.max(count, await estimateRows(query));
}

/** What the planner believes, from the statistics that PostgreSQL keeps by itself. */
export async function estimateRows<TB extends keyof Tables>(query: Rows<TB>): Promise<number> {
  const [plan] = await query
    .select(sql<number>`1`.as('one'))
    .explain<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>('json');
  return plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** Matches the text anywhere and literally: what is a wildcard to LIKE is a character to people. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
