import type { Config } from '../config.ts';
import { checkPooler, giveTimeoutsToRole, isPooled } from '../platform/database/pooler.ts';
import { migrate } from '../platform/migrations/migrate.ts';
import { waitUntilMigrated } from '../platform/migrations/wait-until-migrated.ts';
import { reasonOf, StartupError } from '../platform/startup-error.ts';

export type Opening = {
  say: (line: string) => void;
  /** Prints what keeps the operator waiting, also when `say` prints details only. */
  announce: (line: string) => void;
  undo: (action: () => Promise<unknown>) => void;
  /** Runs before an embedded database is started. */
  check?: () => Promise<void>;
};

/** Returns the database's address, after starting an embedded database if needed. */
export type LocateDatabase = (config: Config, opening: Opening) => Promise<string>;

type OpenedDatabase = {
  databaseUrl: string;
  /** True if `databaseUrl` leads to a pooler. */
  isPooled: boolean;
  /** The address of PostgreSQL itself. */
  directUrl: string;
};

export const configuredDatabase: LocateDatabase = async ({ DATABASE_URL }) => {
  if (DATABASE_URL) return DATABASE_URL;
  throw new StartupError(
    'DATABASE_URL is missing: this server needs the address of a PostgreSQL. `npm start` brings one of its own.',
  );
};

/** Returns the addresses of the migrated database. A `web` or `worker` process waits until another process has migrated it. */
export async function openDatabase(config: Config, locate: LocateDatabase, opening: Opening): Promise<OpenedDatabase> {
  const databaseUrl = await locate(config, opening);
  const directUrl = config.DATABASE_DIRECT_URL ?? databaseUrl;
  opening.say('Preparing the database…');
  return explainUnreachable(config, async () => {
    const isDirectPooled = await isPooled(directUrl);
    if (config.ROLE !== 'web' && isDirectPooled) throw new StartupError(NEEDS_DIRECT);
    if (migratesItself(config)) {
      await migrate(directUrl, { log: opening.say });
      if (directUrl !== databaseUrl) await giveTimeoutsToRole(directUrl, databaseUrl, config.DATABASE_TIMEOUT_FACTOR);
    } else await waitUntilMigrated(directUrl, opening.say);
    if (config.ROLE === 'migrate') return { databaseUrl: directUrl, directUrl, isPooled: false };
    const isUrlPooled = directUrl === databaseUrl ? isDirectPooled : await isPooled(databaseUrl);
    if (isUrlPooled) await checkPooler(databaseUrl, config.DATABASE_TIMEOUT_FACTOR);
    return { databaseUrl, directUrl, isPooled: isUrlPooled };
  });
}

const NEEDS_DIRECT =
  'A connection pooler answers where PostgreSQL itself is needed, for migrations and for the notices of new jobs: set ' +
  'DATABASE_DIRECT_URL to the address of PostgreSQL, beside the DATABASE_URL of the pooler.';

/** True if this process must migrate: by its role, or because it started its own database. */
const migratesItself = ({ ROLE, DATABASE_URL }: Config) => ROLE === 'all' || ROLE === 'migrate' || !DATABASE_URL;

async function explainUnreachable<T>(config: Config, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const variables = config.DATABASE_DIRECT_URL ? 'DATABASE_URL and DATABASE_DIRECT_URL' : 'DATABASE_URL';
    throw new StartupError(`The database cannot be reached: ${reasonOf(error)}. Check ${variables}.`);
  }
}
