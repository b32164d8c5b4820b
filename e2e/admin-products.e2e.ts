import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { holdReply } from './support/held-reply.ts';
import { intercept } from './support/intercept.ts';
import { picture } from './support/picture.ts';
import { fillRequired, productForm } from './support/product-form.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, test } from './support/test.ts';

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
test.beforeEach(async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin' });
});

test('a product with all fields is created, found, edited and deleted', async ({ page }) => {
  test.setTimeout(120_000);
  const title = `Everything Card ${Date.now()}`;
  await page.goto('/admin/products');
  await expect(page.getByRole('heading', { name: 'Products Management' })).toBeVisible();
  await page.getByRole('link', { name: 'Add New Product' }).click();
  await expect(page).toHaveURL(/\/admin\/products\/new/);
  const modal = productForm(page);

  for (const section of [
    'Basic Information',
    'Usage Information',
    'Pricing & Inventory',
    'Files & Expiry',
    'Status Settings',
  ])
    await expect(modal.getByRole('group', { name: section })).toBeVisible();
  await expect(modal.getByLabel('Usage Limit')).toHaveValue('1');
  await expect(modal.getByLabel('Active')).not.toBeChecked();
  await expect(modal.getByText('Can only be used once per customer')).toBeVisible();
  await expect(modal.getByText('Make this product visible to customers')).toBeVisible();
  await expect(modal.getByText('PNG, JPG, GIF up to 10MB')).toBeVisible();

  await fillRequired(page, { title, code: `CODE-${Date.now()}` });
  const details = modal.getByRole('group', { name: 'Product Details' });
  await expect(details.getByRole('button', { name: /Remove item/ })).toHaveCount(0);
  await details.getByLabel('Product Details, item 1').fill('First');
  await details.getByRole('button', { name: 'Add Item' }).click();
  await expect(details.getByLabel('Product Details, item 2')).toBeFocused();
  await details.getByLabel('Product Details, item 2').fill('Second');
  await expect(details.getByRole('button', { name: /Remove item/ })).toHaveCount(2);
  await details.getByRole('button', { name: 'Bulk Edit' }).click();
  await expect(details.getByText('2 items')).toBeVisible();
  await details.getByRole('textbox').fill('First\n\nSecond\nThird\n');
  await expect(details.getByText('3 items')).toBeVisible();
  await details.getByRole('button', { name: 'List View' }).click();
  await expect(details.getByLabel('Product Details, item 3')).toHaveValue('Third');
  await details.getByRole('button', { name: 'Remove item 3 of Product Details' }).click();
  await expect(details.getByLabel('Product Details, item 2')).toBeFocused();
  await details.getByLabel('Product Details, item 2').fill('Third');

  await modal.getByLabel('Images', { exact: true }).setInputFiles([picture('one.png'), picture('two.png')]);
  const images = modal.getByRole('list', { name: 'Chosen images' });
  await expect(images.getByRole('listitem').first()).toContainText('one.png');
  await expect(images.getByRole('listitem').first()).toContainText('1 KB');
  await images.getByRole('button', { name: 'Move two.png up' }).click();
  await expect(images.getByRole('listitem').first()).toContainText('two.png');
  await modal.getByLabel('Active').check();
  await modal.getByRole('button', { name: 'Save Product' }).click();

  await expect(page).toHaveURL(/\/admin\/products\??$/);
  await expect(page.getByText('Product created successfully')).toBeVisible();
  await expect(row(page, title)).toContainText('Active');
  await expect(row(page, title)).toContainText('₹499.50');

  await row(page, title)
    .getByRole('link', { name: `Edit ${title}` })
    .click();
  const edit = productForm(page, 'Edit Product');
  await expect(edit.getByLabel('Product Details, item 2')).toHaveValue('Third');
  await expect(edit.getByText('Uploaded')).toHaveCount(2);
  await edit
    .getByRole('button', { name: /^Remove Image/ })
    .first()
    .click();
  await edit.getByLabel('Active').uncheck();
  await edit.getByRole('button', { name: 'Save Product' }).click();
  await expect(page.getByText('Product updated successfully')).toBeVisible();
  await expect(row(page, title)).toContainText('Inactive');
  await row(page, title)
    .getByRole('link', { name: `Edit ${title}` })
    .click();
  await expect(edit.getByText('Uploaded')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(edit).toHaveCount(0);

  await page.getByPlaceholder('Search products...').fill(title);
  await expect(page).toHaveURL(/q=Everything/);
  await row(page, title)
    .getByRole('button', { name: `Delete ${title}` })
    .click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Are you sure you want to delete this product?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Product deleted successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
});

test('form errors appear under their fields, and a failed save loses no input', async ({ page, complaints }) => {
  await page.goto('/admin/products/new');
  const modal = productForm(page);
  const save = modal.getByRole('button', { name: 'Save Product' });
  await modal.getByLabel('Product Link').fill('nonsense');
  await save.click();
  for (const text of [
    'Title must be between 3 and 100 characters',
    'Code is required',
    'Category is required',
    'Company name is required',
    'Price must be a positive number',
    'Expiry date is required',
    'Please enter a valid URL',
  ])
    await expect(modal.getByText(text)).toBeVisible();
  await expect(modal.getByLabel('Product Title')).toBeFocused();
  await expectAccessible(page);

  await modal.getByLabel('Product Link').fill('');
  await fillRequired(page, { title: 'Twice', code: 'REFUSED' });
  const answer = (status: number, json: object) =>
    intercept(page, '**/api/v1/admin/products/new', (route) => route.fulfill({ status, json }), { times: 1 });
  await answer(422, { code: 'VALIDATION_FAILED', message: 'no', errors: { code: 'This code cannot be sold' } });
  await save.click();
  await expect(modal.getByText('This code cannot be sold')).toBeVisible();

  await answer(500, {});
  await modal.getByLabel('Product Code').fill(`FREE-${Date.now()}`);
  await save.click();
  await expect(modal.getByRole('alert')).toHaveText('Failed to save product. Please try again.');
  await expect(modal.getByLabel('Product Title')).toHaveValue('Twice');

  // The field with the message is far from the pressed button.
  await answer(415, { code: 'NOT_AN_IMAGE', message: 'No picture' });
  await save.click();
  await expect(modal.getByText('No picture')).toBeInViewport();
  await expect(modal.getByRole('button', { name: 'Choose files' })).toBeFocused();
  await answer(409, { code: 'UNITS_UNSOLD', message: 'Codes are unsold' });
  await save.click();
  await expect(modal.getByText('Codes are unsold')).toBeInViewport();
  await expect(modal.getByLabel('Shared code')).toBeFocused();
  await expectComplaints(complaints, 409, 415, 422, 500);
});

test('the form closes by button, Escape or backdrop and asks about unsaved changes', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', { title: `Closing ${Date.now()}` });
  const modal = productForm(page, 'Edit Product');
  const edit = page.getByRole('link', { name: `Edit ${product.title}` });
  await page.goto(`/admin/products?q=${encodeURIComponent(product.title)}`);

  await edit.focus();
  await page.keyboard.press('Enter');
  await expect(modal.getByLabel('Product Title')).toBeFocused();
  expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden');
  await page.keyboard.press('Escape');
  await expect(modal).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/products\?q=/);
  await expect(edit).toBeFocused();

  await edit.click();
  await modal.getByRole('button', { name: 'Close' }).click();
  await expect(modal).toHaveCount(0);

  await edit.click();
  await expect(modal.getByLabel('Product Title')).toHaveValue(product.title);
  await page.mouse.click(5, 5);
  await expect(modal).toHaveCount(0);

  await edit.click();
  await modal.getByLabel('Subtitle').fill('Not saved yet');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Unsaved changes' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(modal.getByLabel('Subtitle')).toHaveValue('Not saved yet');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(modal).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/products\?q=/);

  // While a form is saving, its changes cannot be discarded.
  await edit.click();
  await modal.getByLabel('Subtitle').fill('Saved after all');
  const answer = await holdReply(page, /\/api\/v1\/admin\/products\/[0-9a-f-]+$/);
  await modal.getByRole('button', { name: 'Save Product' }).click();
  await answer.asked;
  await expect(modal.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.goBack();
  await expect(modal).toBeVisible();
  await expect(question).toHaveCount(0);
  await answer.release();
  await expect(page.getByText('Product updated successfully')).toBeVisible();
  await expect(modal).toHaveCount(0);
});

