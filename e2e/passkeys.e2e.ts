import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { addAuthenticator, withHostName } from './support/authenticator.ts';
import { dropSession } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a user adds, renames, uses and removes a passkey', async ({ page, shop }) => {
  test.setTimeout(120_000);
  const url = withHostName(shop.url);
  const { user, cookies } = await shop.ask('openSession', {});
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url })));
  const authenticator = await addAuthenticator(page);

  await page.goto(`${url}/account/profile#security`);
  const section = page.getByRole('region', { name: 'Passkeys' });
  await section.getByLabel('Name of the new passkey').fill('My phone');
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section.getByRole('listitem')).toContainText('My phone');
  expect(await authenticator.countPasskeys()).toBe(1);
  await expectAccessible(page);

  await section.getByRole('button', { name: 'Rename My phone' }).press('Enter');
  await expect(section.getByLabel('Name', { exact: true })).toBeFocused();
  await section.getByLabel('Name', { exact: true }).fill('Old phone');
  await page.keyboard.press('Enter');
  await expect(section.getByRole('listitem')).toContainText('Old phone');
  await expect(section.getByRole('listitem')).toBeFocused();

  await dropSession(page);
  await page.goto(`${url}/login`);
  await button(page, 'Use a passkey').click();
  await expect(page).toHaveURL(`${url}/`);
  await page.goto(`${url}/account/profile#security`);
  await expect(page.getByRole('heading', { name: user.name })).toBeVisible();
  await expect(section.getByText('last used')).toBeVisible();

  await section.getByRole('button', { name: 'Remove Old phone' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(section.getByRole('listitem')).toHaveCount(0);
  await expect(section.getByRole('heading')).toBeFocused();
});

test('a passkey without user verification does not sign in', async ({ page, shop }) => {
  const url = withHostName(shop.url);
  const { cookies } = await shop.ask('openSession', {});
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url })));
  const authenticator = await addAuthenticator(page);
  await page.goto(`${url}/account/profile#security`);
  const section = page.getByRole('region', { name: 'Passkeys' });
  await section.getByLabel('Name of the new passkey').fill('Stolen laptop');
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section.getByRole('listitem')).toContainText('Stolen laptop');

  await dropSession(page);
  await authenticator.refuse();
  await page.goto(`${url}/login`);
  await button(page, 'Use a passkey').click();
  await expect(page.getByText('No passkey was used. You can try again.')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${url}/account/profile`);
  await expect(page).toHaveURL(`${url}/login`);
});
