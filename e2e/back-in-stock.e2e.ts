import { expectAccessible } from './support/accessible.ts';
import { signInAsNewCustomer } from './support/buyer.ts';
import { openPage } from './support/open-page.ts';
import { buildPool } from './support/stock.ts';
import { expect, expectComplaints, test } from './support/test.ts';

test('a customer waits for a sold-out product, is told once, and can end it', async ({ page, shop }) => {
  test.setTimeout(120_000);
  const mark = `W${Date.now()}`;
  const pool = await buildPool(shop, { title: `Awaited ${mark}` });
  await openPage(page, `/products/${pool.id}`);
  await page.getByRole('button', { name: 'Tell me when it is back' }).click();
  await expect(page).toHaveURL('/login');

  const user = await signInAsNewCustomer(page, shop);
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
  await shop.ask('tellWhoWaits', undefined);
  const mails = await shop.ask('mailsTo', user.email);
  const [link] = mails[0]?.html?.match(/\/alerts\/[^"]+/) ?? [];
  expect(link).toBeDefined();
  await page.context().clearCookies();
  await page.goto(link ?? '');
  await expect(page.getByRole('heading', { name: 'Stop waiting for this product?' })).toBeVisible();
  await expect(page.getByText(`Awaited ${mark}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'End the alert' }).click();
  await expect(page.getByRole('heading', { name: 'We will not write to you about this product' })).toBeVisible();
});

test('a link that is none of ours says so', async ({ page, complaints }) => {
  await openPage(page, '/alerts/nonsense');
  await expect(page.getByRole('heading', { name: 'No alert to end' })).toBeVisible();
  await expectAccessible(page);
  await expectComplaints(complaints, 404);
});
