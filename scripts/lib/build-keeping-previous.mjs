import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Builds into a folder that a running shop may use. Its processes and pages still request files of the previous build.
 * Those files stay until the next build; older files are removed.
 */
export async function buildKeepingPrevious(folder, build) {
  // The modification time of a marker file is the start of the build, so that both use the clock of the file system.
  const marker = join(folder, '.build-begun');
  const draft = `${marker}.draft`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(draft, '');
  const before = timeOf(marker) ?? timeOf(draft);
  await build();
  // Reads names only, because directory entries have their folder only since Node 20.12.
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name);
    if (statSync(path).isFile() && timeOf(path) < before) rmSync(path);
  }
  renameSync(draft, marker);
}

const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
