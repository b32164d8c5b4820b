import { sql } from 'kysely';
import { inTransaction } from '../../../platform/database/database.ts';
import { NO_ID } from '../../../platform/ids.ts';
import type { Database } from '../../../tables.ts';

// A million products in one statement would exceed the statement timeout.
const PRODUCTS_A_STATEMENT = 100_000;

/** Removes words that no product has. It checks a copy of the word list, so that a word added meanwhile stays. */
export const removeUnusedSearchWords = (db: Database): Promise<void> =>
  inTransaction(db, async (db) => {
    await sql`create temporary table unused_words on commit drop as select word from search_words`.execute(db);
    for (let last: string | undefined = NO_ID; last; ) {
      const part: string = `from products where deleted_at is null and id > '${last}' order by id limit ${PRODUCTS_A_STATEMENT}`;
      await sql`
        delete from unused_words using ts_stat(${`select search ${part}`}) used
        where used.word collate "C" = unused_words.word`.execute(db);
      const { rows } = await sql<{ id: string }>`
        select id from (select id ${sql.raw(part)}) as read order by id desc limit 1`.execute(db);
      last = rows[0]?.id;
    }
    await sql`delete from search_words using unused_words where unused_words.word = search_words.word`.execute(db);
  });
