import { Logger, type TaskList } from 'graphile-worker';
import type { Log } from '../log/log.ts';
import { traced } from '../telemetry/tracing.ts';
import type { Job } from './jobs.ts';

/** What a job is told, and what it belongs to. */
type Payload = { traceparent?: string };

/** Jobs as graphile-worker takes them. */
export const taskListOf = (jobs: readonly Job[]): TaskList =>
  Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => runJob(job, (payload ?? {}) as Payload)]));

const runJob = ({ name, lane, run }: Job, { traceparent, ...payload }: Payload): Promise<void> =>
  traced(
    () => ({ name: `job ${name}`, kind: 'consumer', facts: { 'shop.lane': lane } }),
    () => run(payload as never),
    traceparent,
  );

export const debugLogger = (log: Log) => new Logger(() => (level, message) => log.debug({ worker: level }, message));
