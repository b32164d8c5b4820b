import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations as runJobMigrations } from 'graphile-worker';
import pg from 'pg';
import { StartupError } from './startup-error.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');
// Any constant will do, as long as every process of this shop uses the same.
const LOCK = 7_301_947_225;

/** Applies what is missing, one transaction a file, under a lock: two processes starting at once do it once. */
export async function migrate(url: string, log: (line: string) => void = () => {}): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const applied = new Set(rows.map((row) => row.name));
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
    for (const name of files.filter((file) => !applied.has(file))) {
      log(`applying ${name}`);
      await apply(client, name);
    }
    await runJobMigrations({ connectionString: url, logger: undefined });
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const sql = await readFile(join(FOLDER, name), 'utf8');
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`Migration ${name} failed and was rolled back: ${reason}`);
  }
}

/** Whether every migration this code knows has been applied. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql'));
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from migrations where name = any($1)',
    [files],
  );
  return rows[0]?.count === files.length;
}
