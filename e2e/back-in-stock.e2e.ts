import { expectAccessible } from './support/accessible.ts';
import { openPage } from './support/open-page.ts';
import { dropSession, signInAs } from './support/sign-in.ts';
import { buildPool } from './support/stock.ts';
import { expect, expectComplaints, test } from './support/test.ts';

const PASSWORD = 'Correct-Horse-9';

test('a customer with a stock alert gets one mail and can end the alert', async ({ page, shop }) => {
  test.setTimeout(120_000);
  const mark = `W${Date.now()}`;
  const pool = await buildPool(shop, { title: `Awaited ${mark}` });
  await openPage(page, `/products/${pool.id}`);
  await page.getByRole('button', { name: 'Tell me when it is back' }).click();
  await expect(page).toHaveURL('/login');

  const user = await signInAs(page, shop);
  await openPage(page, `/products/${pool.id}`);
  const tell = page.getByRole('button', { name: 'Tell me when it is back' });
  await tell.click();
  await expect(page.getByText('We will write to you when it is back.')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('button', { name: 'Do not write to me' }).click();
  await tell.press('Enter');
  await expect(page.getByText('We will write to you when it is back.')).toBeVisible();

  await pool.addCodes(`${mark}-1`, 'BACK');
  await shop.ask('sendBackInStockMails', undefined);
  const mails = await shop.ask('mailsTo', user.email);
  const [link] = mails[0]?.html?.match(/\/alerts\/[^"]+/) ?? [];
  expect(link).toBeDefined();
  await dropSession(page);
  await page.goto(link ?? '');
  await expect(page.getByRole('heading', { name: 'Stop waiting for this product?' })).toBeVisible();
  await expect(page.getByText(`Awaited ${mark}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'End the alert' }).click();
  await expect(page.getByRole('heading', { name: 'We will not send you a mail about this product' })).toBeVisible();
});

test('an unknown alert link shows that there is no alert', async ({ page, complaints }) => {
  await openPage(page, '/alerts/nonsense');
  await expect(page.getByRole('heading', { name: 'No alert to end' })).toBeVisible();
  await expectAccessible(page);
  await expectComplaints(complaints, 404);
});

test("a visitor's wish is on their wish list after they sign in", async ({ page, shop }) => {
  const mark = `Wished ${Date.now()}`;
  await shop.ask('buildProduct', { title: mark });
  const pool = await buildPool(shop, { title: `${mark} and gone` });
  const user = await shop.ask('buildUser', {});
  const heart = page.getByRole('button', { name: `Keep ${mark} on your wish list`, exact: true });
  const search = `/?q=${encodeURIComponent(mark)}`;

  await openPage(page, search);
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await heart.press('Enter');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email', { exact: true }).fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Saved to your wish list')).toBeVisible();
  expect(new URL(page.url()).search).toContain('Wished');

  await openPage(page, `/products/${pool.id}`);
  await page.getByRole('button', { name: `Keep ${mark} and gone on your wish list` }).click();
  await expect(page.getByText('Saved to your wish list')).toBeVisible();
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('link', { name: 'Wish list' }).click();
  const entries = page.getByRole('main').getByRole('listitem').filter({ hasText: mark });
  await expect(entries).toHaveCount(2);
  await entries.first().getByRole('button', { name: 'Tell me when it is back' }).click();
  await expect(entries.first().getByText('We will write to you when it is back.')).toBeVisible();
  await expectAccessible(page);
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByText('Removed from your wish list')).toBeVisible();
  await page.reload();
  await expect(entries).toHaveCount(1);
  await expect(entries.getByRole('button', { name: 'Do not write to me' })).toBeVisible();
});
