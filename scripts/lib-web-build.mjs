import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles } from './lib-files.mjs';
import { withLock } from './lib-lock.mjs';
import { ScriptFailure } from './lib-progress.mjs';
import { ROOT } from './lib-project.mjs';
import { run } from './lib-run.mjs';

const STAMP = join(ROOT, 'web', 'dist', '.build-stamp');
const INPUTS = ['web', 'contract', 'package-lock.json', 'tsconfig.json'];

/** Builds the web app, for the browser and for rendering on the server, unless web/dist was built from exactly these sources. */
export async function ensureWebBuilt() {
  if (isBuilt()) return 'up to date';
  return withLock('build', async () => {
    if (isBuilt()) return 'built by another start';
    const inputs = hashFiles(INPUTS);
    rmSync(STAMP, { force: true });
    for (const options of [[], ['--ssr']]) {
      const code = await run('vite', ['build', 'web', ...options]);
      if (code !== 0) throw new ScriptFailure('The web app could not be built: the output above says why.');
    }
    writeFileSync(STAMP, inputs);
    return 'built';
  });
}

function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashFiles(INPUTS);
}
