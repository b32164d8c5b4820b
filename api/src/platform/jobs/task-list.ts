import { Logger, type TaskList } from 'graphile-worker';
import type { Job } from '../jobs.ts';
import type { Log } from '../log.ts';

/** Jobs as graphile-worker takes them. */
export const taskListOf = (jobs: readonly Job[]): TaskList =>
  Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => job.run(payload as never)]));

export const quietLogger = (log: Log) => new Logger(() => (level, message) => log.debug({ worker: level }, message));
