import { runTaskListOnce } from 'graphile-worker';
import type pg from 'pg';
import type { Job } from '../jobs.ts';
import type { Log } from '../log.ts';
import { quietLogger, taskListOf } from './task-list.ts';

/** Runs what is due and returns: what tests call instead of waiting. */
export async function runDueJobs(pool: pg.Pool, jobs: readonly Job[], log: Log): Promise<void> {
  const client = await pool.connect();
  try {
    await runTaskListOnce({ noHandleSignals: true, logger: quietLogger(log) }, taskListOf(jobs), client);
  } finally {
    client.release();
  }
}
