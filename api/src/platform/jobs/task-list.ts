import { Logger, type TaskList } from 'graphile-worker';
import type { Log } from '../log/log.ts';
import { traced } from '../telemetry/tracing.ts';
import type { Job } from './jobs.ts';

/** The job's payload with the trace that it belongs to. */
type Payload = { traceparent?: string };

/** The jobs in graphile-worker's form. */
export const taskListOf = (jobs: readonly Job[]): TaskList =>
  Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => runJob(job, (payload ?? {}) as Payload)]));

const runJob = ({ name, lane, run }: Job, { traceparent, ...payload }: Payload): Promise<void> =>
  traced(
    () => ({ name: `job ${name}`, kind: 'consumer', facts: { 'shop.lane': lane } }),
    () => run(payload as never),
    traceparent,
  );

export const debugLogger = (log: Log) => new Logger(() => (level, message) => log.debug({ worker: level }, message));
