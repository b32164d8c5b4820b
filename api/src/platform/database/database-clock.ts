import type pg from 'pg';
import type { Clock } from '../clock.ts';
import { findDatabaseTimeMs } from './database-clock.queries.ts';

const MAX_OFFSET_MS = 2_000;

/**
 * Answers a warning if the clock of this process differs from the database's by more than two seconds: holds, sessions and
 * deadlines are written with one clock and compared with the other. The database reads its clock between our two readings, so
 * a slow answer does not count as a difference.
 */
export async function clockProblem({ pool, clock }: { pool: pg.Pool; clock: Clock }): Promise<string | undefined> {
  const sentAt = clock.now().getTime();
  const databaseTime = await findDatabaseTimeMs(pool);
  const receivedAt = clock.now().getTime();
  const aheadMs = sentAt - databaseTime;
  const behindMs = databaseTime - receivedAt;
  const offsetMs = Math.max(aheadMs, behindMs);
  if (offsetMs <= MAX_OFFSET_MS) return undefined;
  const offset = `${(offsetMs / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
  return `The clock of this process is ${offset} the clock of the database. Synchronise the clocks of both machines (NTP).`;
}
