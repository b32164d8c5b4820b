import { expectAccessible } from './support/accessible.ts';
import { openPage } from './support/open-page.ts';
import { expect, expectComplaints, test } from './support/test.ts';

test('each of the six categories links to its products', async ({ page, shop }) => {
  await shop.ask('buildProduct', { title: 'Category key', category: 'Software Key', company: 'Keymaker' });
  await openPage(page, '/categories');
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible();
  const links = page.getByRole('main').getByRole('link');
  await expect(links).toHaveCount(6);
  for (const name of ['Coupon', 'Voucher', 'Gift Card', 'Software Key', 'Membership', 'Other'])
    await expect(links.filter({ hasText: name }).first()).toContainText(/\d+ products?/);
  await expectAccessible(page);
  await links.filter({ hasText: 'Software Key' }).click();
  await expect(page).toHaveURL('/?category=Software+Key');
  await expect(page.getByRole('link', { name: 'Category key' })).toBeVisible();
});

test('every company with products on sale is listed with their number', async ({ page, shop }) => {
  await shop.ask('buildProduct', { company: 'Aardvark & Sons', title: 'Aardvark card' });
  await shop.ask('buildProduct', { company: 'Aardvark & Sons', title: 'Aardvark pass' });
  await shop.ask('buildProduct', { company: '🦄 Co' });
  await shop.ask('buildProduct', { company: 'Sold Out Ltd', units: 0 });
  await openPage(page, '/company');
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sold Out Ltd' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: '🦄 Co' }).getByText('🦄', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Aardvark & Sons 2 products' }).click();
  await expect(page).toHaveURL('/?company=Aardvark+%26+Sons');
  await expect(page.getByRole('heading', { name: 'Aardvark & Sons' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Aardvark (card|pass)/ })).toHaveCount(2);
});

test('the footer links to the categories and the companies', async ({ page }) => {
  await openPage(page, '/');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Categories' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeFocused();
  await footer.getByRole('link', { name: 'Company' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeFocused();
});

test('after a failed request no counts are shown instead of outdated ones', async ({ page, shop, complaints }) => {
  await shop.ask('buildProduct', { company: 'Narrow Ltd', title: 'Narrow pass' });
  await openPage(page, '/?company=Narrow+Ltd');
  await expect(page.getByRole('link', { name: 'Narrow pass' })).toBeVisible();
  await page.route('**/api/v1/products/facets*', (route) => route.fulfill({ status: 503, json: { message: 'Down' } }));
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Categories' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/\d products?/);
  await footer.getByRole('link', { name: 'Company' }).click();
  await expect(page.getByRole('heading', { name: 'The companies could not be loaded' })).toBeVisible();
  await expectComplaints(complaints, 503);
});
