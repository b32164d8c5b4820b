import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { payByCard, paymentDialog } from './support/buyer.ts';
import { openPage, userRequestsDone } from './support/open-page.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, test } from './support/test.ts';

const PASSWORD = 'Correct-Horse-9';
const GOOD_CARD = '4100 2800 0000 1007';

const buyBox = (page: Page) => page.getByRole('region', { name: 'Buy', exact: true });
const more = (page: Page) => page.getByRole('button', { name: 'One more' });
const total = (page: Page) => buyBox(page).getByRole('status', { name: 'Total' });

test('a buyer of several units sees the total, then each code on its own line', async ({ page, shop, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', {
    title: 'Three of a kind',
    price: 499.5,
    units: 4,
    code: 'SHARED-CODE-3',
    productLink: 'https://redeem.example.com/here',
  });
  await openPage(page, `/products/${product.id}`);
  const stepper = buyBox(page).getByRole('group', { name: 'Quantity' });
  await expect(stepper.getByText('1', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'One less' })).toHaveAttribute('aria-disabled', 'true');
  await more(page).focus();
  for (const _ of [2, 3, 4, 5]) await page.keyboard.press('Enter');
  await expect(stepper.getByText('4', { exact: true })).toBeVisible();
  await expect(more(page)).toBeFocused();
  await expect(more(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'One less' }).click();
  await expect(total(page)).toHaveText('3 × ₹499.50 =₹1,498.50');
  await expectAccessible(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(total(page)).toBeInViewport();
  await expect(stepper).toBeInViewport();
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(paymentDialog(page)).toContainText('₹1,498.50');
  await payByCard(page, GOOD_CARD);

  const modal = page.getByRole('dialog', { name: 'Order Successful' });
  await modal.getByRole('button', { name: 'Reveal codes' }).click();
  const lines = modal.getByRole('list', { name: 'Codes' }).getByRole('listitem');
  await expect(lines).toHaveCount(3);
  await lines.nth(1).getByRole('button', { name: 'Copy code 2' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('SHARED-CODE-3');
  await expect(lines.nth(2).getByRole('link', { name: 'Open the redeem link of code 3' })).toHaveAttribute(
    'href',
    'https://redeem.example.com/here',
  );
  await modal.getByRole('button', { name: 'Copy all 3 codes' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(Array(3).fill('SHARED-CODE-3').join('\n'));
  await expectAccessible(page);

  await modal.getByRole('link', { name: 'View My Orders' }).click();
  await page.getByRole('button', { name: /Three of a kind/ }).click();
  await page.getByRole('main').getByRole('button', { name: 'Reveal codes' }).click();
  await expect(page.getByRole('list', { name: 'Codes' }).getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
});

test('the last unit and a one-time product have no quantity field', async ({ page, shop }) => {
  const last = await shop.ask('buildProduct', { units: 1 });
  const once = await shop.ask('buildProduct', { units: 9, is_one_time_use: true });
  for (const { id } of [last, once]) {
    await openPage(page, `/products/${id}`);
    await expect(buyBox(page).getByRole('button', { name: 'Buy Now' })).toBeEnabled();
    await expect(buyBox(page).getByRole('group', { name: 'Quantity' })).toHaveCount(0);
  }
  await expect(buyBox(page)).toContainText('9 left, one per customer');
});

test('if another buyer was faster, the page shows how many units are left', async ({ page, shop, complaints }) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { units: 5 });
  await openPage(page, `/products/${product.id}`);
  for (const _ of [2, 3, 4]) await more(page).click();
  await shop.ask(
    'query',
    `update units set state = 'withdrawn'
     where id in (select id from units where product_id = '${product.id}' limit 3)`,
  );
  await page.getByRole('button', { name: 'Buy Now' }).click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('fewer than 4 are left');
  await expect(alert).toContainText('Choose fewer and try again');
  await alert.getByRole('button', { name: 'Close' }).click();
  await expect(buyBox(page)).toContainText('2 left');
  await expect(total(page)).toContainText('2 × ₹499');
  await expectComplaints(complaints, 409);
});

test('the customer limit is shown, enforced and explained', async ({ page, shop }) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { price: 0, units: 9, max_per_customer: 2 });
  await openPage(page, `/products/${product.id}`);
  await expect(buyBox(page)).toContainText('9 left, at most 2 per customer');
  await more(page).click();
  await expect(more(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(total(page)).toContainText('2 ×');
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await page.getByRole('dialog', { name: 'Order Successful' }).getByRole('button', { name: 'Close' }).click();
  await expect(buyBox(page)).toContainText('You bought this on');
  await expect(page.getByRole('button', { name: 'Buy Now' })).toHaveCount(0);
  await expect(buyBox(page).getByRole('link', { name: 'See your code' })).toBeVisible();
  await expectAccessible(page);
});

test('the chosen quantity survives an expired session and a new sign-in', async ({ page, shop, complaints }) => {
  const me = await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { units: 5 });
  const known = userRequestsDone(page);
  await openPage(page, `/products/${product.id}`);
  await known;
  for (const _ of [2, 3]) await more(page).click();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await page.getByLabel('Email').fill(me.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(`/products/${product.id}`);
  await expect(total(page)).toContainText('3 × ₹499');
  await page.reload();
  await expect(total(page)).toContainText('3 × ₹499');
  await expectComplaints(complaints, 401);
});

test('a purchase works over plain HTTP, where browsers have no randomUUID', async ({ page, shop }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'));
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', {});
  await openPage(page, `/products/${product.id}`);
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(paymentDialog(page)).toBeVisible();
});
