import type { Page } from '@playwright/test';
import type { E2eShop } from './shop.ts';

type NewUser = Parameters<typeof E2eShop.prototype.ask<'openSession'>>[1];

/** Signs a new user, a customer unless told, in without the form: for tests that are about what comes after it. */
export async function signInAs(page: Page, shop: E2eShop, overrides: NewUser = {}) {
  const { user, cookies } = await shop.ask('openSession', overrides);
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: shop.url })));
  return user;
}

/** Signs out from outside. The page is left first: what it was still asking for would be refused, and complained about. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}
