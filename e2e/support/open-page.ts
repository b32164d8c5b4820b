import { expect, type Page } from '@playwright/test';

/** Waits for hydration: the session check starts after it and ends the 'Loading...' text. */
export const expectHydrated = (page: Page) => expect(page.locator('header').getByText('Loading...')).toHaveCount(0);

/** Opens an address and waits for hydration. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectHydrated(page);
}

/** Waits for the requests of a product page after sign-in, so that a test which ends the session does not race with them. */
export const userRequestsDone = (page: Page) =>
  Promise.all([page.waitForResponse(/my-orders\?product=/), page.waitForResponse(/wishlist\/ids/)]);
