import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, chownTo } from './account.ts';
import { StartupError } from './startup-error.ts';

/**
 * The data path for PostgreSQL. `account` may not be allowed to enter a parent folder, such as /root. Node therefore
 * enters the folder as root and then starts the child as `account`. On Linux the child uses /proc/self/cwd.
 */
export function dataPathFor(folder: string, account: Account | undefined): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

/** PostgreSQL does not inherit our environment, because that contains secrets. */
export const POSTGRES_ENVIRONMENT = { LC_ALL: 'C.UTF-8', TZ: 'UTC', PATH: process.env.PATH ?? '' };

export async function readOrCreatePassword(file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known) return known;
  const temporaryPath = `${file}.${randomBytes(4).toString('hex')}`;
  const password = randomBytes(32).toString('base64url');
  await writeFile(temporaryPath, password, { mode: 0o600 });
  await rename(temporaryPath, file);
  return password;
}

/** Marks an unfinished restore. Without it, a start would create a new cluster in place of the restored one. */
export const UNFINISHED_RESTORE = 'cluster.restoring';

interface NewCluster {
  /** The folder of the cluster, owned by `account`. */
  home: string;
  clusterDir: string;
  initdb: string;
  password: string;
  account: Account | undefined;
  durable: boolean;
}

/** Creates the cluster if it does not exist. The next run deletes the temporary folder of an interrupted run. */
export async function ensureCluster(options: NewCluster, log: (line: string) => void): Promise<void> {
  const { home, clusterDir, account } = options;
  await mkdir(home, { recursive: true, mode: 0o700 });
  await chownTo(account, home);
  if (await stat(clusterDir).catch(() => undefined)) return;
  if (await stat(join(home, UNFINISHED_RESTORE)).catch(() => undefined))
    throw new StartupError(`A restore into ${dirname(home)} was not finished: run npm run restore again.`);

  log('Creating the database folder.');
  const temporaryPath = join(home, 'cluster.draft');
  const passwordFile = join(home, 'initial-password');
  await rm(temporaryPath, { recursive: true, force: true });
  await mkdir(temporaryPath, { mode: 0o700 });
  await chownTo(account, temporaryPath);
  await writeFile(passwordFile, options.password, { mode: 0o600 });
  await chownTo(account, passwordFile);
  try {
    await initialise(options, temporaryPath);
    await rename(temporaryPath, clusterDir);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function initialise({ initdb, account, durable }: NewCluster, temporaryPath: string): Promise<void> {
  const dataPath = dataPathFor(temporaryPath, account);
  const options = [
    `--pgdata=${dataPath}`,
    '--username=postgres',
    `--pwfile=${dataPath}/../initial-password`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--data-checksums',
    ...(durable ? [] : ['--no-sync']),
  ];
  try {
    await promisify(execFile)(initdb, options, { cwd: temporaryPath, env: POSTGRES_ENVIRONMENT, ...account });
  } catch (error) {
    const stderr = (error as { stderr?: string }).stderr?.trim() ?? '';
    // The first error is the reason; the later errors follow from it. Its hint helps: a truncated file means a full disk.
    const reason =
      /(?:FATAL|PANIC|error): +(.+)/.exec(stderr)?.[1] ?? (stderr.split('\n').at(-1) || (error as Error).message);
    const hint = /hint: +(.+)/i.exec(stderr)?.[1];
    throw new StartupError(`The database folder could not be created: ${reason}${hint ? `. ${hint}` : ''}`);
  }
}
