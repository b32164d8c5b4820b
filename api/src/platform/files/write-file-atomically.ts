import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** File modes of the file and of folders that are created for it. */
type Modes = { folder?: number; file?: number };

/** Writes a temporary file and renames it when all of it is on the disk. */
export async function writeFileAtomically(
  path: string,
  content: Uint8Array | Readable,
  modes: Modes = {},
): Promise<void> {
  const unfinished = join(dirname(path), `.${randomUUID()}`);
  await mkdir(dirname(path), { recursive: true, mode: modes.folder });
  try {
    await writeFile(unfinished, content, { mode: modes.file, flush: true });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
