import { expect, type Page } from '@playwright/test';

/** The header loads the session as soon as React has hydrated. */
export const expectAlive = (page: Page) => expect(page.locator('header').getByText('Loading...')).toHaveCount(0);

/** Opens a page and waits until it is hydrated. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectAlive(page);
}

/** The requests of a product page for a signed-in user. A running one would be the first to notice an ended session. */
export const ownThingsKnown = (page: Page) =>
  Promise.all([page.waitForResponse(/my-orders\?product=/), page.waitForResponse(/wishlist\/ids/)]);
