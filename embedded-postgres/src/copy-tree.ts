import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, giveTo } from './account.ts';

type CopyOptions = {
  /** Asked with the path below the folder, `/` between its parts. */
  leaveOut?: (path: string) => boolean;
  /** Whose the copy becomes; ours, when nobody is named. */
  account?: Account | undefined;
};

/** Copies a folder that is in use: what is removed while we copy is left out. */
export async function copyTree(from: string, to: string, options: CopyOptions = {}, below = ''): Promise<void> {
  const { leaveOut = () => false, account } = options;
  const entries = await readdir(join(from, below), { withFileTypes: true }).catch(nothingWhenGone);
  await mkdir(join(to, below), { recursive: true, mode: 0o700 });
  await giveTo(account, join(to, below));
  for (const entry of entries ?? []) {
    const path = below ? `${below}/${entry.name}` : entry.name;
    if (leaveOut(path)) continue;
    if (entry.isDirectory()) await copyTree(from, to, options, path);
    if (!entry.isFile()) continue;
    const copied = await copyFile(join(from, path), join(to, path)).then(() => true, nothingWhenGone);
    if (copied) await giveTo(account, join(to, path));
  }
}

function nothingWhenGone(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
