import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles } from './lib-files.mjs';
import { withLock } from './lib-lock.mjs';
import { ScriptFailure } from './lib-progress.mjs';
import { ROOT, WORKSPACES } from './lib-project.mjs';
import { run } from './lib-run.mjs';

const STAMP = join(ROOT, 'start', 'dist', '.build-stamp');
const INPUTS = [
  ...WORKSPACES.filter((name) => name !== 'web').flatMap((name) => [`${name}/src`, `${name}/package.json`]),
  'start/vite.config.ts',
  'package-lock.json',
  'tsconfig.json',
];

/** Builds the server unless start/dist was built from exactly these sources. */
export async function ensureServerBuilt() {
  if (isBuilt()) return 'up to date';
  return withLock('server-build', async () => {
    if (isBuilt()) return 'built by another start';
    const inputs = hashFiles(INPUTS);
    rmSync(STAMP, { force: true });
    const code = await run('vite', ['build', 'start', '--config', 'start/vite.config.ts', '--logLevel', 'warn']);
    if (code !== 0) throw new ScriptFailure('The server could not be built: the output above says why.');
    writeFileSync(STAMP, inputs);
    return 'built';
  });
}

function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashFiles(INPUTS);
}
