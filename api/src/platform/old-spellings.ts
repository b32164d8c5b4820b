import { sql } from 'kysely';
import type { Database, Tables } from '../tables.ts';
import { NO_ID } from './ids.ts';
import { type Job, NIGHTLY } from './jobs.ts';

/** What people write into a table and search for there; each feature says so for its own. */
export type SearchedTexts = { [T in keyof Tables]: { table: T; columns: (keyof Tables[T] & string)[] } }[keyof Tables];

/** Brings what was saved as a keyboard wrote it into the form in which texts and searches are read by now. */
export const renewOldSpellings = ({ db }: { db: Database }, all: readonly SearchedTexts[]): Job => ({
  name: 'renew-old-spellings',
  lane: 'housekeeping',
  schedule: NIGHTLY,
  run: async () => {
    for (const texts of all) await normalizeTexts(db, texts);
  },
});

// Should all of them have to be written, the statement ends in time, and no buyer waits long for their own row.
const READ_AT_ONCE = 1_000;

async function normalizeTexts(db: Database, { table, columns }: SearchedTexts): Promise<void> {
  const names = columns.map((column) => sql.ref(column));
  const renewal = sql.join(names.map((name) => sql`${name} = normalize(${name})`));
  let last: string | undefined = NO_ID;
  while (last) {
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      with part as materialized (
        select id from ${sql.table(table)} where id > ${last} order by id limit ${sql.lit(READ_AT_ONCE)}
      ), renewed as (
        update ${sql.table(table)} set ${renewal}
        where id in (select id from part) and concat_ws(' ', ${sql.join(names)}) is not normalized
      )
      select id from part order by id desc limit 1`.execute(db);
    last = rows[0]?.id;
  }
}
