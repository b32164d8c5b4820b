import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashFiles } from './lib-files.mjs';
import { buildBeside } from './lib-kept-build.mjs';
import { withLock } from './lib-lock.mjs';
import { isVerbose, ScriptFailure } from './lib-progress.mjs';
import { ROOT } from './lib-project.mjs';
import { capture, run } from './lib-run.mjs';

const STAMP = join(ROOT, 'web', 'dist', '.build-stamp');
const INPUTS = ['web', 'contract', 'package-lock.json', 'tsconfig.json'];

/** Builds the web app, for the browser and for rendering on the server, unless web/dist was built from exactly these sources. */
export async function ensureWebBuilt() {
  if (isBuilt()) return 'up to date';
  return withLock('build', async () => {
    if (isBuilt()) return 'built by another start';
    const inputs = hashFiles(INPUTS);
    rmSync(STAMP, { force: true });
    await buildBeside(dirname(STAMP), async () => {
      for (const options of [[], ['--ssr']]) {
        const code = await build(['build', 'web', ...options]);
        if (code !== 0) throw new ScriptFailure('The web app could not be built: the output above says why.');
      }
    });
    writeFileSync(STAMP, inputs);
    return 'built';
  });
}

/** What the build has to say is of interest when it is asked for, or when it fails. */
async function build(args) {
  // What is built is what customers get, whatever this process is for.
  const options = { env: { NODE_ENV: 'production' } };
  if (isVerbose()) return run('vite', args, options);
  const { code, output } = await capture('vite', args, options);
  if (code !== 0) process.stderr.write(output);
  return code;
}

function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashFiles(INPUTS);
}
