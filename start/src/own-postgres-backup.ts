import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { StartupError } from '@shop/api/platform/startup-error';
import { copyTree } from '@shop/embedded-postgres/copy-tree';
import { hasTables } from './own-postgres.queries.ts';
import { runPostgresTool } from './postgres-tools.ts';

type Place = { databaseUrl: string; dataDir: string };

const DUMP = 'database';
/** Files of an earlier embedded database and of the running process. */
const NOT_KEPT = /^(postgres|postgres-programs|server\..*)$/;

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The target server decides about owners and rights. */
const AS_WHOEVER_RESTORES = ['--no-owner', '--no-privileges'];

/**
 * Dumps the operator's PostgreSQL into a new folder, with images and generated keys of the data folder. The folder gets its name when
 * it is complete.
 */
export async function backUpOwn({ databaseUrl, dataDir, to }: Place & { to: string }): Promise<void> {
  const [source, target] = [resolve(dataDir), resolve(to)];
  if (await exists(target)) throw new StartupError(`${target} exists already: name a new folder.`);
  if (!relative(source, target).startsWith('..'))
    throw new StartupError(`${target} lies in the data folder: a backup belongs elsewhere.`);
  const draft = `${target}.partial`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  // Copied before the database, because files may be removed, and after it, because files may be added.
  await copyTree(join(source, 'images'), join(draft, 'images'));
  const format = ['--format=directory', `--file=${join(draft, DUMP)}`];
  await runPostgresTool('pg_dump', databaseUrl, [...format, ...AS_WHOEVER_RESTORES]);
  await copyTree(source, draft, { leaveOut: (path) => NOT_KEPT.test(path) });
  await rename(draft, target);
}

/** Marks an unfinished restore, which the next restore may overwrite. */
const UNFINISHED_RESTORE = 'restoring';

/**
 * Fills an empty database and an empty data folder from a backup. The database comes last, in one transaction, so that a failed restore
 * can run again.
 */
export async function restoreOwn({ databaseUrl, dataDir, from }: Place & { from: string }): Promise<void> {
  const [source, target] = [resolve(from), resolve(dataDir)];
  if (!(await exists(join(source, DUMP, 'toc.dat'))))
    throw new StartupError(`${source} is no backup that npm run backup made of a PostgreSQL of your own.`);
  const unfinished = join(target, UNFINISHED_RESTORE);
  if (!(await exists(unfinished)))
    for (const folder of ['secrets', 'images'])
      if (await exists(join(target, folder)))
        throw new StartupError(
          `There is a shop in ${target}: move it away first, or choose another folder with DATA_DIR.`,
        );
  if (await hasTables(databaseUrl))
    throw new StartupError('The database that DATABASE_URL names is not empty: create another one and name that.');
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await copyTree(source, target, { leaveOut: (path) => path === DUMP });
  await runPostgresTool('pg_restore', databaseUrl, [
    '--single-transaction',
    ...AS_WHOEVER_RESTORES,
    join(source, DUMP),
  ]);
  await rm(unfinished, { recursive: true });
}
