import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, chownTo } from './account.ts';

type CopyOptions = {
  /** Called with the path below the folder, separated by `/`. */
  leaveOut?: (path: string) => boolean;
  /** The owner of the copy; our own account by default. */
  account?: Account | undefined;
};

/** Copies a folder that is in use. Files that are removed during the copy are left out. */
export async function copyTree(from: string, to: string, options: CopyOptions = {}, below = ''): Promise<void> {
  const { leaveOut = () => false, account } = options;
  const entries = await readdir(join(from, below), { withFileTypes: true }).catch(nothingWhenGone);
  await mkdir(join(to, below), { recursive: true, mode: 0o700 });
  await chownTo(account, join(to, below));
  for (const entry of entries ?? []) {
    const path = below ? `${below}/${entry.name}` : entry.name;
    if (leaveOut(path)) continue;
    if (entry.isDirectory()) await copyTree(from, to, options, path);
    if (!entry.isFile()) continue;
    const copied = await copyFile(join(from, path), join(to, path)).then(() => true, nothingWhenGone);
    if (copied) await chownTo(account, join(to, path));
  }
}

function nothingWhenGone(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
