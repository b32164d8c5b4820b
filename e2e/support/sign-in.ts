import type { Page } from '@playwright/test';
import type { E2eShop } from './shop.ts';

type NewUser = Parameters<typeof E2eShop.prototype.ask<'openSession'>>[1];

/** Signs in a new user (by default a customer) without the sign-in form. */
export async function signInAs(page: Page, shop: E2eShop, overrides: NewUser = {}) {
  const { user, cookies } = await shop.ask('openSession', overrides);
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: shop.url })));
  return user;
}

/** Removes the session cookies. The page is left first, because its running requests would log errors. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}
