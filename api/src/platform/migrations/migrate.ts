import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations as runJobMigrations } from 'graphile-worker';
import type pg from 'pg';
import { connected } from '../database/single-connection.ts';
import { StartupError } from '../startup-error.ts';
import { applyConcurrently } from './concurrent-migration.ts';
import { isConcurrent, type Migration } from './migration.ts';
import { holdMigrationLock } from './migration-lock.ts';
import { applyInTransaction } from './transactional-migration.ts';

const FOLDER = join(import.meta.dirname, '../../../migrations');

type MigrateOptions = { log?: (line: string) => void; folder?: string };

/**
 * Applies what is missing, a file at a time: two processes starting at once do it once. Asks for a connection that is
 * not pooled.
 */
export async function migrate(url: string, { log = () => {}, folder = FOLDER }: MigrateOptions = {}): Promise<void> {
  await connected(url, async (guard) => {
    await holdMigrationLock(guard, log);
    await connected(url, async (client) => {
      await client.query(
        'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
      );
      for (const name of await listMissing(client, folder)) {
        log(`applying ${name}`);
        await apply(client, { name, sql: await readFile(join(folder, name), 'utf8'), log });
      }
    });
    await runJobMigrations({ connectionString: url, logger: undefined });
    await guard.query('commit');
  });
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await (isConcurrent(migration.sql) ? applyConcurrently : applyInTransaction)(client, migration);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      isConcurrent(migration.sql)
        ? `Migration ${migration.name} failed and can be run again: ${reason}`
        : `Migration ${migration.name} failed and was rolled back: ${reason}`,
    );
  }
}

const filesIn = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

async function listMissing(client: pg.Client, folder: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  const applied = new Set(rows.map((row) => row.name));
  return (await filesIn(folder)).filter((name) => !applied.has(name));
}

/** Whether every migration this code knows has been applied. */
export async function isMigrated(connection: pg.Pool | pg.Client): Promise<boolean> {
  const files = await filesIn(FOLDER);
  const { rows } = await connection.query<{ count: number }>(
    'select count(*)::int as count from migrations where name = any($1)',
    [files],
  );
  return rows[0]?.count === files.length;
}
