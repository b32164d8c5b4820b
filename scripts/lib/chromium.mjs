import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ScriptFailure } from './progress.mjs';

const PROGRAMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const MAC_PROGRAMS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The installed browser for the tests: the one of CHROMIUM_PATH, or any installed one. Linux on x64 needs none, because an npm package
 * contains it.
 */
export function findChromium({ platform, arch, env } = process) {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  if (platform === 'linux' && arch === 'x64') return undefined;
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const inPath = PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program)));
  const installed = [...inPath, ...(platform === 'darwin' ? MAC_PROGRAMS : [])].find(isProgram);
  if (installed) return installed;
  throw new ScriptFailure(
    `The browser tests need Chromium, which comes as an npm package for Linux on x64 alone; this is ${platform} on ${arch}. ` +
      'Install Chromium or Chrome (Debian: chromium-headless-shell), or name one in CHROMIUM_PATH.',
  );
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
