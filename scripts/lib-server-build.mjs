import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles } from './lib-files.mjs';
import { buildBeside } from './lib-kept-build.mjs';
import { withLock } from './lib-lock.mjs';
import { ScriptFailure } from './lib-progress.mjs';
import { CACHE, ROOT, WORKSPACES } from './lib-project.mjs';
import { run } from './lib-run.mjs';

const INPUTS = [
  ...WORKSPACES.filter((name) => name !== 'web').flatMap((name) => [`${name}/src`, `${name}/package.json`]),
  'start/vite.config.ts',
  'package-lock.json',
  'tsconfig.json',
];

const PRODUCTION = { mode: 'production', folder: join(ROOT, 'start', 'dist') };
const TESTS = { mode: 'test', folder: join(CACHE, 'servers') };

/** Builds the server unless start/dist was built from exactly these sources. */
export const ensureServerBuilt = () => ensureBuilt(PRODUCTION);

/** The same for tests, with the other programs that they start. */
export const ensureTestedBuilt = () => ensureBuilt(TESTS);

async function ensureBuilt({ mode, folder }) {
  const stamp = join(folder, '.build-stamp');
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hashFiles(INPUTS);
  if (isBuilt()) return 'up to date';
  return withLock(`${mode}-build`, async () => {
    if (isBuilt()) return 'built by another start';
    const inputs = hashFiles(INPUTS);
    rmSync(stamp, { force: true });
    const options = ['--config', 'start/vite.config.ts', '--mode', mode, '--logLevel', 'warn'];
    await buildBeside(folder, async () => {
      const code = await run('vite', ['build', 'start', ...options]);
      if (code !== 0) throw new ScriptFailure('The server could not be built: the output above says why.');
    });
    writeFileSync(stamp, inputs);
    return 'built';
  });
}
