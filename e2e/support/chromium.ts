import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LaunchOptions } from '@playwright/test';
import chromium from '@sparticuz/chromium';
import { findChromium } from '../../scripts/lib/chromium.mjs';

const MODULES = join(import.meta.dirname, '../../node_modules');
const CACHE = join(MODULES, '.cache/chromium');

/** Launch options for Chromium, by default from an npm package: no download, works as root, no background network traffic. */
export const launchOptions = async (): Promise<LaunchOptions> => ({
  executablePath: findChromium() ?? (await unpackedChromium()),
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
 * The package unpacks into the temporary folder and reuses any file there: another user's copy, an old version or a partial
 * file. We unpack into this checkout, one folder a version, and rename the folder when it is complete.
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
    // A parallel run may have unpacked it first.
    if (!existsSync(folder)) throw error;
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
