import { sql } from 'kysely';
import type { Database, Tables } from '../../tables.ts';
import { NO_ID } from '../ids.ts';
import type { Job } from '../jobs/jobs.ts';

/** Columns of a table that people write and search; each feature declares its own. */
export type SearchedTexts = { [T in keyof Tables]: { table: T; columns: (keyof Tables[T] & string)[] } }[keyof Tables];

/** Enqueued once by migration 0125: version 1.2.0 and older stored texts without Unicode normalization. */
export const normalizeStoredTexts = ({ db }: { db: Database }, all: readonly SearchedTexts[]): Job => ({
  name: 'normalize-texts',
  lane: 'housekeeping',
  run: async () => {
    for (const texts of all) await normalizeTexts(db, texts);
  },
});

// Few enough that a statement ends within its timeout and locks no row for long.
const ROWS_PER_STATEMENT = 1_000;

async function normalizeTexts(db: Database, { table, columns }: SearchedTexts): Promise<void> {
  const names = columns.map((column) => sql.ref(column));
  const normalized = sql.join(names.map((name) => sql`${name} = normalize(${name})`));
  let last: string | undefined = NO_ID;
  while (last) {
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      with part as materialized (
        select id from ${sql.table(table)} where id > ${last} order by id limit ${sql.lit(ROWS_PER_STATEMENT)}
      ), updated as (
        update ${sql.table(table)} set ${normalized}
        where id in (select id from part) and concat_ws(' ', ${sql.join(names)}) is not normalized
      )
      select id from part order by id desc limit 1`.execute(db);
    last = rows[0]?.id;
  }
}
