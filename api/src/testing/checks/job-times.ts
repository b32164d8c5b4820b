import type pg from 'pg';
import { scheduledRun } from '../../platform/jobs/scheduled-run.ts';

/** Adds a scheduled job as the scheduler does at the end of a minute. */
export async function addScheduledRun(pool: pg.Pool, name: string): Promise<void> {
  const { queueName, jobKey, maxAttempts } = scheduledRun(name);
  await pool.query('select graphile_worker.add_job($1, queue_name => $2, job_key => $3, max_attempts => $4)', [
    name,
    queueName,
    jobKey,
    maxAttempts,
  ]);
}

const wakeWorkers = (pool: pg.Pool) => pool.query(`select pg_notify('jobs:insert', '{"count":10}')`);

/** Makes failed jobs due now, without their backoff. */
export async function retryNow(pool: pg.Pool): Promise<void> {
  await pool.query(
    'update graphile_worker._private_jobs set run_at = now() where locked_at is null and attempts > 0 and run_at > now()',
  );
  await wakeWorkers(pool);
}

/** Makes later jobs with this name due now. */
export async function bringForward(pool: pg.Pool, name: string): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()
       and task_id = (select id from graphile_worker._private_tasks where identifier = $1)`,
    [name],
  );
  await wakeWorkers(pool);
}
