import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Builds into a folder that an open shop may be using: its processes, and the pages that they have rendered, go on asking for
 * files of the build before. Those stay until the next build, and what is older goes.
 */
export async function buildBeside(folder, build) {
  // When a build began is the time of a file, so that it is told by the clock that its files are told by.
  const record = join(folder, '.build-begun');
  const draft = `${record}.draft`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(draft, '');
  const before = timeOf(record) ?? timeOf(draft);
  await build();
  // By names: Node 20 tells an entry's folder since 20.12 only.
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name);
    if (statSync(path).isFile() && timeOf(path) < before) rmSync(path);
  }
  renameSync(draft, record);
}

const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
