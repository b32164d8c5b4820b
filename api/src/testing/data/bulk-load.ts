import type pg from 'pg';

type Dropped = { drop: string; restore: string };

/**
 * Drops secondary indexes and foreign keys during the load and restores them afterwards, which is much faster than updating
 * them for each row. Triggers stay active. Use it only on a database without other users.
 */
export async function loadWithoutIndexes(
  client: pg.Client,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const { rows: dropped } = await client.query<Dropped>(indexesAndForeignKeys, [tables]);
  for (const { drop } of dropped) await client.query(drop);
  await load();
  // Without statistics the planner chooses a slow plan for checking the foreign keys.
  await client.query(`analyze ${tables.join()}`);
  for (const { restore } of dropped) await client.query(restore);
}

const indexesAndForeignKeys = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as restore
  from pg_index
  where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
  union all
  select format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where conrelid = any($1::regclass[]) and contype = 'f'`;
