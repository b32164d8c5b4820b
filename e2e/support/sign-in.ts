import type { Page } from '@playwright/test';
import type { E2eShop } from './shop.ts';

type NewUser = Parameters<typeof E2eShop.prototype.ask<'openSession'>>[1];

/** Creates a user, by default a customer, and signs them in without the form. */
export async function signInAs(page: Page, shop: E2eShop, overrides: NewUser = {}) {
  const { user, cookies } = await shop.ask('openSession', overrides);
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: shop.url })));
  return user;
}

/** Removes the session cookie. It leaves the page first, because its pending requests would fail with console errors. */
export async function dropSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}
