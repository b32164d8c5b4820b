import { sql } from 'kysely';
import type { Database } from '../../tables.ts';

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

/**
 * Adds up to `batch` changes to the counts and answers how many it added. Changes that another transaction is folding are
 * skipped, so that two folds at the same time neither wait for each other nor count twice.
 */
export async function foldListChanges(db: Database, batch: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with folded as (
      delete from list_changes
      where ctid = any(array(select ctid from list_changes limit ${batch} for update skip locked))
      returning *
    ), counted as (
      insert into list_counts (list, part, day, count)
      select list, part, day, sum(change) from folded group by list, part, day order by list, part, day
      on conflict (list, part, day) do update set count = list_counts.count + excluded.count
    )
    select count(*) as folded from folded`.execute(db);
  return rows[0]?.folded ?? 0;
}
