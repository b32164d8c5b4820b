import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { copyTree } from '../platform/copy-tree.ts';
import { lockDataDir } from '../platform/data-dir-lock.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { chooseAccount } from '../platform/embedded-postgres-account.ts';
import { connectToRunning, copyRunningCluster } from '../platform/embedded-postgres-backup.ts';
import { StartupError } from '../platform/startup-error.ts';

type Undo = (action: () => Promise<unknown>) => void;

/** Belong to the process that has the folder, or are found again by the next one. */
const NOT_KEPT = /^(server\.(lock|json).*|postgres|postgres-programs)$/;

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Copies the data folder of a shop, running or not, into a new folder: database, images, kept mails and secrets. The
 * folder has its name only once it is complete.
 */
export async function backUp(config: Config, to: string, undo: Undo): Promise<void> {
  const [dataDir, target] = [resolve(config.DATA_DIR), resolve(to)];
  requireEmbedded(config);
  if (await exists(target)) throw new StartupError(`${target} exists already: name a new folder.`);
  if (!relative(dataDir, target).startsWith('..'))
    throw new StartupError(`${target} lies in the data folder: a backup belongs elsewhere.`);
  const client = (await connectToRunning(dataDir)) ?? (await connectToStopped(config, undo));
  undo(() => client.end());

  const draft = `${target}.partial`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  // Before the database, for those that are discarded meanwhile, and after it, for those that are added.
  await copyTree(join(dataDir, 'images'), join(draft, 'images'));
  await copyRunningCluster(client, join(dataDir, 'postgres/cluster'), join(draft, 'postgres/cluster'));
  await copyTree(dataDir, draft, { leaveOut: (path) => NOT_KEPT.test(path) });
  await rename(draft, target);
}

async function connectToStopped(config: Config, undo: Undo) {
  const { DATA_DIR: dataDir } = config;
  if (!(await exists(join(dataDir, 'postgres/cluster')))) throw new StartupError(`There is no shop in ${dataDir}.`);
  const lock = await lockDataDir(dataDir, { describe: 'a backup' });
  undo(() => lock.release());
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  undo(() => postgres.stop());
  const client = await connectToRunning(dataDir);
  if (!client) throw new StartupError(`The database in ${dataDir} does not let us in.`);
  return client;
}

/** Makes a data folder out of a backup; the next start of the shop goes on from there. */
export async function restore(config: Config, from: string, undo: Undo): Promise<void> {
  const [dataDir, source] = [resolve(config.DATA_DIR), resolve(from)];
  requireEmbedded(config);
  if (!(await exists(join(source, 'postgres/cluster/backup_label'))))
    throw new StartupError(`${source} is no backup made with npm run backup.`);
  const lock = await lockDataDir(dataDir, { describe: 'a restore' });
  undo(() => lock.release());
  const home = join(dataDir, 'postgres');
  if (await exists(join(home, 'cluster')))
    throw new StartupError(
      `There is a shop in ${dataDir}: move it away first, or choose another folder with DATA_DIR.`,
    );
  await copyTree(source, dataDir, { leaveOut: (path) => path === 'postgres' });
  const account = await chooseAccount([dataDir]);
  await rm(join(home, 'cluster.draft'), { recursive: true, force: true });
  await copyTree(join(source, 'postgres/cluster'), join(home, 'cluster.draft'), { account });
  await rename(join(home, 'cluster.draft'), join(home, 'cluster'));
}

function requireEmbedded({ DATABASE_URL }: Config): void {
  if (DATABASE_URL)
    throw new StartupError('This shop has a PostgreSQL of its own (DATABASE_URL): back it up with its own tools.');
}
