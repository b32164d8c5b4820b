import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../../tables.ts';
import { addScheduledRun, retryNow } from '../../testing/checks/job-times.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createDatabase, createPool, inTransaction } from '../database/database.ts';
import { createLog } from '../log/log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { enqueue, type Job, NIGHTLY } from './jobs.ts';
import { startWorker, type Worker } from './worker.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let db: Database;
const workers: Worker[] = [];
const logged: string[] = [];
const metrics = createMetrics();
const log = createLog('warn', { write: (line: string) => void logged.push(line) });

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, max: 2, onError: () => {} });
  db = createDatabase(pool);
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await pool.query('delete from graphile_worker._private_jobs');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const config = { DATABASE_TIMEOUT_FACTOR: 2 };
const start = async (...jobs: Job[]) => void workers.push(await startWorker({ pool, jobs, config, log, metrics }));
const idle: Job = { name: 'idle', lane: 'money', run: async () => {} };
const rows = async (name: string) =>
  (await pool.query('select * from graphile_worker.jobs where task_identifier = $1 order by id', [name])).rows;
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 20 });

const rename = (from: string, to: string) => pool.query(`alter table graphile_worker.${from} rename to ${to}`);

/** A job that runs until the test ends it. */
function endless(job: Omit<Job, 'run'>) {
  const ends: (() => void)[] = [];
  const run = () => new Promise<void>((resolve) => ends.push(resolve));
  return {
    job: { ...job, run } satisfies Job,
    begun: () => ends.length,
    endOne: (number: number) => ends[number]?.(),
    end: () => {
      for (const end of ends) end();
    },
  };
}

it('an idle worker holds two connections, one to listen and one to poll', async () => {
  await start(idle, { ...idle, name: 'idle-mail', lane: 'mail' }, { ...idle, name: 'idle-too', lane: 'housekeeping' });
  const held = `select count(*)::int from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query not like '%pg_stat_activity%'`;
  await eventually(async () => expect((await pool.query(held)).rows).toEqual([{ count: 2 }]));
});

it('a worker runs jobs of every lane', async () => {
  const done: string[] = [];
  const noting = (name: string, lane: Job['lane']): Job => ({ name, lane, run: async () => void done.push(name) });
  await start(noting('a', 'money'), noting('b', 'mail'), noting('c', 'housekeeping'));
  for (const name of ['a', 'b', 'c']) await enqueue(db, name, {});
  await eventually(() => expect(done.toSorted()).toEqual(['a', 'b', 'c']));
});

it('only one scheduled run executes across all workers, and at most one waits', async () => {
  const reckoning = endless({ name: 'reckoning', lane: 'money' });
  const passers: string[] = [];
  const passer: Job = { name: 'passer', lane: 'money', run: async () => void passers.push('by') };
  await start(reckoning.job, passer);
  await start(reckoning.job, passer);
  await addScheduledRun(pool, 'reckoning');
  await eventually(() => expect(reckoning.begun()).toBe(1));
  await addScheduledRun(pool, 'reckoning');
  await addScheduledRun(pool, 'reckoning');
  // These jobs were added later. They run first, so the waiting run really was held back.
  for (let time = 0; time < 10; time += 1) await enqueue(db, 'passer', {});
  await eventually(() => expect(passers).toHaveLength(10));
  expect(reckoning.begun()).toBe(1);
  expect((await rows('reckoning')).map(({ locked_at }) => locked_at === null)).toEqual([false, true]);
  reckoning.end();
  await eventually(() => expect(reckoning.begun()).toBe(2));
  reckoning.end();
  await eventually(async () => expect(await rows('reckoning')).toEqual([]));
  expect(reckoning.begun()).toBe(2);
});

it('a heartbeat releases the jobs and queue of a killed worker, not of a live one', async () => {
  const living = endless({ name: 'living', lane: 'money' });
  const orphan = endless({ name: 'orphan', lane: 'money' });
  await start(living.job);
  await enqueue(db, 'living', {});
  await eventually(() => expect(living.begun()).toBe(1));
  await addScheduledRun(pool, 'orphan');
  await pool.query(`
    update graphile_worker._private_job_queues set locked_by = 'killed', locked_at = now() - interval '16 seconds';
    update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - interval '16 seconds'
    where key = 'orphan';
    update graphile_worker._private_jobs set locked_at = now() - interval '10 seconds' where locked_by <> 'killed'`);
  const [{ locked_at: before }] = await rows('living');
  await start(orphan.job);
  await eventually(() => expect(orphan.begun()).toBe(1));
  await eventually(async () => expect((await rows('living'))[0].locked_at > before).toBe(true));
  living.end();
  orphan.end();
  await eventually(async () => expect(await rows('living')).toEqual([]));
  expect(living.begun()).toBe(1);
});

