import { setTimeout as pause } from 'node:timers/promises';
import { Logger, parseCronItems, type Runner, run, runTaskListOnce, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../tables.ts';
import type { Log } from './log.ts';
import { plannedOnce } from './planned-once.ts';

/** A kind of work that happens after the commit, if and only if the commit did. */
export type Job = {
  readonly name: string;
  readonly run: (payload: never) => Promise<void>;
  /** A cron pattern (minute hour day month weekday, UTC) for work that comes round by itself, without a payload. */
  readonly schedule?: string;
};

type EnqueueOptions = {
  /** A second job with the same key replaces the first while that waits. */
  key?: string;
  runAt?: Date;
  maxAttempts?: number;
};

// graphile-worker backs off by e^attempt seconds, at most e^10 (6 hours): 20 attempts span more than 72 hours.
const DEFAULT_ATTEMPTS = 20;

type JobRow = { name: string; payload: string; runAt: Date | null; maxAttempts: number; key: string | null };

const addJob = plannedOnce((db, { name, payload, runAt, maxAttempts, key }: JobRow) =>
  sql`select graphile_worker.add_job(
    ${name}::text,
    payload => ${payload}::json,
    run_at => ${runAt}::timestamptz,
    max_attempts => ${maxAttempts}::int,
    job_key => ${key}::text
  )`.compile(db),
);

/** Adds a job inside the caller's transaction. */
export async function enqueue(
  db: Database,
  name: string,
  payload: object,
  { runAt, maxAttempts = DEFAULT_ATTEMPTS, key }: EnqueueOptions = {},
): Promise<void> {
  const content = JSON.stringify(payload);
  await addJob(db, { name, payload: content, runAt: runAt ?? null, maxAttempts, key: key ?? null });
}

const taskListOf = (jobs: readonly Job[]): TaskList =>
  Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => job.run(payload as never)]));

const quietLogger = (log: Log) => new Logger(() => (level, message) => log.debug({ worker: level }, message));

// Longer than any job takes: whoever holds one that long was killed.
const STALE_MINUTES = 2;

/** Frees the jobs of killed workers, which graphile-worker itself does only after four hours. */
async function releaseStaleJobs(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(locked_by)) from graphile_worker.jobs
     where locked_at < now() - make_interval(mins => $1) having count(*) > 0`,
    [STALE_MINUTES],
  );
}

type WorkerOptions = { pool: pg.Pool; jobs: readonly Job[]; log: Log };

/** `stop` waits for the jobs under way. */
export type Worker = { stop(): Promise<void> };

const START_AGAIN_MS = 1_000;

/**
 * Works until it is stopped. A database that goes away ends graphile-worker, and unheard its end would end the
 * process; it is started again until the database is back.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { log } = options;
  const stopping = new AbortController();
  let runner = await startRunner(options);
  // It refuses when it has ended by itself already.
  const stopRunner = () => runner.stop().catch(() => undefined);
  const keepWorking = async () => {
    while (!stopping.signal.aborted) {
      await runner.promise.catch((error) => log.warn({ err: error }, 'the worker ended and is started again'));
      while (!stopping.signal.aborted) {
        const again = await startRunner(options).catch(() => undefined);
        if (again) {
          runner = again;
          // Asked to stop while it was starting: the one that was stopped then was the old one.
          if (stopping.signal.aborted) await stopRunner();
          break;
        }
        await pause(START_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  const working = keepWorking();
  return {
    async stop() {
      stopping.abort();
      await stopRunner();
      await working;
    },
  };
}

async function startRunner({ pool, jobs: features, log }: WorkerOptions): Promise<Runner> {
  await releaseStaleJobs(pool);
  const jobs = [...features, { name: 'release-stale-jobs', run: () => releaseStaleJobs(pool), schedule: '* * * * *' }];
  const scheduled = jobs.flatMap(({ name, schedule }) =>
    schedule ? [{ task: name, match: schedule, options: { backfillPeriod: 0, maxAttempts: 1 } }] : [],
  );
  const runner = await run({
    pgPool: pool,
    taskList: taskListOf(jobs),
    parsedCronItems: parseCronItems(scheduled),
    concurrency: 4,
    pollInterval: 2_000,
    noHandleSignals: true,
    logger: quietLogger(log),
    // Unbatched, graphile-worker leaves the failure to note a job's end unheard, which would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  runner.events.on('job:error', ({ job, error }) =>
    log.warn({ job: job.task_identifier, attempt: job.attempts, err: error }, 'job failed and will be retried'),
  );
  runner.events.on('job:failed', ({ job, error }) =>
    log.error({ alarm: true, job: job.task_identifier, err: error }, 'job gave up and needs a person'),
  );
  return runner;
}

/** Runs what is due and returns: what tests call instead of waiting. */
export async function runDueJobs(pool: pg.Pool, jobs: readonly Job[], log: Log): Promise<void> {
  const client = await pool.connect();
  try {
    await runTaskListOnce({ noHandleSignals: true, logger: quietLogger(log) }, taskListOf(jobs), client);
  } finally {
    client.release();
  }
}
