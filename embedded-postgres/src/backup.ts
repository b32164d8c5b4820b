import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { chooseAccount } from './account.ts';
import { UNFINISHED_RESTORE } from './cluster.ts';
import { copyTree } from './copy-tree.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { connectToRunning, copyRunningCluster } from './running-cluster.ts';
import { startEmbeddedPostgres, stopOnceStarted } from './start.ts';
import { StartupError } from './startup-error.ts';

type Undo = (action: () => Promise<unknown>) => void;

type Backup = {
  dataDir: string;
  to: string;
  /** Folders with files that the database refers to. */
  referredTo: string[];
};

/** Files of the running process, or files that the next start creates again. */
const NOT_KEPT = /^(server\.(lock|json).*|postgres|postgres-programs)$/;

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Copies a data folder, in use or not, into a new folder: the database and the files beside it. The folder gets its name when the
 * copy is complete.
 */
export async function backUp({ to, referredTo, ...backup }: Backup, undo: Undo): Promise<void> {
  const [dataDir, target] = [resolve(backup.dataDir), resolve(to)];
  if (await exists(target)) throw new StartupError(`${target} exists already: name a new folder.`);
  if (!relative(dataDir, target).startsWith('..'))
    throw new StartupError(`${target} lies in the data folder: a backup belongs elsewhere.`);
  const client = (await connectToRunning(dataDir)) ?? (await connectToStopped(backup.dataDir, undo));
  undo(() => client.end());

  const temporaryPath = `${target}.partial`;
  await rm(temporaryPath, { recursive: true, force: true });
  await mkdir(temporaryPath, { recursive: true, mode: 0o700 });
  // Copied before the database, because files may be removed, and after it, because files may be added.
  for (const folder of referredTo) await copyTree(join(dataDir, folder), join(temporaryPath, folder));
  await copyRunningCluster(client, join(dataDir, 'postgres/cluster'), join(temporaryPath, 'postgres/cluster'));
  await copyTree(dataDir, temporaryPath, { leaveOut: (path) => NOT_KEPT.test(path) });
  await rename(temporaryPath, target);
}

async function connectToStopped(dataDir: string, undo: Undo) {
  if (!(await exists(join(dataDir, 'postgres/cluster')))) throw new StartupError(`There is no shop in ${dataDir}.`);
  const lock = await lockDataDir(dataDir, { describe: 'a backup' });
  undo(() => lock.release());
  const starting = startEmbeddedPostgres({ dataDir, log: () => {} });
  undo(() => stopOnceStarted(starting));
  await starting;
  const client = await connectToRunning(dataDir);
  if (!client) throw new StartupError(`The database in ${dataDir} does not let us in.`);
  return client;
}

/** Creates a data folder from a backup. The next start of the shop uses it. */
export async function restore({ from, ...target }: { dataDir: string; from: string }, undo: Undo): Promise<void> {
  const [dataDir, source] = [resolve(target.dataDir), resolve(from)];
  if (!(await exists(join(source, 'postgres/cluster/backup_label'))))
    throw new StartupError(
      (await exists(join(source, 'postgres/cluster/PG_VERSION')))
        ? `${source} is a copied data folder, which is not restored: if its shop was stopped at the time, start with DATA_DIR set to it.`
        : `${source} is no backup made with npm run backup.`,
    );
  const lock = await lockDataDir(dataDir, { describe: 'a restore' });
  undo(() => lock.release());
  const home = join(dataDir, 'postgres');
  if (await exists(join(home, 'cluster')))
    throw new StartupError(
      `There is a shop in ${dataDir}: move it away first, or choose another folder with DATA_DIR.`,
    );
  const temporaryPath = join(home, UNFINISHED_RESTORE);
  await rm(temporaryPath, { recursive: true, force: true });
  await mkdir(temporaryPath, { recursive: true, mode: 0o700 });
  await copyTree(source, dataDir, { leaveOut: (path) => path === 'postgres' });
  const account = await chooseAccount([dataDir]);
  await copyTree(join(source, 'postgres/cluster'), temporaryPath, { account });
  await rename(temporaryPath, join(home, 'cluster'));
}
