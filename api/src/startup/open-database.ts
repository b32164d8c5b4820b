import type { Config } from '../config.ts';
import { lockDataDir } from '../platform/data-dir-lock.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { migrate } from '../platform/migrations.ts';
import { reasonOf, StartupError } from '../platform/startup-error.ts';

type Opening = {
  say: (line: string) => void;
  undo: (action: () => Promise<unknown>) => void;
  /** Asked once the folder is ours and before the database starts. */
  check?: () => Promise<void>;
};

/** The address of the migrated database: the operator's own, or the embedded one on a folder that nobody else uses. */
export async function openDatabase(config: Config, opening: Opening): Promise<string> {
  const url = config.DATABASE_URL ?? (await openEmbedded(config, opening));
  opening.say('Preparing the database…');
  try {
    await migrate(url, opening.say);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`The database cannot be reached: ${reasonOf(error)}. Check DATABASE_URL.`);
  }
  return url;
}

async function openEmbedded(config: Config, { say, undo, check }: Opening): Promise<string> {
  const lock = await lockDataDir(config.DATA_DIR, { describe: config.publicUrl });
  undo(() => lock.release());
  await check?.();
  say('Starting PostgreSQL…');
  const postgres = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: say });
  undo(() => postgres.stop());
  return postgres.url;
}
