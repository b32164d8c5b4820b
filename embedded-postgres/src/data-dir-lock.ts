import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf, StartupError } from './startup-error.ts';

interface DataDirLock {
  release(): Promise<void>;
}

// Keeps every lock referenced: the garbage collector would release an unreferenced one.
const held = new Set<DatabaseSync>();

const SQLITE_BUSY = 5;
const RETRY_MS = 100;

type Locking = {
  /** The use of the folder, for the message to other processes. */
  describe: string;
  patienceMs?: number;
  /** Called with the holder of the lock while waiting. */
  say?: (line: string) => void;
};

/**
 * Locks the folder for this process, or throws a StartupError that names the holder. Node has no file locks, but SQLite takes one on
 * every platform. The kernel releases it when its holder dies, so a killed server leaves nothing behind, and a reused process
 * id cannot be mistaken for the holder.
 *
 * It waits `patienceMs`: npm returns immediately on a signal while its server still drains, and a start right after that should
 * succeed.
 */
export async function lockDataDir(
  dataDir: string,
  { describe, patienceMs = 5_000, say }: Locking,
): Promise<DataDirLock> {
  const folder = resolve(dataDir);
  const holderFile = join(folder, 'server.json');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartupError(`The data folder ${folder} cannot be created: ${reasonOf(error)}.`);
  }

  const deadline = Date.now() + patienceMs;
  let lock = takeLock(folder);
  if (lock === 'taken' && patienceMs > 0)
    say?.(`${await inUseSentence(folder, holderFile)} Waiting up to ${patienceMs / 1000} s for it to stop…`);
  while (lock === 'taken') {
    if (Date.now() >= deadline)
      throw new StartupError(
        `${await inUseSentence(folder, holderFile)} Stop it first, or choose another folder with DATA_DIR.`,
      );
    await delay(RETRY_MS);
    lock = takeLock(folder);
  }
  return holdLock(lock, folder, holderFile, describe);
}

async function holdLock(lock: DatabaseSync, folder: string, holderFile: string, address: string): Promise<DataDirLock> {
  try {
    await writeFile(holderFile, JSON.stringify({ pid: process.pid, address }));
  } catch (error) {
    lock.close();
    throw notWritable(folder, error);
  }

  held.add(lock);
  return {
    async release() {
      await rm(holderFile, { force: true });
      lock.close();
      held.delete(lock);
    },
  };
}

function takeLock(folder: string): DatabaseSync | 'taken' {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(join(folder, 'server.lock'), { timeout: 0 });
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return 'taken';
    throw notWritable(folder, error);
  }
}

function notWritable(folder: string, error: unknown): StartupError {
  return new StartupError(
    `The data folder ${folder} is not writable: ${reasonOf(error)}. Change its owner or choose another with DATA_DIR.`,
  );
}

async function inUseSentence(folder: string, holderFile: string): Promise<string> {
  const holder = await readFile(holderFile, 'utf8')
    .then((text) => JSON.parse(text) as { pid: number; address: string })
    .catch(() => undefined);
  const who = holder ? `process ${holder.pid}, serving ${holder.address}` : 'another process that is just starting';
  return `The data folder ${folder} is in use by ${who}.`;
}
