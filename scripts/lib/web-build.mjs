import { join } from 'node:path';
import { isVerbose, ScriptFailure } from './progress.mjs';
import { ROOT } from './project.mjs';
import { capture, run } from './run.mjs';
import { buildUnlessBuilt } from './stamped-build.mjs';

const FOLDER = join(ROOT, 'web', 'dist');
const INPUTS = ['web', 'contract', 'package-lock.json', 'tsconfig.json'];

/** Builds the web app, for the browser and for rendering on the server, unless web/dist was built from exactly these sources. */
export const ensureWebBuilt = () =>
  buildUnlessBuilt({ folder: FOLDER, inputs: INPUTS, lock: 'build' }, async () => {
    for (const options of [[], ['--ssr']]) {
      const code = await build(['build', 'web', ...options]);
      if (code !== 0) throw new ScriptFailure('The web app could not be built: the output above says why.');
    }
  });

/** What the build has to say is of interest when it is asked for, or when it fails. */
async function build(args) {
  // What is built is what customers get, whatever this process is for.
  const options = { env: { NODE_ENV: 'production' } };
  if (isVerbose()) return run('vite', args, options);
  const { code, output } = await capture('vite', args, options);
  if (code !== 0) process.stderr.write(output);
  return code;
}
