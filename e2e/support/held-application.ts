import type { Page } from '@playwright/test';
import { intercept } from './intercept.ts';

export const APPLICATION = /\/assets\/[^/]+\.js$/;

/**
 * Opens an address as on a very slow line: the page is there, and its application only after `release`. `refuse` has it
 * fail instead, until `allow`.
 */
export async function openWithoutApplication(page: Page, path: string) {
  const { promise: outcome, resolve: decide } = Promise.withResolvers<'continue' | 'abort'>();
  const allow = await intercept(page, APPLICATION, async (route) => route[await outcome]());
  const asked = page.waitForRequest(APPLICATION);
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  return { asked, release: () => decide('continue'), refuse: () => decide('abort'), allow };
}