test('the Close button does not move when the product has loaded', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', { title: `Arriving ${Date.now()}` });
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/api/v1/admin/products/${product.id}`, (route) => isReleased.then(() => route.continue()));
  await page.goto(`/admin/products/${product.id}`);
  const modal = productForm(page, 'Edit Product');
  const close = modal.getByRole('button', { name: 'Close' });
  await expect(modal.getByText('Loading...')).toBeVisible();
  const before = await close.boundingBox();
  release();
  await expect(modal.getByLabel('Product Title')).toBeVisible();
  expect(await close.boundingBox()).toEqual(before);
});

test('of two admins who edit a product, the second gets a conflict and can reload', async ({
  page,
  shop,
  browser,
  complaints,
}) => {
  const product = await shop.ask('buildProduct', { title: `Shared ${Date.now()}` });
  const other = await browser.newPage({ baseURL: shop.url });
  await signInAs(other, shop, { role: 'admin' });
  for (const tab of [page, other]) {
    await tab.goto(`/admin/products/${product.id}`);
    await expect(productForm(tab, 'Edit Product').getByLabel('Product Title')).toHaveValue(product.title);
  }
  await productForm(other, 'Edit Product').getByLabel('Subtitle').fill('By the first');
  await productForm(other, 'Edit Product').getByRole('button', { name: 'Save Product' }).click();
  await expect(other.getByText('Product updated successfully')).toBeVisible();

  const modal = productForm(page, 'Edit Product');
  await modal.getByLabel('Subtitle').fill('By the second');
  await modal.getByRole('button', { name: 'Save Product' }).click();
  await expect(modal.getByRole('alert')).toContainText('Somebody else changed this product');
  await expect(modal.getByLabel('Subtitle')).toHaveValue('By the second');
  await modal.getByRole('button', { name: 'Reload product' }).click();
  await expect(modal.getByLabel('Subtitle')).toHaveValue('By the first');
  await other.close();
  await expectComplaints(complaints, 409);
});

test('several products are deactivated, activated and deleted at once', async ({ page, shop }) => {
  const name = `Bulk ${Date.now()}`;
  for (const number of [1, 2]) await shop.ask('buildProduct', { title: `${name} number ${number}` });
  await page.goto(`/admin/products?q=${encodeURIComponent(name)}`);
  await page.getByRole('checkbox', { name: 'Select all products on this page' }).check();
  const bar = page.getByRole('region', { name: 'Selected products' });
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('cell', { name: 'Inactive' })).toHaveCount(2);
  await bar.getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(page.getByRole('cell', { name: 'Active', exact: true })).toHaveCount(2);
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test('a reload after a change does not replace the next page of the list', async ({ page, shop }) => {
  const name = `Overtaken ${Date.now()}`;
  for (let number = 1; number <= 21; number += 1) await shop.ask('buildProduct', { title: `${name} number ${number}` });
  await page.goto(`/admin/products?q=${encodeURIComponent(name)}&sort=oldest`);
  await page.getByRole('checkbox', { name: `Select ${name} number 1`, exact: true }).check();
  const reload = await holdReply(page, /\/api\/v1\/admin\/products\/search\?/);
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await reload.asked;
  await page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: '2' }).click();
  await expect(row(page, `${name} number 21`)).toBeVisible();
  await reload.release();
  await expect(row(page, `${name} number 21`)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);

  const change = await holdReply(page, /\/api\/v1\/admin\/products\/bulk/);
  await page.getByRole('button', { name: 'Activate', exact: true }).click();
  await change.asked;
  await page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: '1' }).click();
  await expect(page.getByRole('row')).toHaveCount(21);
  const reloaded = page.waitForResponse(/\/api\/v1\/admin\/products\/search\?/);
  await change.release();
  expect((await reloaded).url()).not.toContain('page=2');
});