it('a lost claim is released with its queue while the worker keeps its other jobs', async () => {
  const living = endless({ name: 'living', lane: 'money' });
  const [letters, reckonings]: string[][] = [[], []];
  await start(
    living.job,
    { name: 'letter', lane: 'money', run: async () => void letters?.push('sent') },
    { name: 'reckoning', lane: 'money', run: async () => void reckonings?.push('done') },
  );
  await enqueue(db, 'living', {});
  await eventually(() => expect(living.begun()).toBe(1));
  const [{ locked_by: worker, locked_at: before }] = await rows('living');
  // The state after a connection dies between the commit of a claim and its answer.
  await inTransaction(db, async (db) => {
    await enqueue(db, 'letter', {});
    await sql`select graphile_worker.add_job('reckoning', queue_name => 'reckoning', max_attempts => 1)`.execute(db);
    await sql`update graphile_worker._private_job_queues set locked_by = ${worker}, locked_at = now()
      where queue_name = 'reckoning'`.execute(db);
    await sql`update graphile_worker._private_jobs
      set locked_by = ${worker}, locked_at = now() - interval '16 seconds', attempts = 1 where locked_by is null`.execute(
      db,
    );
  });
  await addScheduledRun(pool, 'reckoning');
  await eventually(() => expect([letters, reckonings]).toEqual([['sent'], ['done']]));
  await eventually(async () => expect((await rows('living'))[0].locked_at > before).toBe(true));
  living.end();
  await eventually(async () => expect(await rows('living')).toEqual([]));
  expect(living.begun()).toBe(1);
});

it('a lane restarts and repeats the job when it cannot write the result', async () => {
  const times: number[] = [];
  const run = async () => {
    times.push(1);
    if (times.length === 1) await rename('_private_jobs', 'mislaid');
  };
  await start({ name: 'twice', lane: 'mail', run }, idle);
  await enqueue(db, 'twice', {});
  await eventually(() => expect(logged.join()).toContain('the worker ended and is started again'));
  await rename('mislaid', '_private_jobs');
  await enqueue(db, 'elsewhere', {});
  await pool.query(
    "update graphile_worker._private_jobs set locked_by = 'other', locked_at = now() where attempts = 0",
  );
  await eventually(() => expect(times).toHaveLength(2));
  // Less than 15 seconds have passed, because this lock has not expired yet.
  expect((await rows('elsewhere'))[0].locked_by).toBe('other');
});

// The concurrency of the mail lane.
const AT_ONCE = 4;

it('a lane restarts once after several results in a row could not be written', async () => {
  const several = endless({ name: 'several', lane: 'mail' });
  const lines: string[] = [];
  const verbose = createLog('debug', { write: (line: string) => void lines.push(line) });
  const said = (text: string) => lines.filter((line) => line.includes(text)).length;
  workers.push(await startWorker({ pool, jobs: [several.job, idle], config, log: verbose, metrics }));
  for (let time = 0; time < AT_ONCE; time += 1) await enqueue(db, 'several', {});
  await eventually(() => expect(several.begun()).toBe(AT_ONCE));
  await rename('_private_jobs', 'mislaid');
  for (let number = 0; number < AT_ONCE; number += 1) {
    several.endOne(number);
    await eventually(() => expect(said('Failed to complete jobs')).toBe(number + 1));
  }
  await eventually(() => expect(said('the worker ended and is started again')).toBe(1));
  await rename('mislaid', '_private_jobs');
  await eventually(() => expect(several.begun()).toBe(2 * AT_ONCE));
  several.end();
  await eventually(async () => expect(await rows('several')).toEqual([]));
});

/** Waits until the run is removed, whether it succeeded or not. */
const endOf = (name: string) =>
  eventually(async () => {
    await retryNow(pool);
    expect(await rows(name)).toEqual([]);
  });

it('a failed scheduled run is retried without an alarm', async () => {
  const unlucky = vi.fn(async () => {}).mockRejectedValueOnce(new Error('a lock was not to be had'));
  await start({ ...idle, name: 'unlucky', run: unlucky });
  await addScheduledRun(pool, 'unlucky');
  await endOf('unlucky');
  expect(unlucky).toHaveBeenCalledTimes(2);
  expect(logged.filter((line) => line.includes('"alarm":true'))).toEqual([]);
});

