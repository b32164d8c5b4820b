import type { Page } from '@playwright/test';
import { intercept } from './intercept.ts';

export const APPLICATION = /\/assets\/[^/]+\.js$/;

/**
 * Opens a page whose application is held back as on a slow connection. `release` lets it load. `refuse` makes its requests
 * fail until `allow` is called.
 */
export async function openWithoutApplication(page: Page, path: string) {
  const { promise: outcome, resolve: decide } = Promise.withResolvers<'continue' | 'abort'>();
  const allow = await intercept(page, APPLICATION, async (route) => route[await outcome]());
  const asked = page.waitForRequest(APPLICATION);
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  return { asked, release: () => decide('continue'), refuse: () => decide('abort'), allow };
}
