import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config.ts';
import { databaseErrorCode } from '../platform/database.ts';
import { isMigrated, migrate } from '../platform/migrations/migrate.ts';
import { reasonOf, StartupError } from '../platform/startup-error.ts';

export type Opening = {
  say: (line: string) => void;
  undo: (action: () => Promise<unknown>) => void;
  /** Asked before a database is brought up, by whoever brings up one. */
  check?: () => Promise<void>;
};

/** Says where the database is, and may have to bring it up first. */
export type LocateDatabase = (config: Config, opening: Opening) => Promise<string>;

/** `direct` leads to PostgreSQL itself, where `pooled` may lead to a pooler in front of it. */
export type DatabaseUrls = { pooled: string; direct: string };

export const configuredDatabase: LocateDatabase = async ({ DATABASE_URL }) => {
  if (DATABASE_URL) return DATABASE_URL;
  throw new StartupError(
    'DATABASE_URL is missing: this server needs the address of a PostgreSQL. `npm start` brings one of its own.',
  );
};

/** The addresses of the database, which is migrated: by this process, or where it has a single role by another. */
export async function openDatabase(config: Config, locate: LocateDatabase, opening: Opening): Promise<DatabaseUrls> {
  const pooled = await locate(config, opening);
  const direct = config.DATABASE_DIRECT_URL ?? pooled;
  opening.say('Preparing the database…');
  if (migratesItself(config)) await reaching(config, migrate(direct, { log: opening.say }));
  else await reaching(config, waitUntilMigrated(pooled, opening.say));
  return { pooled, direct };
}

/** A database that a process brought up for itself is migrated by nobody else. */
const migratesItself = ({ ROLE, DATABASE_URL }: Config) => ROLE === 'all' || ROLE === 'migrate' || !DATABASE_URL;

async function reaching(config: Config, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const variables = config.DATABASE_DIRECT_URL ? 'DATABASE_URL and DATABASE_DIRECT_URL' : 'DATABASE_URL';
    throw new StartupError(`The database cannot be reached: ${reasonOf(error)}. Check ${variables}.`);
  }
}

const LOOK_AGAIN_MS = 1_000;
const LONGEST_WAIT_MS = 600_000;
// Nobody has migrated anything yet.
const UNDEFINED_TABLE = '42P01';

async function waitUntilMigrated(url: string, say: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  try {
    const isDone = () =>
      isMigrated(client).catch((error) => {
        if (databaseErrorCode(error) === UNDEFINED_TABLE) return false;
        throw error;
      });
    for (let waitedMs = 0; !(await isDone()); waitedMs += LOOK_AGAIN_MS) {
      if (waitedMs === 0) say('Waiting for the migrations of this version (ROLE=migrate)…');
      if (waitedMs >= LONGEST_WAIT_MS)
        throw new StartupError('The database was not migrated within ten minutes: start a process with ROLE=migrate.');
      await pause(LOOK_AGAIN_MS);
    }
  } finally {
    await client.end();
  }
}
