import type { Config } from '../config.ts';
import { checkPooler, giveTimeoutsToRole, isPooled } from '../platform/database/pooler.ts';
import { migrate } from '../platform/migrations/migrate.ts';
import { waitUntilMigrated } from '../platform/migrations/wait-until-migrated.ts';
import { reasonOf, StartupError } from '../platform/startup-error.ts';

export type Opening = {
  say: (line: string) => void;
  /** For what keeps the operator waiting, however little else is said. */
  announce: (line: string) => void;
  undo: (action: () => Promise<unknown>) => void;
  /** Asked before a database is brought up, by whoever brings up one. */
  check?: () => Promise<void>;
};

/** Says where the database is, and may have to bring it up first. */
export type LocateDatabase = (config: Config, opening: Opening) => Promise<string>;

type OpenedDatabase = {
  databaseUrl: string;
  /** Whether that leads to a pooler. */
  isPooled: boolean;
  /** Leads to PostgreSQL itself. */
  directUrl: string;
};

export const configuredDatabase: LocateDatabase = async ({ DATABASE_URL }) => {
  if (DATABASE_URL) return DATABASE_URL;
  throw new StartupError(
    'DATABASE_URL is missing: this server needs the address of a PostgreSQL. `npm start` brings one of its own.',
  );
};

/** The addresses of the database, which is migrated: by this process, or where it has a single role by another. */
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

/** A database that a process brought up for itself is migrated by nobody else. */
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
