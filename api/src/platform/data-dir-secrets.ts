import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseErrorCode } from './database.ts';

/** A secret that the first start generates under the data folder, readable by its owner only. */
export async function keptSecret(dataDir: string, name: string, generate: () => string): Promise<string> {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, generate(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (databaseErrorCode(error) !== 'EEXIST') throw error;
  }
  return readFile(file, 'utf8');
}
