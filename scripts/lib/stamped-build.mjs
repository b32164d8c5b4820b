import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildKeepingPrevious } from './build-keeping-previous.mjs';
import { hashFiles } from './files.mjs';
import { withLock } from './lock.mjs';

/** Builds into a folder unless it has the build of these files, one process at a time. Returns whether it built. */
export async function buildUnlessBuilt({ folder, inputs, lock }, build) {
  const stamp = join(folder, '.build-stamp');
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hashFiles(inputs);
  if (isBuilt()) return 'up to date';
  return withLock(lock, async () => {
    if (isBuilt()) return 'built by another start';
    const hash = hashFiles(inputs);
    rmSync(stamp, { force: true });
    await buildKeepingPrevious(folder, build);
    writeFileSync(stamp, hash);
    return 'built';
  });
}
