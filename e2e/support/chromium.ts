import type { LaunchOptions } from '@playwright/test';
import chromium from '@sparticuz/chromium';

/** How to start the Chromium that comes inside an npm package: no download, as root too, quiet on the network. */
export const launchOptions = async (): Promise<LaunchOptions> => ({
  executablePath: process.env.CHROMIUM_PATH ?? (await chromium.executablePath()),
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
