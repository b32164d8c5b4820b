import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LaunchOptions } from '@playwright/test';
import chromium from '@sparticuz/chromium';
import { chromiumOfMachine } from '../../scripts/lib/chromium.mjs';

const MODULES = join(import.meta.dirname, '../../node_modules');
const CACHE = join(MODULES, '.cache/chromium');

/**
 * Launch options for Chromium, by default the one of an npm package. It needs no download, runs as root and makes no
 * requests of its own.
 */
export const launchOptions = async (): Promise<LaunchOptions> => ({
  executablePath: chromiumOfMachine() ?? (await unpackedChromium()),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-dev-shm-usage',
  ],
});

/**
 * The package unpacks into the system's temporary folder and reuses any copy there: another user's, an older or a
 * partial one. We unpack into this checkout, with the version in the path, and rename only a complete copy.
 */
async function unpackedChromium(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8'));
  const folder = join(CACHE, version);
  if (!existsSync(folder)) await unpackInto(folder);
  return join(folder, 'chromium');
}

async function unpackInto(folder: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const unfinished = await mkdtemp(join(CACHE, 'unpacking-'));
  const { TMPDIR } = process.env;
  process.env.TMPDIR = unfinished;
  try {
    await chromium.executablePath();
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process finished first.
    if (!existsSync(folder)) throw error;
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
