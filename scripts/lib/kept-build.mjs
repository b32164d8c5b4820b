import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Builds into a folder that a running shop may use. Its processes and pages still request files of the previous build, which stay until
 * the next build. Older files are removed.
 */
export async function buildBeside(folder, build) {
  // A marker file gives the start of the build, so that it has the same clock as the built files.
  const record = join(folder, '.build-begun');
  const draft = `${record}.draft`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(draft, '');
  const before = timeOf(record) ?? timeOf(draft);
  await build();
  // Only names: entries have their folder since Node 20.12.
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name);
    if (statSync(path).isFile() && timeOf(path) < before) rmSync(path);
  }
  renameSync(draft, record);
}

const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
