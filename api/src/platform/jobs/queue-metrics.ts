import type { Registry } from '@prometheus-io/client';
import type pg from 'pg';
import { measureState } from '../telemetry/state-gauges.ts';
import { type Job, type Lane, lanes } from './jobs.ts';

type TaskRow = { name: string; due: number; oldestSeconds: number; retrying: number; givenUp: number };

/** Queue length and waiting time by lane. They are read from the database, so every process reports the same values. */
export function measureQueue(registry: Registry, pool: pg.Pool, jobs: readonly Job[]): void {
  measureState(registry, {
    gauges: {
      shop_jobs_due: 'Jobs whose time has come and that nobody works on',
      shop_jobs_oldest_due_seconds: 'How long the oldest of them has been due',
      shop_jobs_retrying: 'Jobs that have failed and wait for their next attempt',
      shop_jobs_given_up: 'Jobs that have failed for the last time and wait for a person',
    },
    label: 'lane',
    read: async () => {
      const rows = await listTasks(pool);
      const byLane = (total: (rows: TaskRow[]) => number): Record<Lane, number> => {
        const of = (lane: Lane) =>
          rows.filter(({ name }) => jobs.some((job) => job.name === name && job.lane === lane));
        return Object.fromEntries(lanes.map((lane) => [lane, total(of(lane))])) as Record<Lane, number>;
      };
      const sum = (count: (row: TaskRow) => number) => byLane((rows) => rows.reduce((n, row) => n + count(row), 0));
      return {
        shop_jobs_due: sum(({ due }) => due),
        shop_jobs_oldest_due_seconds: byLane((rows) => Math.max(0, ...rows.map(({ oldestSeconds }) => oldestSeconds))),
        shop_jobs_retrying: sum(({ retrying }) => retrying),
        shop_jobs_given_up: sum(({ givenUp }) => givenUp),
      };
    },
  });
}

const listTasks = async (pool: pg.Pool): Promise<TaskRow[]> =>
  (
    await pool.query<TaskRow>(
      `select task_identifier as name,
         count(*) filter (where is_due)::int as due,
         coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float as "oldestSeconds",
         count(*) filter (where attempts between 1 and max_attempts - 1 and run_at > now())::int as retrying,
         count(*) filter (where attempts >= max_attempts)::int as "givenUp"
       from (
         select *, run_at <= now() and locked_at is null and attempts < max_attempts as is_due from graphile_worker.jobs
       ) jobs
       group by 1`,
    )
  ).rows;
