import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log/log.ts';

// Five missed heartbeats mean that the job's worker is dead.
const BEAT_MS = 3_000;
const ABANDONED_SECONDS = 15;
const MINUTE_MS = 60_000;

// graphile-worker's own limit is six hours.
const LONGEST_RETRY_DELAY_MINUTES = 15;
// A limit by attempts would also count attempts of killed workers and those that the provider answered with 429.
const RETRIED_FOR_HOURS = 72;

/** The running jobs of a lane, and the worker id in their locks. */
export type HeldJobs = { id: string; running: ReadonlySet<string> };

export type WorkerHeartbeat = { stop(): Promise<void> };

export type HeartbeatOptions = {
  pool: pg.Pool;
  log: Log;
  /** The running jobs of all lanes of this process. */
  heldJobs(): HeldJobs[];
  /** Jobs that are retried for 72 hours. */
  retriedJobNames: readonly string[];
  /** Restarts the lane that adds scheduled runs. */
  restartScheduler(): void;
};

/** Renews the locks of this process and repairs the queue. Runs once before the lanes start, then at every heartbeat. */
export async function beatOnce(options: HeartbeatOptions): Promise<void> {
  await renewLocks(options);
  await releaseAbandonedJobs(options);
  await removeFailedRuns(options);
  await repairSchedule(options);
  await capRetryDelay(options);
}

/** Sends heartbeats until it is stopped. A heartbeat that fails is repeated at the next interval. */
export function startHeartbeat(options: HeartbeatOptions): WorkerHeartbeat {
  const stopping = new AbortController();
  const isSetBack = watchForClockSetBack();
  const heartbeat = (async () => {
    while (!stopping.signal.aborted) {
      // Otherwise graphile-worker adds no runs until the clock reaches its old time again.
      if (isSetBack()) options.restartScheduler();
      await beatOnce(options).catch((error) => options.log.debug({ err: error }, 'the worker heartbeat failed'));
      await pause(BEAT_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await heartbeat;
    },
  };
}

/**
 * Renews only jobs that really run. A job whose claim was committed but whose answer was lost runs nowhere: its lock must
 * expire.
 */
async function renewLocks({ pool, heldJobs }: HeartbeatOptions): Promise<void> {
  const lanes = heldJobs();
  await pool.query(
    'update graphile_worker._private_jobs set locked_at = now() where id = any($1) and locked_by = any($2)',
    [lanes.flatMap(({ running }) => [...running]), lanes.map(({ id }) => id)],
  );
}

/**
 * Releases the jobs of killed workers and of lost claims, which graphile-worker does only after four hours. Releases jobs,
 * not workers: a worker with a lost claim may still run other jobs.
 */
async function releaseAbandonedJobs({ pool }: HeartbeatOptions): Promise<void> {
  await pool.query(
    `with abandoned as (
       select id, job_queue_id, locked_by from graphile_worker._private_jobs
       where locked_at < now() - make_interval(secs => $1) for update skip locked
     ), freed as (
       update graphile_worker._private_jobs jobs set locked_at = null, locked_by = null
       from abandoned where jobs.id = abandoned.id
     )
     update graphile_worker._private_job_queues queues set locked_at = null, locked_by = null
     from abandoned where queues.id = abandoned.job_queue_id and queues.locked_by = abandoned.locked_by`,
    [ABANDONED_SECONDS],
  );
}

/** Releases the jobs of a runner that has ended and could not write their results. */
export async function releaseJobsOf(pool: pg.Pool, id: string): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1)', [[id]]);
}

/** Removes scheduled runs that gave up, because the next run follows. Only scheduled runs have a queue name. */
async function removeFailedRuns({ pool }: HeartbeatOptions): Promise<void> {
  await pool.query(
    `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
     where queue_name is not null and attempts >= max_attempts and locked_at is null having count(*) > 0`,
  );
}

/** Detects that this process's clock was set back by more than a minute. Smaller steps cause no missed run. */
function watchForClockSetBack(): () => boolean {
  let seenMs = Date.now();
  return () => {
    const beforeMs = seenMs;
    seenMs = Date.now();
    return seenMs < beforeMs - MINUTE_MS;
  };
}

/**
 * A process adds runs by its own clock, and the database's clock decides when they are due. If the process is ahead, each
 * run would be replaced by the next one before it is due. If it was set back, it would skip the minutes it has already added.
 */
async function repairSchedule({ pool }: HeartbeatOptions): Promise<void> {
  await pool.query(
    `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs
     where queue_name is not null and run_at > now() and attempts = 0 and locked_at is null having count(*) > 0`,
  );
  await pool.query(
    `update graphile_worker._private_known_crontabs set last_execution = now()
     where last_execution > now() + interval '1 minute'`,
  );
}

async function capRetryDelay({ pool, retriedJobNames }: HeartbeatOptions): Promise<void> {
  await pool.query(
    `select graphile_worker.reschedule_jobs(
       array[id], run_at => now() + make_interval(mins => $2),
       max_attempts => attempts + case when created_at > now() - make_interval(hours => $3) then 20 else 1 end
     ) from graphile_worker.jobs
     where task_identifier = any($1) and locked_at is null
       and attempts between 1 and max_attempts - 1 and run_at > now() + make_interval(mins => $2)`,
    [retriedJobNames, LONGEST_RETRY_DELAY_MINUTES, RETRIED_FOR_HOURS],
  );
}
