import { sql } from 'kysely';
import type { Database } from '../../tables.ts';
import { plannedOnce } from '../database/planned-once.ts';
import { currentTraceparent, traced } from '../telemetry/tracing.ts';

/** Jobs of one lane never wait for jobs of another, so paid orders are delivered while the mail server hangs. */
export const lanes = ['money', 'mail', 'housekeeping'] as const;
export type Lane = (typeof lanes)[number];

/** The name of a job. Its type carries the type of the payload, so that `enqueue` accepts no other payload. */
export type JobName<Payload extends object> = string & { readonly payload?: Payload };

/** Work that runs after a transaction commits. If the transaction rolls back, the job is never stored. */
export type Job = {
  readonly name: string;
  readonly lane: Lane;
  readonly run: (payload: never) => Promise<void>;
  /**
   * A cron pattern (minute hour day month weekday, UTC) for a job without a payload. A run starts when the previous one
   * has ended, in any process, and at most one run waits.
   */
  readonly schedule?: string;
};

/** 03:00 in India. A run that was missed because no worker was up starts with the next worker. */
export const NIGHTLY = '30 21 * * *';

type EnqueueOptions = {
  /**
   * A new job replaces a waiting job with the same key. A job must not enqueue its own next step under its own key:
   * graphile-worker gives up the running job then, and a worker that was thought dead removes the next step when it ends.
   */
  key?: string;
  runAt?: Date;
  /** Runs before jobs that became due up to ten seconds earlier. Has no effect together with `runAt`. */
  isAhead?: boolean;
};

// graphile-worker's backoff is e^attempt seconds, at most e^10 (6 hours), so 20 attempts take 64 hours. For mail and money
// jobs the heartbeat raises the limit until 72 hours have passed (`worker-heartbeat.ts`).
const ATTEMPTS = 20;

type JobRow = { name: string; payload: string; runAt: Date | null; aheadSeconds: number; key: string | null };

// A priority would be wrong here: thousands of urgent jobs that wait for a provider would block the rest of the lane.
const AHEAD_SECONDS = 10;

const addJob = plannedOnce((db, { name, payload, runAt, aheadSeconds, key }: JobRow) =>
  sql`select enqueue_job(${name}::text, ${payload}::json,
    coalesce(${runAt}::timestamptz, now() - make_interval(secs => ${aheadSeconds}::float)), ${ATTEMPTS}::int, ${key}::text)`.compile(
    db,
  ),
);

/** Stores a job in the caller's transaction. */
export async function enqueue<Payload extends object>(
  db: Database,
  name: JobName<Payload>,
  payload: NoInfer<Payload>,
  { runAt, isAhead = false, key }: EnqueueOptions = {},
): Promise<void> {
  const add = () => {
    // Without tracing, traceparent is undefined and JSON.stringify omits it.
    const content = JSON.stringify({ ...payload, traceparent: currentTraceparent() });
    const aheadSeconds = isAhead ? AHEAD_SECONDS : 0;
    return addJob(db, { name, payload: content, runAt: runAt ?? null, aheadSeconds, key: key ?? null });
  };
  await traced(() => ({ name: `enqueue ${name}`, kind: 'producer' }), add);
}

// Keeps a statement far below the timeout of five seconds.
const JOBS_PER_STATEMENT = 500;
// Runs after all other due jobs of the lane, so that a mass mail does not delay the mail with a customer's code.
const LOWEST_PRIORITY = 1;

/** Stores one job for each payload in few statements. Thousands of single inserts take minutes. */
export async function enqueueEach<Payload extends object>(
  db: Database,
  name: JobName<Payload>,
  payloads: readonly NoInfer<Payload>[],
): Promise<void> {
  const traceparent = currentTraceparent();
  for (let start = 0; start < payloads.length; start += JOBS_PER_STATEMENT) {
    const slice = payloads.slice(start, start + JOBS_PER_STATEMENT);
    await sql`
      select from graphile_worker.add_jobs(array(
        select (${name}, payload, null, null, ${ATTEMPTS}, null, ${LOWEST_PRIORITY}, null)::graphile_worker.job_spec
        from unnest(${slice.map((payload) => JSON.stringify({ ...payload, traceparent }))}::json[]) as payload
      ))`.execute(db);
  }
}
