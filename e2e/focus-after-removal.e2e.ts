import type { Page } from '@playwright/test';
import { intercept } from './support/intercept.ts';
import { openPage } from './support/open-page.ts';
import type { E2eShop } from './support/shop.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, test } from './support/test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

async function buyFree(page: Page, shop: E2eShop) {
  const { id } = await shop.ask('buildProduct', { price: 0 });
  await page.goto(`/products/${id}`);
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(page.getByRole('dialog', { name: 'Order Successful' })).toBeVisible();
}

test('the filter of My Orders stays and keeps the focus while it is cleared', async ({ page, shop }) => {
  await signInAs(page, shop);
  await buyFree(page, shop);
  const search = page.getByRole('searchbox', { name: 'Search your orders' });
  const orders = page.getByRole('main').getByRole('article');
  await page.goto('/account/my-orders?show=used');
  await expect(heading(page, 'No orders match.')).toBeVisible();
  await link(page, 'All').press('Enter');
  await expect(orders).toHaveCount(1);
  await expect(link(page, 'All')).toBeFocused();
  await search.fill('nothing is called that');
  await search.press('Enter');
  await expect(orders).toHaveCount(0);
  await search.fill('');
  await search.press('Enter');
  await expect(orders).toHaveCount(1);
  await expect(search).toBeFocused();
});

test('controls of My Orders that disappear when pressed move the focus to the heading', async ({
  page,
  shop,
  complaints,
}) => {
  await signInAs(page, shop);
  for (let bought = 0; bought < 4; bought++) await buyFree(page, shop);
  const orders = page.getByRole('main').getByRole('article');
  await page.goto('/account/my-orders');
  await link(page, 'Next').press('Enter');
  await expect(orders).toHaveCount(1);
  await expect(heading(page, 'My Orders')).toBeFocused();
  await page.goto('/account/my-orders?page=9');
  await expect(link(page, 'Previous')).toHaveAttribute('href', '/account/my-orders?page=2');
  await link(page, 'Go to the first page').press('Enter');
  await expect(orders).toHaveCount(3);
  await expect(heading(page, 'My Orders')).toBeFocused();
  await intercept(page, /\/my-orders\?/, (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  await page.reload();
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(orders).toHaveCount(3);
  await expect(heading(page, 'My Orders')).toBeFocused();
  await intercept(page, /\/api\/v1\/wishlist$/, (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  await page.goto('/account/wish-list');
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByText('Nothing on your wish list yet.')).toBeVisible();
  await expect(heading(page, 'Wish list').first()).toBeFocused();
  await expectComplaints(complaints, 503);
});

test('links of the home page that disappear move the focus to the heading', async ({ page, shop }) => {
  for (let count = 0; count < 13; count++) await shop.ask('buildProduct', { company: 'Short List' });
  await openPage(page, '/?company=Short+List&page=9');
  await expect(page.getByText('13 products', { exact: true })).toBeVisible();
  await link(page, 'Go to the first page').press('Enter');
  await expect(page.getByText('13 products, page 1 of 2')).toBeVisible();
  await expect(heading(page, 'Short List')).toBeFocused();
  await openPage(page, '/?company=Nobody+Sells+This');
  await link(page, 'Show all products').press('Enter');
  await expect(heading(page, 'All products')).toBeFocused();
});
