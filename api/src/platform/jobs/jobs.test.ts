import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../tables.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createDatabase, createPool, inTransaction } from '../database/database.ts';
import { enqueue, enqueueEach } from './jobs.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, max: 1, onError: () => {} });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('enqueue stores the same row as graphile-worker, also for the first job of a name', async () => {
  const db = createDatabase(pool);
  const runAt = new Date('2031-01-01T00:00:00Z');
  const added = { task_identifier: 'greet', attempts: 0, max_attempts: 20, key: null };
  await enqueue(db, 'greet', {});
  await enqueue(db, 'greet', {});
  await enqueue(db, 'greet', {}, { runAt });
  await enqueue(db, 'greet', {}, { key: 'one' });
  await enqueue(db, 'greet', {}, { key: 'one' });
  const now = expect.any(Date);
  const columns = 'task_identifier, run_at, attempts, max_attempts, key';
  expect((await pool.query(`select ${columns} from graphile_worker.jobs order by id`)).rows).toEqual([
    { ...added, run_at: now },
    { ...added, run_at: now },
    { ...added, run_at: runAt },
    { ...added, run_at: now, key: 'one' },
  ]);
  await pool.query("select graphile_worker.add_job('greet', '{}', max_attempts => 20)");
  const { rows } = await pool.query<{ job: object }>(`
    select to_jsonb(jobs) - array['id', 'payload', 'run_at', 'created_at', 'updated_at'] as job
    from graphile_worker._private_jobs as jobs where key is null`);
  expect(rows.every(({ job }) => JSON.stringify(job) === JSON.stringify(rows[0]?.job))).toBe(true);
  expect(rows).toHaveLength(4);
});

it('enqueueEach stores one job per payload with the lowest priority', async () => {
  const db = createDatabase(pool);
  const numbers = Array.from({ length: 1_001 }, (_, number) => number);
  await enqueueEach(
    db,
    'tell',
    numbers.map((number) => ({ number })),
  );
  const { rows } = await pool.query<{ number: number; priority: number; max_attempts: number }>(`
    select (payload->>'number')::int as number, jobs.priority, jobs.max_attempts
    from graphile_worker._private_jobs join graphile_worker.jobs using (id)
    where task_identifier = 'tell' order by id`);
  // Other jobs have priority 0; graphile-worker runs the lowest number first.
  expect(rows).toEqual(numbers.map((number) => ({ number, priority: 1, max_attempts: 20 })));
});

it('enqueue notifies listeners once per job', async () => {
  const listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  const heard: unknown[] = [];
  listener.on('notification', ({ payload = '' }) => heard.push(JSON.parse(payload).count));
  await listener.query('listen "jobs:insert"');
  const db = createDatabase(pool);
  for (let time = 0; time < 3; time += 1) await enqueue(db, 'announce', {});
  await expect.poll(() => heard).toEqual([1, 1, 1]);
  await listener.end();
});

it('enqueue reads none of the waiting jobs', async () => {
  const db = createDatabase(pool);
  // The statement is planned on an empty queue, as in production after a start.
  await pool.query('delete from graphile_worker._private_jobs');
  for (const key of [undefined, 'again']) await enqueue(db, 'remind', {}, key ? { key } : {});
  await pool.query(`insert into graphile_worker._private_jobs (task_id, max_attempts)
    select id, 20 from graphile_worker._private_tasks, generate_series(1, 1000) where identifier = 'remind'`);
  const readOf = async (db: Database) => {
    const { rows } = await sql<{ read: number }>`
      select seq_tup_read::int as read from pg_stat_xact_all_tables where relname = '_private_jobs'`.execute(db);
    return rows[0]?.read;
  };
  await inTransaction(db, async (db) => {
    const before = await readOf(db);
    for (const key of [undefined, 'again']) await enqueue(db, 'remind', {}, key ? { key } : {});
    expect(await readOf(db)).toBe(before);
  });
});
