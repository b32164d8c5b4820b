import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseErrorCode } from './database.ts';

const folderOf = (dataDir: string) => join(dataDir, 'secrets');

/** A secret that the first start generates under the data folder, readable by its owner only. */
export async function keptSecret(dataDir: string, name: string, generate: () => string): Promise<string> {
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(join(folder, name), generate(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (databaseErrorCode(error) !== 'EEXIST') throw error;
  }
  return readSecret(dataDir, name);
}

export const readSecret = (dataDir: string, name: string): Promise<string> =>
  readFile(join(folderOf(dataDir), name), 'utf8');

/** All or nothing: a crash leaves the old secret or the new one. */
export async function replaceSecret(dataDir: string, name: string, value: string): Promise<void> {
  const file = join(folderOf(dataDir), name);
  await writeFile(`${file}.new`, value, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}
