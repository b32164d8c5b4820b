import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { holdReply } from './support/held-reply.ts';
import { intercept, loseReply } from './support/intercept.ts';
import { picture } from './support/picture.ts';
import { productForm } from './support/product-form.ts';
import type { E2eShop } from './support/shop.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, NO_ANSWER, test } from './support/test.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Selected products' });
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

async function buildMany(shop: E2eShop, name: string, count: number) {
  for (let index = 0; index < count; index += 1)
    await shop.ask('buildProduct', { title: `${name}, no. ${index}`, price: 100, units: 2 });
}

test.beforeEach(async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin' });
});

test('a selection survives paging, extends to all matches and has an edit preview', async ({
  page,
  shop,
  complaints,
}) => {
  test.setTimeout(120_000);
  const name = `Many ${Date.now()}`;
  await buildMany(shop, name, 23);
  await page.goto(`/admin/products?q=${encodeURIComponent(name)}`);
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: '2' }).click();
  await expect(page.getByRole('row')).toHaveCount(4);
  await expect(bar(page).getByRole('status')).toHaveText('1 selected');
  await page.getByLabel('Select all products on this page').check();
  await expect(bar(page).getByRole('status')).toHaveText('4 selected');
  await bar(page).getByRole('button', { name: 'Select all 23 that match' }).click();
  await expect(bar(page).getByRole('status')).toHaveText('All 23 that match are selected');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await bar(page).getByRole('button', { name: 'Edit…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit products' });
  await dialog.getByRole('button', { name: 'Preview changes' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose what to change');
  await expectComplaints(complaints, 422);
  await dialog.getByLabel('Change Price').selectOption('Raise or lower by per cent');
  await dialog.getByLabel('Per Cent').fill('-10');
  await dialog.getByLabel('Category').selectOption('Membership');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Preview changes' }).press('Enter');
  await expect(dialog.getByText('23 products change')).toBeVisible();
  await expect(dialog.getByRole('row').nth(1)).toContainText('₹100₹90');
  await expect(dialog.getByText('The first 20 of 23 changes are listed.')).toBeVisible();
  await expectAccessible(page);
  const prices = `select distinct price_paise from products where title like '${name}%'`;
  expect(await shop.ask('query', prices)).toEqual([{ price_paise: 10_000 }]);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByLabel('Per Cent')).toHaveValue('-10');
  await dialog.getByRole('button', { name: 'Preview changes' }).click();
  await dialog.getByRole('button', { name: 'Change 23 products' }).click();

  await expect(page.getByText('Products updated successfully')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('₹90');
  await expect(page.getByRole('row').nth(1)).toContainText('Membership');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The change was undone')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('₹100');
});

test('rows of an outdated filter cannot be selected, and the selection is cleared', async ({ page, shop }) => {
  const name = `Replaced ${Date.now()}`;
  await buildMany(shop, name, 2);
  await page.goto(`/admin/products?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await expect(bar(page)).toBeVisible();
  const answer = await holdReply(page, /\/admin\/products\/search\?.*status=inactive/);
  await page.getByLabel('Filter by status').selectOption('Inactive');
  await answer.asked;
  await page.getByLabel('Select all products on this page').click({ force: true });
  await answer.release();
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
});

test('several products are deleted at once with an undo instead of a question', async ({ page, shop }) => {
  const name = `Gone ${Date.now()}`;
  await buildMany(shop, name, 3);
  await page.goto(`/admin/products?q=${encodeURIComponent(name)}`);
  await page.getByLabel('Select all products on this page').check();
  await page.getByRole('button', { name: `Delete ${name}, no. 0` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(bar(page).getByRole('status')).toHaveText('2 selected');
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByLabel('Select all products on this page').check();
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Products deleted successfully')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByRole('row')).toHaveCount(3);
});

test('a bulk change that needs a fresh proof continues after the password is given', async ({
  page,
  shop,
  complaints,
}) => {
  const name = `Proved ${Date.now()}`;
  await buildMany(shop, name, 2);
  await page.goto(`/admin/products?q=${encodeURIComponent(name)}`);
  await page.getByLabel('Select all products on this page').check();
  await shop.ask('advanceClock', 11 * 60_000);
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByLabel('Password', { exact: true }).fill('Correct-Horse-9');
  await expect(page.getByRole('row')).toHaveCount(3);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Products deleted successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expectComplaints(complaints, 403);
});

test('deleting one product asks first, and its undo has no time limit', async ({ page, shop, complaints }) => {
  const { title } = await shop.ask('buildProduct', { title: `Regretted ${Date.now()}` });
  await page.clock.install();
  await page.goto(`/admin/products?q=${encodeURIComponent(title)}`);
  const undo = page.getByRole('button', { name: 'Undo' });
  const deleteIt = async () => {
    await page.getByRole('button', { name: `Delete ${title}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Product deleted successfully')).toBeVisible();
  };
  await deleteIt();
  await page.clock.fastForward('10:00');
  const nextUndo = (answer: Parameters<typeof intercept>[2]) =>
    intercept(page, '**/api/v1/admin/products/bulk/*/undo', answer, { times: 1 });
  await nextUndo((route) => route.abort());
  await undo.click();
  await expect(page.getByText('The shop cannot be reached.')).toBeVisible();
  await expectComplaints(complaints, NO_ANSWER);
  await nextUndo((route) => route.fulfill({ status: 503, json: { message: 'The shop is starting again.' } }));
  await undo.click();
  await expect(page.getByText('The shop is starting again.')).toBeVisible();
  await expectComplaints(complaints, 503);
  await undo.click();
  await expect(row(page, title)).toBeVisible();

  await deleteIt();
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('heading', { name: 'Orders Management' })).toBeVisible();
  await expect(undo).toHaveCount(0);
});

