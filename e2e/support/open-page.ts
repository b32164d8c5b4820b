import { expect, type Page } from '@playwright/test';

/** React has taken over: the session is asked for as soon as it has. */
export const expectAlive = (page: Page) => expect(page.locator('header').getByText('Loading...')).toHaveCount(0);

/** Opens an address and waits until the page is alive. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectAlive(page);
}

/** What a product's page asks as soon as it knows somebody: still on its way, it would be what finds a session gone. */
export const ownThingsKnown = (page: Page) =>
  Promise.all([page.waitForResponse(/my-orders\?product=/), page.waitForResponse(/wishlist\/ids/)]);
