import type pg from 'pg';

type Dropped = { drop: string; restore: string };

/**
 * Loads rows into tables that have neither secondary indexes nor foreign keys meanwhile: making an index at once, and
 * comparing two tables at once, takes a fraction of what an entry and a look-up for each row do. Triggers stay, and
 * afterwards everything is as it was. For a database that nobody else uses.
 */
export async function loadWithoutIndexes(
  client: pg.Client,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const { rows: dropped } = await client.query<Dropped>(indexesAndForeignKeys, [tables]);
  for (const { drop } of dropped) await client.query(drop);
  await load();
  // What the planner knows of tables this new decides how foreign keys are compared.
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
