import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../tables.ts';
import { fail } from '../failure.ts';
import { inTransaction } from './database.ts';

const TRY_AGAIN_MS = 100;
const GIVE_UP_MS = 60_000;

/**
 * A transaction of which the whole shop has one of this name at a time. It is tried for and not waited for: a wait would hold
 * a connection, and end after the two seconds that a lock may take.
 */
export async function withAdvisoryLock<T>(db: Database, name: string, work: (db: Database) => Promise<T>): Promise<T> {
  for (const startedAt = performance.now(); performance.now() - startedAt < GIVE_UP_MS; await pause(TRY_AGAIN_MS)) {
    const done = await inTransaction(db, async (db) => (await isOurTurn(db, name)) && { result: await work(db) });
    if (done) return done.result;
  }
  throw fail('databaseUnavailable', { retryAfterSeconds: 5 });
}

async function isOurTurn(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`.execute(db);
  return rows[0]?.taken ?? false;
}