it('removes a scheduled run that gave up, and keeps other failed or waiting jobs', async () => {
  await enqueue(db, 'given-up', {});
  await pool.query('update graphile_worker._private_jobs set attempts = max_attempts');
  await addScheduledRun(pool, 'elsewhere');
  await start({ ...idle, name: 'failing', run: () => Promise.reject(new Error('no')) });
  await addScheduledRun(pool, 'failing');
  await endOf('failing');
  expect(logged.filter((line) => line.includes('"alarm":true'))).toEqual([expect.stringContaining('"job":"failing"')]);
  expect([await rows('given-up'), await rows('elsewhere')]).toMatchObject([[{ attempts: 20 }], [{ attempts: 0 }]]);
});

it.each(['mail', 'money'] as const)('a failed job of the %s lane is retried within 15 minutes', async (lane) => {
  const failures: number[] = [];
  const run = async () => {
    failures.push(1);
    throw new Error('the mail server is away');
  };
  const failedBefore = async (name: string) => {
    await enqueue(db, name, {}, { runAt: new Date(Date.now() + 3_600_000) });
    await pool.query(
      'update graphile_worker._private_jobs set attempts = 12, run_at = now() where id = (select id from graphile_worker.jobs where task_identifier = $1)',
      [name],
    );
  };
  await failedBefore('letter');
  await failedBefore('errand');
  // A job that has not failed keeps its own time.
  await enqueue(db, 'later', {}, { runAt: new Date(Date.now() + 3_600_000) });
  const letter: Job = { name: 'letter', lane, run };
  await start(letter, { ...letter, name: 'later' }, { name: 'errand', lane: 'housekeeping', run });
  await eventually(() => expect(failures).toHaveLength(2));
  const waits = `select task_identifier as name, attempts, max_attempts, extract(epoch from run_at - now()) / 60 as minutes
    from graphile_worker.jobs order by 1 desc`;
  await eventually(async () => {
    const [letter, later, errand] = (await pool.query(waits)).rows;
    expect(Number(later.minutes)).toBeGreaterThan(15);
    // graphile-worker's own backoff: e^10 seconds.
    expect(Number(errand.minutes)).toBeGreaterThan(360);
    expect(letter).toMatchObject({ attempts: 13, max_attempts: 33 });
    expect(Number(letter.minutes)).toBeLessThanOrEqual(15);
    expect(Number(letter.minutes)).toBeGreaterThan(10);
  });
});

const SCHEDULED = 'graphile_worker._private_known_crontabs';

it('a missed nightly run is made up for once at the start', async () => {
  const nights: number[] = [];
  const nightly: Job = {
    name: 'nightly',
    lane: 'housekeeping',
    schedule: NIGHTLY,
    run: async () => void nights.push(1),
  };
  await pool.query(`insert into ${SCHEDULED} values ('nightly', now() - interval '9 days', now() - interval '8 days')`);
  await start(nightly);
  await eventually(() => expect(nights).toEqual([1]));
  await eventually(async () => expect(await rows('nightly')).toEqual([]));
  // The next worker finds it done.
  const done = `select 1 from ${SCHEDULED} where identifier = 'nightly' and last_execution > now() - interval '1 day'`;
  expect((await pool.query(done)).rowCount).toBe(1);
});

it('scheduled runs go on after a clock ahead of the database is set back', async () => {
  const patiently = (check: () => unknown) => vi.waitFor(check, { timeout: 180_000, interval: 20 });
  const runs: number[] = [];
  const minutely: Job = { name: 'minutely', lane: 'money', schedule: '* * * * *', run: async () => void runs.push(1) };
  // Both times are just before a full minute.
  const hour = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: hour + 3_600_000 - 3_000 });
  try {
    await start(minutely);
    await patiently(() => expect(runs.length).toBeGreaterThan(0));
    const before = runs.length;
    vi.setSystemTime(hour - 10_000);
    await patiently(() => expect(runs.length).toBeGreaterThan(before));
  } finally {
    vi.useRealTimers();
  }
}, 400_000);

it('the configured timeout factor applies to the statements of the worker', async () => {
  await pool.query(`
    create table waits as select current_setting('statement_timeout') as longest where false;
    create function note_wait() returns trigger language plpgsql as $$ begin
      insert into waits values (current_setting('statement_timeout'));
      return null;
    end $$;
    create trigger note_wait after update on graphile_worker._private_jobs for each row execute function note_wait()`);
  await start(idle);
  await enqueue(db, idle.name, {});
  await eventually(async () => expect((await pool.query('select distinct longest from waits')).rowCount).toBe(1));
  const { rows } = await pool.query('select distinct longest from waits');
  await pool.query('drop function note_wait cascade');
  expect(rows).toEqual([{ longest: '10s' }]);
});
