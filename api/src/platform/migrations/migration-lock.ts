import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

// An arbitrary number, the same in every process and version.
const LOCK = 7_301_947_225;
const RETRY_EVERY_MS = 500;

/**
 * Begins a transaction on `guard` and takes the migration lock in it. `guard` does nothing else. A transaction ends with its
 * process; a session lock could stay behind in a pooler. A process that does not get the lock polls for it: a statement that
 * waits for a lock would block `create index concurrently`, which waits for all running statements.
 */
export async function holdMigrationLock(guard: pg.Client, log: (line: string) => void): Promise<void> {
  for (let hasWaited = false; ; hasWaited = true) {
    await guard.query('begin');
    await guard.query('set local idle_in_transaction_session_timeout = 0');
    // No parameters: with parameters PostgreSQL keeps the snapshot until the next statement, which blocks the index build too.
    const { rows } = await guard.query<{ is_ours: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as is_ours`);
    if (rows[0]?.is_ours) return;
    await guard.query('rollback');
    if (!hasWaited) log('another process is migrating; waiting for it');
    await pause(RETRY_EVERY_MS);
  }
}
