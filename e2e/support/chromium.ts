import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LaunchOptions } from '@playwright/test';
import chromium from '@sparticuz/chromium';
import { chromiumOfMachine } from '../../scripts/lib/chromium.mjs';

const MODULES = join(import.meta.dirname, '../../node_modules');
const CACHE = join(MODULES, '.cache/chromium');

/** How to start Chromium, as a rule the one that comes inside an npm package: no download, as root too, quiet on the network. */
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
 * The package unpacks into the system's temporary folder and takes whatever is there already: another user's copy, an
 * older one, or half a one. Ours lies in this checkout, under its version, and only when it is whole.
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
    // Somebody else who unpacked at the same time was first.
    if (!existsSync(folder)) throw error;
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
