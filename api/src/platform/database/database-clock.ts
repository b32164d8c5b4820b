import type pg from 'pg';
import type { Clock } from '../clock.ts';
import { findDatabaseTimeMs } from './database-clock.queries.ts';

const MAX_OFFSET_MS = 2_000;

/**
 * Says by how much the clock of this process differs from the database's, where that is more than two seconds. Holds, sessions
 * and deadlines are written by one clock and compared with the other. The database reads its clock between our two readings,
 * so a slow answer is no offset.
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
