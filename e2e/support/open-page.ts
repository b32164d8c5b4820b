import { expect, type Page } from '@playwright/test';

/** Opens an address and waits until the page is alive: the session is asked for as soon as React has taken over. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('header').getByText('Loading...')).toHaveCount(0);
}
