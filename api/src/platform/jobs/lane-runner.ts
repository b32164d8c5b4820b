import { EventEmitter } from 'node:events';
import { parseCronItems, run, runTaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { raiseAlarm } from '../alarm.ts';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type Job, type Lane, NIGHTLY } from './jobs.ts';
import { scheduledRun } from './scheduled-run.ts';
import { debugLogger, taskListOf } from './task-list.ts';
import type { HeldJobs } from './worker-heartbeat.ts';

/** Concurrent jobs of a lane in one process. In the money lane, three of them may wait for a provider that hangs. */
const SLOTS: Record<Lane, number> = { money: 6, mail: 4, housekeeping: 2 };

type LaneOptions = { lane: Lane; jobs: readonly Job[]; pool: pg.Pool; log: Log; metrics: Metrics };

/** A running lane. `ended` rejects when the lane fails by itself. */
export type LaneRunner = HeldJobs & { ended: Promise<void>; stop(): Promise<void> };

/** Wakes all lanes of a process when a job was added. */
export type JobSignal = EventEmitter<{ added: [] }>;

/** Starts the lane that listens for new jobs on behalf of all lanes of the process and adds the scheduled runs. */
export async function startListeningLane(
  options: LaneOptions & { scheduled: readonly Job[] },
  jobSignal: JobSignal,
): Promise<LaneRunner> {
  const { pool, jobs } = options;
  const events = createEvents(options);
  const running = trackRunning(events);
  const created = new Promise<string>((resolve) =>
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id)),
  );
  const failed = completionFailure(events);
  events.on('pool:listen:notification', () => jobSignal.emit('added'));
  const runner = await run({
    ...runnerOptions(options, events),
    pgPool: pool,
    taskList: taskListOf(jobs),
    parsedCronItems: parseCronItems(options.scheduled.map(cronItemOf)),
  });
  // Otherwise the runner's cron would keep adding jobs after the failure.
  failed.catch(() => runner.stop()).catch(() => undefined);
  return endOnFailure({ id: await created, running, ended: runner.promise, stop: () => runner.stop() }, failed);
}

export function startLane(options: LaneOptions, jobSignal: JobSignal): LaneRunner {
  const events = createEvents(options);
  const running = trackRunning(events);
  const failed = completionFailure(events);
  const workers = runTaskList(runnerOptions(options, events), taskListOf(options.jobs), withoutListening(options.pool));
  const wake = () => workers.nudge(1);
  jobSignal.on('added', wake);
  events.once('pool:gracefulShutdown', () => jobSignal.off('added', wake));
  const stop = async () => workers.gracefulShutdown();
  return endOnFailure({ id: workers.id, running, ended: workers.promise, stop }, failed);
}

/** The ids of the running jobs. Completion is written on the heartbeat's connection, so the two cannot be reordered. */
function trackRunning(events: WorkerEvents): ReadonlySet<string> {
  const running = new Set<string>();
  events.on('job:start', ({ job }) => running.add(job.id));
  events.on('job:complete', ({ job }) => running.delete(job.id));
  return running;
}

/**
 * Rejects when the result of a job could not be written, as soon as no other job runs. graphile-worker (0.18) stops then,
 * but its own promise may never settle: it waits for all results to be written and miscounts them.
 */
function completionFailure(events: WorkerEvents): Promise<never> {
  const failed = new Promise<never>((_, reject) => {
    let [isIdle, failure] = [false, undefined as unknown];
    const rejectWhenIdle = () => isIdle && failure !== undefined && reject(failure);
    const markIdle = () => {
      isIdle = true;
      rejectWhenIdle();
    };
    events.once('pool:gracefulShutdown:complete', markIdle);
    events.once('pool:forcefulShutdown:complete', markIdle);
    events.once('pool:forcefulShutdown:error', markIdle);
    events.once('pool:fatalError', ({ error }) => {
      failure = error;
      rejectWhenIdle();
    });
  });
  // Avoids an unhandled rejection while no caller awaits `ended` yet.
  failed.catch(() => undefined);
  return failed;
}

const endOnFailure = ({ ended, stop, ...heldJobs }: LaneRunner, failed: Promise<never>): LaneRunner => ({
  ...heldJobs,
  ended: Promise.race([ended, failed]),
  stop: () => Promise.race([stop(), failed]),
});

const runnerOptions = ({ lane, log }: LaneOptions, events: WorkerEvents) => ({
  concurrency: SLOTS[lane],
  pollInterval: 2_000,
  noHandleSignals: true,
  logger: debugLogger(log),
  events,
  // Without batching, graphile-worker does not catch a failed write of a job's result, which would end the process.
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
});

const DAY_MS = 86_400_000;

/** Only a missed nightly run is made up for. Frequent schedules run again soon anyway. */
const cronItemOf = ({ name, schedule = '' }: Job) => ({
  task: name,
  match: schedule,
  options: { backfillPeriod: schedule === NIGHTLY ? DAY_MS : 0, ...scheduledRun(name) },
});

/** graphile-worker passes a callback to `connect` only for its LISTEN connection, which this pool never provides. */
const withoutListening = (pool: pg.Pool): pg.Pool =>
  Object.assign(Object.create(pool), {
    connect: (callback?: unknown) => (callback ? undefined : pool.connect()),
  });

function createEvents({ lane, log, metrics }: LaneOptions): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  const count = (job: string, outcome: string) => metrics.jobs.inc({ lane, job, outcome });
  events.on('job:success', ({ job }) => count(job.task_identifier, 'done'));
  events.on('job:error', ({ job, error }) => {
    count(job.task_identifier, 'failed');
    log.warn({ job: job.task_identifier, attempt: job.attempts, err: error }, 'job failed and will be retried');
  });
  events.on('job:failed', ({ job, error }) => {
    count(job.task_identifier, 'gave-up');
    raiseAlarm({ log, metrics }, { job: job.task_identifier, err: error }, 'job gave up and needs a person');
  });
  return events;
}