test('a duplicated product is inactive and has texts and pictures but no code', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', {
    title: `Original ${Date.now()}`,
    price: 321,
    company: 'Acme Twice',
  });
  await shop.ask('buildPictures', { productId: product.id, count: 1 });
  await page.goto(`/admin/products?q=${encodeURIComponent(product.title)}`);
  await page.getByRole('link', { name: `Duplicate ${product.title}` }).click();
  const form = productForm(page);
  await expect(form.getByLabel('Product Title')).toHaveValue(`Copy of ${product.title}`);
  await expect(form.getByLabel('Company')).toHaveValue('Acme Twice');
  await expect(form.getByLabel('Price', { exact: true })).toHaveValue('321');
  await expect(form.getByLabel('Product Code')).toHaveValue('');
  await expect(form.getByLabel('Active')).not.toBeChecked();
  await expect(form.getByRole('list', { name: 'Chosen images' }).getByRole('listitem')).toHaveCount(1);
  await form.getByLabel('Product Code').fill(`COPY-${Date.now()}`);
  await form.getByRole('button', { name: 'Save Product' }).click();
  await expect(page.getByText('Product created successfully')).toBeVisible();
  await expect(row(page, `Copy of ${product.title}`)).toContainText('Inactive');
  await expect(row(page, `Copy of ${product.title}`).locator('img')).toBeVisible();
});

test('an exported product CSV is imported again after a dry run', async ({ page, shop, complaints }) => {
  const name = `Sheet ${Date.now()}`;
  await buildMany(shop, name, 2);
  await page.goto(`/admin/products?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('row')).toHaveCount(3);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trimEnd().split('\r\n')).toHaveLength(3);

  const text = `${file.replaceAll(',100,', ',150,')},No,Acme,Nothing,1,2099-01-01,pool\r\n`;
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  await expectAccessible(page);
  const input = dialog.getByLabel('Products', { exact: true });
  await input.setInputFiles({ ...picture('products.csv'), mimeType: 'text/csv', buffer: Buffer.from(text) });
  await expect(dialog.getByText('0 new products and 2 changed ones')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Refused lines' })).toContainText('Title must be between 3 and 100');
  await expectAccessible(page);
  await expect(dialog.getByRole('button', { name: 'Import 2 products' })).toBeDisabled();
  await dialog.getByLabel('Leave out 1 refused line').check();
  await dialog.getByRole('button', { name: 'Import 2 products' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('₹150');

  // The products are stored but the reply is lost. A second import finds them unchanged.
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const fresh = `Title,Company,Category,Price,Expiry Date,Stock\n${name} new,Acme,Voucher,10,2099-01-02,pool\n`;
  await input.setInputFiles({ ...picture('new.csv'), mimeType: 'text/csv', buffer: Buffer.from(fresh) });
  await intercept(page, /\/products\/import\?dryRun=false$/, loseReply, { times: 1 });
  await dialog.getByRole('button', { name: 'Import 1 product' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The products may have been stored all the same');
  await expectComplaints(complaints, NO_ANSWER);
  await input.setInputFiles({ ...picture('new.csv'), mimeType: 'text/csv', buffer: Buffer.from(fresh) });
  await expect(dialog).toContainText('Of 1 line, 1 changes nothing');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, `${name} new`)).toHaveCount(1);
});
