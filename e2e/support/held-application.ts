import type { Page } from '@playwright/test';

export const APPLICATION = /\/assets\/[^/]+\.js$/;

/** Opens an address as on a very slow line: the page is there, and its application only after `release`. */
export async function openWithoutApplication(page: Page, path: string) {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(APPLICATION, async (route) => {
    await isReleased;
    await route.continue();
  });
  const asked = page.waitForRequest(APPLICATION);
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  return { asked, release };
}
