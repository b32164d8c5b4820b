import { sql } from 'kysely';
import type { Database } from '../../tables.ts';

/** A table of counts and the table of changes that triggers append to. `key` is the primary key of the counts. */
export type CountTables = { counts: string; changes: string; key: readonly string[] };

/**
 * Adds up to `batch` changes to the counts and returns how many it folded. Skips changes that another process is folding,
 * so that concurrent folds neither wait for each other nor count a change twice.
 */
export async function foldChanges(db: Database, tables: CountTables, batch: number): Promise<number> {
  const [counts, changes] = [sql.table(tables.counts), sql.table(tables.changes)];
  const key = sql.join(tables.key.map((column) => sql.ref(column)));
  const { rows } = await sql<{ folded: number }>`
    with folded as (
      delete from ${changes}
      where ctid = any(array(select ctid from ${changes} limit ${batch} for update skip locked))
      returning *
    ), counted as (
      insert into ${counts} (${key}, count)
      select ${key}, sum(change) from folded group by ${key} order by ${key}
      on conflict (${key}) do update set count = ${counts}.count + excluded.count
    )
    select count(*) as folded from folded`.execute(db);
  return rows[0]?.folded ?? 0;
}
