import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@shop/api/config';
import { StartupError } from '@shop/api/platform/startup-error';
import type { Opening } from '@shop/api/startup/open-database';
import { lockDataDir } from '@shop/embedded-postgres/data-dir-lock';
import { findRunning } from '@shop/embedded-postgres/running-cluster';
import { startEmbeddedPostgres, stopOnceStarted } from '@shop/embedded-postgres/start';
import { asStartupError } from './startup-errors.ts';

/** The address of the operator's database, or of the embedded one, whose folder is locked. */
export const locateDatabase = async (config: Config, opening: Opening): Promise<string> =>
  config.DATABASE_URL ?? openEmbedded(config, opening).catch(asStartupError);

/** The same for a command: it works beside a running shop and never creates a new database. */
export async function locateExistingDatabase(config: Config, opening: Opening): Promise<string> {
  const { DATABASE_URL, DATA_DIR } = config;
  if (DATABASE_URL) return DATABASE_URL;
  if (!existsSync(join(DATA_DIR, 'postgres/cluster')))
    throw new StartupError(`There is no shop in ${DATA_DIR}: set DATABASE_URL, or DATA_DIR to the folder of the shop.`);
  return (await findRunning(DATA_DIR)) ?? locateDatabase(config, opening);
}

// Open requests may take 20 s after the drain, and PostgreSQL stops after them.
const STOP_MS = 30_000;

async function openEmbedded(config: Config, { say, announce, undo, check }: Opening): Promise<string> {
  const { DATA_DIR, publicUrl, drainMs } = config;
  const lock = await lockDataDir(DATA_DIR, { describe: publicUrl, patienceMs: drainMs + STOP_MS, say: announce });
  undo(() => lock.release());
  await check?.();
  say('Starting PostgreSQL…');
  const starting = startEmbeddedPostgres({ dataDir: DATA_DIR, log: say });
  undo(() => stopOnceStarted(starting));
  return (await starting).url;
}
