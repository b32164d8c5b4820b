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
  /** The one that the jobs themselves use. */
  pool: pg.Pool;
  /** Of PostgreSQL itself, where the pool leads to a pooler: over one nobody can listen. */
  directUrl?: string;
  jobs: readonly Job[];
  config: { DATABASE_TIMEOUT_FACTOR: number };
  log: Log;
  metrics: Metrics;
};

/** `stop` waits for the jobs under way. */
export type Worker = { stop(): Promise<void> };

// One to listen on and one for all book-keeping, so that no lane waits for a connection that somebody works with.
const CONNECTIONS = 2;

/** Works in every lane until it is stopped. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { pool: shared, directUrl, jobs, config, log, metrics } = options;
  const pool = createPool({
    url: directUrl ?? shared.options.connectionString ?? '',
    max: CONNECTIONS,
    timeoutFactor: config.DATABASE_TIMEOUT_FACTOR,
    onError: (error) => log.warn({ err: error }, 'the worker lost a database connection'),
  });
  const jobSignal: JobSignal = new EventEmitter();
  const used = lanes
    .map((lane) => ({ lane, jobs: jobs.filter((job) => job.lane === lane), pool, log, metrics }))
    .filter((lane) => lane.jobs.length > 0);
  const scheduled = jobs.filter(({ schedule }) => schedule);
  const working: SupervisedLane[] = [];
  const heartbeatOptions: HeartbeatOptions = {
    pool,
    log,
    heldJobs: () => working.map((lane) => lane.heldJobs()),
    retriedJobNames: jobs.filter(({ lane, schedule }) => lane !== 'housekeeping' && !schedule).map(({ name }) => name),
    restartScheduler: () => void working[0]?.restart(),
  };
  try {
    // What a killed worker has left is there for the first that looks.
    await beatOnce(heartbeatOptions);
    for (const [position, lane] of used.entries()) {
      const start = async (before?: LaneRunner) => {
        if (before) await releaseJobsOf(pool, before.id);
        return position === 0 ? startListeningLane({ ...lane, scheduled }, jobSignal) : startLane(lane, jobSignal);
      };
      working.push(await supervise(start, log));
    }
  } catch (error) {
    await Promise.all(working.map((lane) => lane.stop()));
    await pool.end();
    throw error;
  }
  const heartbeat = startHeartbeat(heartbeatOptions);
  return {
    async stop() {
      await Promise.all(working.map((lane) => lane.stop()));
      await heartbeat.stop();
      await pool.end();
    },
  };
}
