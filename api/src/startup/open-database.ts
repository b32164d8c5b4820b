import type { Config } from '../config.ts';
import { migrate } from '../platform/migrations.ts';
import { reasonOf, StartupError } from '../platform/startup-error.ts';

export type Opening = {
  say: (line: string) => void;
  undo: (action: () => Promise<unknown>) => void;
  /** Asked before a database is brought up, by whoever brings up one. */
  check?: () => Promise<void>;
};

/** Says where the database is, and may have to bring it up first. */
export type LocateDatabase = (config: Config, opening: Opening) => Promise<string>;

export const configuredDatabase: LocateDatabase = async ({ DATABASE_URL }) => {
  if (DATABASE_URL) return DATABASE_URL;
  throw new StartupError(
    'DATABASE_URL is missing: this server needs the address of a PostgreSQL. `npm start` brings one of its own.',
  );
};

/** The address of the database, migrated. */
export async function openDatabase(config: Config, locate: LocateDatabase, opening: Opening): Promise<string> {
  const url = await locate(config, opening);
  opening.say('Preparing the database…');
  try {
    await migrate(url, opening.say);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`The database cannot be reached: ${reasonOf(error)}. Check DATABASE_URL.`);
  }
  return url;
}
