import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../tables.ts';
import { fail } from '../failure.ts';
import { inTransaction } from './database.ts';

const RETRY_EVERY_MS = 100;
const MAX_WAIT_MS = 60_000;

/**
 * Runs `work` in a transaction that holds the advisory lock `name`, in one process of all at a time. It polls for the lock:
 * waiting inside a statement would occupy a connection and end at the lock timeout of two seconds.
 */
export async function withAdvisoryLock<T>(db: Database, name: string, work: (db: Database) => Promise<T>): Promise<T> {
  for (const startedAt = performance.now(); performance.now() - startedAt < MAX_WAIT_MS; await pause(RETRY_EVERY_MS)) {
    const done = await inTransaction(db, async (db) => (await tryLock(db, name)) && { result: await work(db) });
    if (done) return done.result;
  }
  throw fail('databaseUnavailable', { retryAfterSeconds: 5 });
}

async function tryLock(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`.execute(db);
  return rows[0]?.taken ?? false;
}
