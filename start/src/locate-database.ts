import type { Config } from '@shop/api/config';
import type { Opening } from '@shop/api/startup/open-database';
import { lockDataDir } from '@shop/embedded-postgres/data-dir-lock';
import { startEmbeddedPostgres } from '@shop/embedded-postgres/start';
import { throwAsTheShops } from './startup-errors.ts';

/** The address of the operator's own database, or of the embedded one on a folder that nobody else uses. */
export const locateDatabase = async (config: Config, opening: Opening): Promise<string> =>
  config.DATABASE_URL ?? openEmbedded(config, opening).catch(throwAsTheShops);

async function openEmbedded(config: Config, { say, undo, check }: Opening): Promise<string> {
  const lock = await lockDataDir(config.DATA_DIR, { describe: config.publicUrl });
  undo(() => lock.release());
  await check?.();
  say('Starting PostgreSQL…');
  const postgres = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: say });
  undo(() => postgres.stop());
  return postgres.url;
}
