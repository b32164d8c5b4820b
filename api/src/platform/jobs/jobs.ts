import { sql } from 'kysely';
import type { Database } from '../../tables.ts';
import { plannedOnce } from '../database/planned-once.ts';
import { currentTraceparent, traced } from '../telemetry/tracing.ts';

/** Jobs of one lane never wait for another's: what was paid for is delivered while the mail server hangs. */
export const lanes = ['money', 'mail', 'housekeeping'] as const;
export type Lane = (typeof lanes)[number];

/** The name of a job. Its type knows what the job is told, so that nobody adds one that it would not understand. */
export type JobName<Payload extends object> = string & { readonly payload?: Payload };

/** A kind of work that happens after the commit, if and only if the commit did. */
export type Job = {
  readonly name: string;
  readonly lane: Lane;
  readonly run: (payload: never) => Promise<void>;
  /**
   * A cron pattern (minute hour day month weekday, UTC) for work that comes round by itself, without a payload. A run
   * begins when the one before has ended, in whichever process; at most one waits.
   */
  readonly schedule?: string;
};

/** At 03:00 in India; a shop that was closed at that time does it when it opens. */
export const NIGHTLY = '30 21 * * *';

type EnqueueOptions = {
  /**
   * A second job with the same key replaces the first while that waits. Not for one that adds its own next step: killed
   * before it ends it would count as given up, and taken for dead it would take the next step away with it when it ends.
   */
  key?: string;
  runAt?: Date;
  /** Runs before jobs that became due up to ten seconds earlier. Without effect beside `runAt`. */
  isAhead?: boolean;
};

// graphile-worker backs off by e^attempt seconds, at most e^10 (6 hours): 20 attempts span 64 hours. Mails and the money's
// jobs are extended to 72 hours by the clock (`worker-heartbeat.ts`).
const ATTEMPTS = 20;

type JobRow = { name: string; payload: string; runAt: Date | null; aheadSeconds: number; key: string | null };

// Not a priority: thousands of urgent jobs that wait for a provider would stop all others of their lane.
const AHEAD_SECONDS = 10;

const addJob = plannedOnce((db, { name, payload, runAt, aheadSeconds, key }: JobRow) =>
  sql`select enqueue_job(${name}::text, ${payload}::json,
    coalesce(${runAt}::timestamptz, now() - make_interval(secs => ${aheadSeconds}::float)), ${ATTEMPTS}::int, ${key}::text)`.compile(
    db,
  ),
);

/** Adds a job inside the caller's transaction. */
export async function enqueue<Payload extends object>(
  db: Database,
  name: JobName<Payload>,
  payload: NoInfer<Payload>,
  { runAt, isAhead = false, key }: EnqueueOptions = {},
): Promise<void> {
  const add = () => {
    // Undefined while nobody traces, and then left out.
    const content = JSON.stringify({ ...payload, traceparent: currentTraceparent() });
    const aheadSeconds = isAhead ? AHEAD_SECONDS : 0;
    return addJob(db, { name, payload: content, runAt: runAt ?? null, aheadSeconds, key: key ?? null });
  };
  await traced(() => ({ name: `enqueue ${name}`, kind: 'producer' }), add);
}

// Far below the five seconds that the database gives a statement.
const JOBS_PER_STATEMENT = 500;
// Taken when nothing else of the lane is due: whoever waits for their code does not wait until thousands were told.
const LOWEST_PRIORITY = 1;

/** Adds one job for each payload. Added one by one, thousands take minutes: each looks through all that wait. */
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
