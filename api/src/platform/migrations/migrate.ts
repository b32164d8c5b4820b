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
 * Applies the missing migrations, one file at a time. A lock makes a second process wait for the first. `url` must not lead
 * through a pooler.
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

/** Whether every migration of this version has been applied. The database may have more, from a newer version. */
export async function isMigrated(connection: pg.Pool | pg.Client): Promise<boolean> {
  const files = await filesIn(FOLDER);
  const { rows } = await connection.query<{ count: number }>(
    'select count(*)::int as count from migrations where name = any($1)',
    [files],
  );
  return rows[0]?.count === files.length;
}
