import type { Page } from '@playwright/test';
import { picture } from './support/picture.ts';
import { fillRequired, productForm } from './support/product-form.ts';
import type { E2eShop } from './support/shop.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, test } from './support/test.ts';

const PASSWORD = 'Correct-Horse-9';

async function endSession(shop: E2eShop, userId: string) {
  await shop.ask('query', `delete from sessions where user_id = '${userId}'`);
}

/** Opens the screen and waits for its own requests, because they would notice the ended session first. */
async function openAndWait(page: Page, open: () => Promise<unknown>) {
  const answered = [page.waitForResponse(/v1\/admin\/products(\?|$)/), page.waitForResponse(/v1\/admin\/waiting/)];
  await open();
  await Promise.all(answered);
}

async function signInAgain(page: Page, email: string) {
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await openAndWait(page, () => page.getByRole('button', { name: 'Sign In' }).click());
}

test('a product form is restored after the session ended and the admin signs in again', async ({
  page,
  shop,
  complaints,
}) => {
  const me = await signInAs(page, shop, { role: 'admin' });
  const values = { title: `Interrupted ${Date.now()}`, code: `INT-${Date.now()}` };
  await openAndWait(page, () => page.goto('/admin/products/new'));
  const modal = productForm(page);
  await fillRequired(page, values);
  await modal.getByLabel('Product Details, item 1').fill('First');
  await modal.getByRole('button', { name: 'Add Item to Product Details' }).click();
  await modal.getByLabel('Product Details, item 2').fill('Second');
  await modal.getByLabel('Images', { exact: true }).setInputFiles([picture('one.png'), picture('two.png')]);
  await endSession(shop, me.id);
  await modal.getByRole('button', { name: 'Save Product' }).click();
  await signInAgain(page, me.email);
  await expectComplaints(complaints, 401);

  await expect(page).toHaveURL(/\/admin\/products\/new/);
  await expect(modal.getByLabel('Product Title')).toHaveValue(values.title);
  await expect(modal.getByLabel('Product Code')).toHaveValue(values.code);
  await expect(modal.getByLabel('Product Details, item 2')).toHaveValue('Second');
  const images = modal.getByRole('list', { name: 'Chosen images' });
  await expect(images.locator('img')).toHaveCount(2);
  for (const preview of await images.locator('img').all()) await expect(preview).toHaveJSProperty('naturalWidth', 8);
  await modal.getByRole('button', { name: 'Save Product' }).click();
  await expect(page.getByText('Product created successfully')).toBeVisible();
  await page.getByRole('link', { name: `Edit ${values.title}` }).click();
  await expect(productForm(page, 'Edit Product').getByText('Uploaded')).toHaveCount(2);
});

test('an export after the session ended leads to sign-in and works afterwards', async ({ page, shop, complaints }) => {
  const me = await signInAs(page, shop, { role: 'admin' });
  await openAndWait(page, () => page.goto('/admin/products'));
  await endSession(shop, me.id);
  const link = page.getByRole('link', { name: 'Export CSV' });
  await link.click();
  await signInAgain(page, me.email);
  await expectComplaints(complaints, 401);
  await expect(page).toHaveURL(/\/admin\/products$/);
  const download = page.waitForEvent('download');
  await link.click();
  expect((await download).suggestedFilename()).toMatch(/^products-.*\.csv$/);
});

test('a form draft is not restored for another admin or over a newer change', async ({ page, shop, complaints }) => {
  const [me, other] = [await signInAs(page, shop, { role: 'admin' }), await shop.ask('buildUser', { role: 'admin' })];
  const product = await shop.ask('buildProduct', { title: `Guarded ${Date.now()}` });
  const subtitle = productForm(page, 'Edit Product').getByLabel('Subtitle');
  const save = productForm(page, 'Edit Product').getByRole('button', { name: 'Save Product' });
  await openAndWait(page, () => page.goto(`/admin/products/${product.id}`));
  await subtitle.fill('Typed by the first');
  await endSession(shop, me.id);
  await save.click();
  await signInAgain(page, me.email);
  await expect(subtitle).toHaveValue('Typed by the first');
  await endSession(shop, me.id);
  await save.click();
  await signInAgain(page, other.email);
  await expect(subtitle).toHaveValue('');

  await subtitle.fill('Typed by the second');
  await endSession(shop, other.id);
  await save.click();
  await shop.ask('query', `update products set subtitle = 'New', updated_at = now() where id = '${product.id}'`);
  await signInAgain(page, other.email);
  await expect(subtitle).toHaveValue('New');
  await expectComplaints(complaints, 401);
});
