import { expectAccessible } from './support/accessible.ts';
import { placeOrder } from './support/api-calls.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, test } from './support/test.ts';

test('a saved view keeps columns and filters and belongs to one admin', async ({ page, shop, browser, complaints }) => {
  await placeOrder(shop, await shop.ask('buildProduct', {}));
  await signInAs(page, shop, { role: 'admin' });
  await page.goto('/admin/orders');
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  await page.getByLabel('Razorpay Order ID').uncheck();
  await page.getByLabel('Updated At').uncheck();
  await expect(page.getByRole('columnheader')).toHaveCount(10);
  await expect(page.getByRole('columnheader', { name: 'Razorpay Order ID' })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Columns (2 hidden)' })).toBeFocused();
  await page.getByLabel('Filter by status').selectOption('Pending');
  await expect(page).toHaveURL(/status=pending/);

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByText('Give the view a name')).toBeVisible();
  await expectComplaints(complaints, 422);
  await page.getByLabel('Save this view as').fill('To be paid, soon');
  await page.keyboard.press('Enter');
  await expect(page.getByText('View saved')).toBeVisible();
  await expect(page).toHaveURL(/view=To\+be\+paid/);
  await expectAccessible(page);
  const shared = page.url();

  await page.goto('/admin/orders');
  await expect(page.getByRole('columnheader')).toHaveCount(12);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('link', { name: 'To be paid, soon' }).click();
  await expect(page.getByRole('button', { name: 'View: To be paid, soon' })).toBeVisible();
  await expect(page.getByLabel('Filter by status')).toHaveValue('pending');
  await expect(page.getByRole('columnheader')).toHaveCount(10);
  await page.getByLabel('Filter by status').selectOption('Completed');
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible();

  const other = await browser.newPage({ baseURL: shop.url });
  await signInAs(other, shop, { role: 'admin' });
  const own = { list: 'orders', name: 'Only mine', search: 'status=completed' };
  await other.request.post('/api/v1/admin/views', { data: own, headers: { origin: shop.url } });
  await other.goto(shared);
  await expect(other.getByRole('columnheader')).toHaveCount(10);
  await other.getByRole('button', { name: /^View: / }).click();
  // When the other admin's own view is listed, the list has loaded.
  await expect(other.getByRole('link', { name: 'Only mine' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'To be paid, soon' })).toHaveCount(0);
  await other.close();

  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('link', { name: 'To be paid, soon' }).click();
  await page.getByRole('button', { name: 'View: To be paid, soon' }).click();
  await page.getByRole('button', { name: 'Delete view To be paid, soon' }).press('Enter');
  await expect(page.getByRole('link', { name: 'To be paid, soon' })).toHaveCount(0);
  await expect(page.getByLabel('Save this view as')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible();
});
