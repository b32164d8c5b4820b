import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

// Any constant will do, as long as every process of this shop uses the same.
const LOCK = 7_301_947_225;
const LOOK_AGAIN_MS = 500;

/**
 * Holds the lock for the rest of the transaction that this begins on `guard`, a connection that does nothing else: that
 * ends with its process whatever lies between, where a lock of the session would stay behind in a pooler. Whoever has to
 * wait asks again and again, because building an index concurrently waits for every statement that waits for it.
 */
export async function holdMigrationLock(guard: pg.Client, log: (line: string) => void): Promise<void> {
  for (let hasWaited = false; ; hasWaited = true) {
    await guard.query('begin');
    await guard.query('set local idle_in_transaction_session_timeout = 0');
    // Without parameters: with some the protocol keeps the statement's snapshot until the next, and that holds up as well.
    const { rows } = await guard.query<{ is_ours: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as is_ours`);
    if (rows[0]?.is_ours) return;
    await guard.query('rollback');
    if (!hasWaited) log('another process is migrating; waiting for it');
    await pause(LOOK_AGAIN_MS);
  }
}
