import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { enqueue } from './jobs.ts';
import { beatOnce } from './worker-heartbeat.ts';

let shop: TestShop;
let pool: pg.Pool;
beforeAll(async () => {
  shop = await openTestShop();
  pool = shop.pool;
});
afterAll(() => shop.close());

it.each([
  ['is retried while it is younger than 72 hours', '71 hours', 320],
  ['gets one last attempt after 72 hours', '73 hours', 301],
])('a job with 300 failed attempts %s', async (_, age, maxAttempts) => {
  await pool.query('delete from graphile_worker._private_jobs');
  await enqueue(shop.db, 'payment', {});
  await pool.query(
    `update graphile_worker._private_jobs set created_at = now() - $1::interval, run_at = now() + interval '6 hours',
       attempts = 300, max_attempts = 301`,
    [age],
  );
  await beatOnce({ pool, log: shop.log, heldJobs: () => [], retriedJobNames: ['payment'], restartScheduler: () => {} });
  await beatOnce({ pool, log: shop.log, heldJobs: () => [], retriedJobNames: ['payment'], restartScheduler: () => {} });
  const { rows } = await pool.query(
    `select attempts, max_attempts, run_at < now() + interval '16 minutes' as is_soon from graphile_worker.jobs`,
  );
  expect(rows).toEqual([{ attempts: 300, max_attempts: maxAttempts, is_soon: true }]);
});
