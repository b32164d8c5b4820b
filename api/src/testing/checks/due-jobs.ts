import { runTaskListOnce } from 'graphile-worker';
import type pg from 'pg';
import type { Job } from '../../platform/jobs/jobs.ts';
import { debugLogger, taskListOf } from '../../platform/jobs/task-list.ts';
import type { Log } from '../../platform/log/log.ts';

/** Runs all due jobs and returns, so that a test need not wait for a worker. */
export async function runDueJobs(pool: pg.Pool, jobs: readonly Job[], log: Log): Promise<void> {
  const client = await pool.connect();
  try {
    await runTaskListOnce({ noHandleSignals: true, logger: debugLogger(log) }, taskListOf(jobs), client);
  } finally {
    client.release();
  }
}
