import { join } from 'node:path';
import { ScriptFailure } from './progress.mjs';
import { CACHE, ROOT, WORKSPACES } from './project.mjs';
import { run } from './run.mjs';
import { buildUnlessBuilt } from './stamped-build.mjs';

const INPUTS = [
  ...WORKSPACES.filter((name) => name !== 'web').flatMap((name) => [`${name}/src`, `${name}/package.json`]),
  'start/vite.config.ts',
  'package-lock.json',
  'tsconfig.json',
];

const PRODUCTION = { mode: 'production', folder: join(ROOT, 'start', 'dist'), inputs: INPUTS };
const TESTS = {
  mode: 'test',
  folder: join(CACHE, 'servers'),
  inputs: [...INPUTS, 'e2e/support/shop-process.ts', 'e2e/support/postgres-process.ts'],
};

/** Builds the server unless start/dist was built from the same sources. */
export const ensureServerBuilt = () => ensureBuilt(PRODUCTION);

/** Builds the server and the other programs that tests start. */
export const ensureTestProgramsBuilt = () => ensureBuilt(TESTS);

function ensureBuilt({ mode, folder, inputs }) {
  const options = ['--config', 'start/vite.config.ts', '--mode', mode, '--logLevel', 'warn'];
  return buildUnlessBuilt({ folder, inputs, lock: `${mode}-build` }, async () => {
    const code = await run('vite', ['build', 'start', ...options]);
    if (code !== 0) throw new ScriptFailure('The server could not be built: the output above says why.');
  });
}
