import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError } from '../startup-error.ts';

const folderOf = (dataDir: string) => join(dataDir, 'secrets');

/** Reads a secret from the data folder. The first start generates it, readable by its owner only. */
export async function readOrCreateSecret(dataDir: string, name: string, generate: () => string): Promise<string> {
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  if (!existsSync(file)) await createSecretFile(file, generate());
  return readSecret(dataDir, name);
}

const OWNER_ONLY = { mode: 0o600, flush: true };

const isTaken = (error: unknown) => isSystemError(error) && error.code === 'EEXIST';

/** Creates the file by a hard link to a complete draft, so that a concurrent process never reads half of it. */
async function createSecretFile(file: string, value: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, value, OWNER_ONLY);
  try {
    await link(draft, file).catch((error) => {
      if (isTaken(error)) throw error;
      // exFAT and many network shares refuse hard links. There, a concurrent start may read half of the secret and fails.
      return writeFile(file, value, { ...OWNER_ONLY, flag: 'wx' });
    });
  } catch (error) {
    if (!isTaken(error)) throw error;
  } finally {
    await rm(draft);
  }
}

export const readSecret = (dataDir: string, name: string): Promise<string> =>
  readFile(join(folderOf(dataDir), name), 'utf8');

/** Replaces a secret atomically: after a crash the file has the old secret or the new one. */
export async function replaceSecret(dataDir: string, name: string, value: string): Promise<void> {
  const file = join(folderOf(dataDir), name);
  await writeFile(`${file}.new`, value, OWNER_ONLY);
  await rename(`${file}.new`, file);
}
