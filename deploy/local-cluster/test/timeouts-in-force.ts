import type pg from 'pg';
import { createPool } from '../../../api/src/platform/database/database.ts';

export type Timeouts = { shown: Record<string, string>; cutAfterMs: number; reason: string };

const NAMES = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

/** The timeouts of a connection like the shop's, and the result of a statement that takes longer. */
export async function tryTimeouts(url: string, isPooled: boolean): Promise<Timeouts> {
  const pool = createPool({ url, isPooled, max: 1, onError: () => {} });
  try {
    const shown: Record<string, string> = {};
    for (const name of NAMES) shown[name] = String(Object.values((await pool.query(`show ${name}`)).rows[0])[0]);
    const since = performance.now();
    const reason = await pool.query('select pg_sleep(20)').then(
      () => 'not cut',
      (error: pg.DatabaseError) => `${error.code} ${error.message}`,
    );
    return { shown, cutAfterMs: performance.now() - since, reason };
  } finally {
    await pool.end();
  }
}
