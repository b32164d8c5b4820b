import { join } from 'node:path';
import { isVerbose, ScriptFailure } from './progress.mjs';
import { ROOT } from './project.mjs';
import { capture, run } from './run.mjs';
import { buildUnlessBuilt } from './stamped-build.mjs';

const FOLDER = join(ROOT, 'web', 'dist');
const INPUTS = ['web', 'contract', 'package-lock.json', 'tsconfig.json'];

/** Builds the web app for browser and server rendering unless web/dist has the build of these sources. */
export const ensureWebBuilt = () =>
  buildUnlessBuilt({ folder: FOLDER, inputs: INPUTS, lock: 'build' }, async () => {
    for (const options of [[], ['--ssr']]) {
      const code = await build(['build', 'web', ...options]);
      if (code !== 0) throw new ScriptFailure('The web app could not be built: the output above says why.');
    }
  });

/** The output of the build appears only on request or after a failure. */
async function build(args) {
  // Always a production build, independent of NODE_ENV.
  const options = { env: { NODE_ENV: 'production' } };
  if (isVerbose()) return run('vite', args, options);
  const { code, output } = await capture('vite', args, options);
  if (code !== 0) process.stderr.write(output);
  return code;
}
