import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { createPool } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type Job, lanes } from './jobs.ts';
import { type JobSignal, type LaneRunner, startLane, startListeningLane } from './lane-runner.ts';
import { type SupervisedLane, supervise } from './supervision.ts';
import { beatOnce, type HeartbeatOptions, releaseJobsOf, startHeartbeat } from './worker-heartbeat.ts';

type WorkerOptions = {
  /** The pool that the jobs use. The worker opens a second pool for the queue. */
  pool: pg.Pool;
  /** PostgreSQL's own address where the pool leads to a pooler, because LISTEN does not work through a pooler. */
  directUrl?: string;
  jobs: readonly Job[];
  config: { DATABASE_TIMEOUT_FACTOR: number };
  log: Log;
  metrics: Metrics;
};

/** `stop` waits for the running jobs. */
export type Worker = { stop(): Promise<void> };

// One connection for LISTEN and one for the queue's own statements, so that no lane waits for a connection of a job.
const CONNECTIONS = 2;

/** Runs the jobs of all lanes until it is stopped. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { pool: shared, directUrl, jobs, config, log, metrics } = options;
  const pool = createPool({
    url: directUrl ?? shared.options.connectionString ?? '',
    max: CONNECTIONS,
    timeoutFactor: config.DATABASE_TIMEOUT_FACTOR,
    onError: (error) => log.warn({ err: error }, 'the worker lost a database connection'),
  });
  const jobSignal: JobSignal = new EventEmitter();
  const usedLanes = lanes
    .map((lane) => ({ lane, jobs: jobs.filter((job) => job.lane === lane), pool, log, metrics }))
    .filter((lane) => lane.jobs.length > 0);
  const scheduled = jobs.filter(({ schedule }) => schedule);
  const supervisedLanes: SupervisedLane[] = [];
  const heartbeatOptions: HeartbeatOptions = {
    pool,
    log,
    heldJobs: () => supervisedLanes.map((lane) => lane.heldJobs()),
    retriedJobNames: jobs.filter(({ lane, schedule }) => lane !== 'housekeeping' && !schedule).map(({ name }) => name),
    restartScheduler: () => void supervisedLanes[0]?.restart(),
  };
  try {
    // Releases the jobs of killed workers before the lanes look for jobs.
    await beatOnce(heartbeatOptions);
    for (const [position, lane] of usedLanes.entries()) {
      const start = async (previous?: LaneRunner) => {
        if (previous) await releaseJobsOf(pool, previous.id);
        return position === 0 ? startListeningLane({ ...lane, scheduled }, jobSignal) : startLane(lane, jobSignal);
      };
      supervisedLanes.push(await supervise(start, log));
    }
  } catch (error) {
    await Promise.all(supervisedLanes.map((lane) => lane.stop()));
    await pool.end();
    throw error;
  }
  const heartbeat = startHeartbeat(heartbeatOptions);
  return {
    async stop() {
      await Promise.all(supervisedLanes.map((lane) => lane.stop()));
      await heartbeat.stop();
      await pool.end();
    },
  };
}
