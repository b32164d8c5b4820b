import { sql } from 'kysely';
import type { Database } from '../../tables.ts';
import { type CountTables, foldChanges } from './fold-changes.queries.ts';

/** A list that triggers count (migrations 0054 and 0056). With `parts`, only those parts of it. */
export type CountedList = {
  list: 'orders' | 'users' | 'products' | 'audit_log' | 'contacts';
  parts?: readonly string[] | undefined;
};

export type DayCount = { day: Date; count: number };

/** The number of rows of each UTC day, newest first: the folded counts plus the changes that are not folded yet. */
export async function listDayCounts(db: Database, { list, parts }: CountedList): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select day, sum(count)::bigint as count from (
      select list, part, day, count from list_counts
      union all
      select list, part, day, change from list_changes
    ) as known
    where list = ${list} and part = any(coalesce(${parts ?? null}::text[], array[part]))
    group by day order by day desc`.execute(db);
  return rows;
}

const LIST_COUNTS: CountTables = { counts: 'list_counts', changes: 'list_changes', key: ['list', 'part', 'day'] };

/** Folds up to `batch` changes of lists and returns how many it folded. */
export const foldListChanges = (db: Database, batch: number): Promise<number> => foldChanges(db, LIST_COUNTS, batch);
