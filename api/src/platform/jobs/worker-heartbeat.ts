import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log/log.ts';

// A worker says of the jobs it runs that it is still there; one of which nobody has for five times is run by nobody.
const BEAT_MS = 3_000;
const ABANDONED_SECONDS = 15;
const MINUTE_MS = 60_000;

// Left alone, graphile-worker lets up to six hours pass between attempts.
const LONGEST_RETRY_DELAY_MINUTES = 15;
// By the clock: a count of attempts would also count those of killed workers and of a provider that limits our calls.
const RETRIED_FOR_HOURS = 72;

/** Jobs at work, and the id that they are locked under. */
export type HeldJobs = { id: string; running: ReadonlySet<string> };

export type WorkerHeartbeat = { stop(): Promise<void> };

export type HeartbeatOptions = {
  pool: pg.Pool;
  log: Log;
  /** What the lanes of this process have at work. */
  heldJobs(): HeldJobs[];
  /** The jobs that are retried for 72 hours. */
  retriedJobNames: readonly string[];
  /** Starts anew whoever adds what is scheduled. */
  restartScheduler(): void;
};

/** What has to be looked after again and again while there are jobs. */
export async function beatOnce(options: HeartbeatOptions): Promise<void> {
  await renewLocks(options);
  await releaseAbandonedJobs(options);
  await removeFailedRuns(options);
  await repairSchedule(options);
  await capRetryDelay(options);
}

/** Attends until told to stop; a database that is away is waited for. */
export function startHeartbeat(options: HeartbeatOptions): WorkerHeartbeat {
  const stopping = new AbortController();
  const isSetBack = watchForClockSetBack();
  const heartbeat = (async () => {
    while (!stopping.signal.aborted) {
      // graphile-worker would add nothing until it is as late as it was.
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
 * Only what is really at work. A claim whose answer got lost with its connection has locked a job that nobody runs:
 * it is left to be freed.
 */
async function renewLocks({ pool, heldJobs }: HeartbeatOptions): Promise<void> {
  const lanes = heldJobs();
  await pool.query(
    'update graphile_worker._private_jobs set locked_at = now() where id = any($1) and locked_by = any($2)',
    [lanes.flatMap(({ running }) => [...running]), lanes.map(({ id }) => id)],
  );
}

/**
 * Frees the jobs of killed workers and of lost claims, which graphile-worker itself does only after four hours. One by
 * one: whoever has lost a claim may be running others.
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

/** What a runner heldJobs that has ended: it may not have been able to say how its jobs went. */
export async function releaseJobsOf(pool: pg.Pool, id: string): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1)', [[id]]);
}

/** A scheduled run that gave up is not kept: the next one follows. They are the only ones that have a queue. */
async function removeFailedRuns({ pool }: HeartbeatOptions): Promise<void> {
  await pool.query(
    `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
     where queue_name is not null and attempts >= max_attempts and locked_at is null having count(*) > 0`,
  );
}

/** Of this process. Less than a minute passes by itself before anything is missed. */
function watchForClockSetBack(): () => boolean {
  let seenMs = Date.now();
  return () => {
    const beforeMs = seenMs;
    seenMs = Date.now();
    return seenMs < beforeMs - MINUTE_MS;
  };
}

/**
 * Runs are added by the clock of a process and taken by the database's. By one that is ahead each would be put off by the next
 * before its time has come; and one that was set back would add none that the database knows of already.
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
