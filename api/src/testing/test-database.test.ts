import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { createTestDatabase } from './test-database.ts';

/** A superuser connection stands for PostgreSQL's own workers: the test user may not end either of them. */
const asSuperuser = (url: string) => Object.assign(new URL(url), { username: 'postgres' }).href;

it.skipIf(process.env.DATABASE_URL)('dropping a database waits until PostgreSQL workers have left it', async () => {
  const database = await createTestDatabase();
  const worker = new pg.Client({ connectionString: asSuperuser(database.url) });
  await worker.connect();
  const dropped = database.drop();
  await vi.waitFor(
    async () => {
      const { rows } = await worker.query(
        "select 1 from pg_stat_activity where query like 'drop database%' and state = 'active' and pid <> pg_backend_pid()",
      );
      expect(rows).toHaveLength(1);
    },
    { timeout: 30_000, interval: 20 },
  );
  await worker.end();
  await dropped;
});
