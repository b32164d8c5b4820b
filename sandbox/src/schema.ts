import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { inTransaction } from './database.ts';

/** Any constant will do, as long as nobody else in the same database locks it. */
const SCHEMA_LOCK = 7_201_533;

export async function prepareSandbox(pool: Pool): Promise<void> {
  const statements = await readFile(new URL('../schema.sql', import.meta.url), 'utf8');
  await inTransaction(pool, async (db) => {
    await db.query('select pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
    await db.query(statements);
  });
}
