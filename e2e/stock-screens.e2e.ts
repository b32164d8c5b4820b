import { expectAccessible } from './support/accessible.ts';
import { placeOrder } from './support/api-calls.ts';
import { openPage } from './support/open-page.ts';
import { productForm } from './support/product-form.ts';
import { signInAs } from './support/sign-in.ts';
import { addCodesDialog, buildPool, keys } from './support/stock.ts';
import { expect, expectComplaints, test } from './support/test.ts';

test('batches are filtered by text and state, which the URL keeps', async ({ page, shop }) => {
  const mark = `B${Date.now()}`;
  // Another pool, so that the row count shows when the search has finished.
  await buildPool(shop, { title: 'Another pool', codes: `A${mark}` });
  const pool = await buildPool(shop, {
    title: `Pool ${mark}`,
    codes: keys(2, mark).join('\n'),
    reference: `${mark}-1`,
  });
  await pool.addCodes(`${mark}-X`, `${mark}-2`);
  await signInAs(page, shop, { role: 'admin' });
  await page.goto('/admin/batches');
  await page.getByPlaceholder('Search batches...').fill(mark);
  await expect(page.getByRole('row')).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('button', { name: `Recall ${mark}-2` }).click();
  const recall = page.getByRole('dialog', { name: /^Recall batch/ });
  await expectAccessible(page);
  await recall.getByLabel('Reason').fill('A wrong delivery');
  await page.keyboard.press('Tab');
  await recall.getByRole('button', { name: 'Recall batch' }).press('Enter');
  const batch = page.getByRole('dialog', { name: `Batch ${mark}-2` });
  await expect(batch).toContainText('Nobody has received a code of this batch.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(batch).toHaveCount(0);
  await page.getByLabel('Filter by state').selectOption('recalled');
  await expect(page).toHaveURL(new RegExp(`q=${mark}.*state=recalled`));
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: `Pool ${mark}` }).click();
  await expect(page).toHaveURL(`/admin/products/${pool.id}/batches`);
  await expect(page.getByRole('row')).toHaveCount(3);
});

test('the batches of a deleted product show Product not found', async ({ page, shop, complaints }) => {
  const pool = await buildPool(shop, { title: `Gone ${Date.now()}` });
  await signInAs(page, shop, { role: 'admin' });
  await shop.ask('query', `update products set deleted_at = now() where id = '${pool.id}'`);
  await page.goto(`/admin/products/${pool.id}/batches`);
  await expect(page.getByRole('heading', { name: 'Product not found', level: 1 })).toBeVisible();
  await expectComplaints(complaints, 404);
});

test('a recall counts and mails buyers who bought after the list was loaded', async ({ page, shop }) => {
  const mark = `R${Date.now()}`;
  const pool = await buildPool(shop, { title: `Recalled ${mark}`, codes: mark, reference: mark });
  await signInAs(page, shop, { role: 'admin' });
  await page.goto(`/admin/products/${pool.id}/batches`);
  const recallIt = page.getByRole('button', { name: `Recall ${mark}` });
  await expect(recallIt).toBeVisible();
  const { user } = await placeOrder(shop, { id: pool.id, price_paise: 0 });
  await recallIt.click();
  const recall = page.getByRole('dialog', { name: /^Recall batch/ });
  await expect(recall).toContainText('1 code was delivered in 1 order');
  await expect(recall.getByLabel('Mail the buyers')).toBeChecked();
  await recall.getByLabel('Reason').fill('Blocked by the supplier');
  await recall.getByRole('button', { name: 'Recall batch' }).click();
  await expect
    .poll(async () => (await shop.ask('mailsTo', user.email)).map(({ text }) => text).join())
    .toContain('Blocked by the supplier');
  // A long-closed account has no email address any more.
  await shop.ask('query', `update users set email = '', active = false, closed_at = now() where id = '${user.id}'`);
  await page.reload();
  await expect(page.getByRole('dialog', { name: `Batch ${mark}` }).getByRole('row')).toContainText(['', user.name]);
  await expect(page.locator('a[href="mailto:"]')).toHaveCount(0);
});

test('the Add codes dialog shows mistakes, report and result, also by keyboard', async ({ page, shop }) => {
  test.setTimeout(120_000);
  const mark = `D${Date.now()}`;
  const pool = await buildPool(shop, { title: `Dialog ${mark}` });
  await signInAs(page, shop, { role: 'admin' });
  await page.goto(`/admin/products/${pool.id}`);
  await productForm(page, 'Edit Product').getByRole('button', { name: 'Add codes' }).click();
  const dialog = addCodesDialog(page);
  await expect(dialog.getByLabel('Reference')).toBeFocused();
  await page.keyboard.type('INV-1');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Paste the codes or choose a file')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Codes', exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Unsaved changes' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByLabel('Reference')).toHaveValue('INV-1');
  await expect(dialog.getByRole('textbox', { name: 'Codes', exact: true })).toBeFocused();
  await page.keyboard.insertText(`${mark}-1\n${mark}-1\n${mark}-2`);
  await dialog.getByRole('button', { name: 'Check codes' }).press('Enter');
  await expect(dialog.getByText('2 codes can be added')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Back' }).press('Enter');
  await expect(dialog.getByLabel('Reference')).toBeFocused();
  await expect(dialog.getByRole('textbox', { name: 'Codes', exact: true })).toHaveValue(
    `${mark}-1\n${mark}-1\n${mark}-2`,
  );
  await dialog.getByRole('button', { name: 'Check codes' }).press('Enter');
  await dialog.getByLabel('Leave out 1 refused line').press('Space');
  await dialog.getByRole('button', { name: 'Add 2 codes' }).press('Enter');
  await expect(dialog.getByText('2 codes added')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');

  const form = productForm(page, 'Edit Product');
  await expect(form.getByText('Available', { exact: true }).locator('..')).toContainText('2');
  await form.getByRole('button', { name: 'Add codes' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Codes', exact: true })).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await form.getByRole('button', { name: 'Add codes' }).click();
  await page.keyboard.insertText('INV-2');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog).toHaveCount(0);
  await form.getByLabel('Low Stock At').fill('5');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save Product' }).click();
  await expect(page.getByText('Product updated successfully')).toBeVisible();
  // Closing the form navigates to the list and would discard a search typed before.
  await expect(form).toHaveCount(0);
  await page.getByPlaceholder('Search products...').fill(mark);
  await expect(page).toHaveURL(new RegExp(`q=${mark}`));
  await page.getByLabel('Filter by stock').selectOption('runs-low');
  await expect(page).toHaveURL(/runsLow=true/);
  await expect(page.getByRole('row').filter({ hasText: mark })).toContainText('Pool');
  await page.getByLabel('Filter by stock').selectOption('shared');
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
});

test('pasted codes survive Back and reload, and scrolling keeps the unit cost', async ({ page, shop }) => {
  const pool = await buildPool(shop, { title: 'Kept pool' });
  await signInAs(page, shop, { role: 'admin' });
  await page.goto(`/admin/products/${pool.id}`);
  const form = productForm(page, 'Edit Product');
  await form.getByRole('link', { name: 'Batches' }).click();
  await expect(form).toHaveCount(0);
  await page.getByRole('button', { name: 'Add codes' }).click();
  const dialog = addCodesDialog(page);
  const codes = dialog.getByRole('textbox', { name: 'Codes', exact: true });
  await codes.fill('KEPT-1');
  await dialog.getByLabel('Unit Cost').fill('500');
  await dialog.getByLabel('Unit Cost').hover();
  await page.mouse.wheel(0, 300);
  await expect(dialog.getByLabel('Unit Cost')).not.toBeFocused();
  await expect(dialog.getByLabel('Unit Cost')).toHaveValue('500');

  const question = page.getByRole('alertdialog', { name: 'Unsaved changes' });
  await page.goBack();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(codes).toHaveValue('KEPT-1');
  page.once('dialog', (warning) => warning.dismiss());
  await page.evaluate(() => location.reload());
  await expect(codes).toHaveValue('KEPT-1');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard changes' }).click();

  // With two open forms there is only one question.
  await form.getByRole('button', { name: 'Add codes' }).click();
  await codes.fill('KEPT-2');
  await page.goForward();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(codes).toHaveValue('KEPT-2');
});

test('a product with a shared code becomes a pool only after a confirmation', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', { title: `Turned ${Date.now()}`, units: 4 });
  await signInAs(page, shop, { role: 'admin' });
  await page.goto(`/admin/products/${product.id}`);
  const form = productForm(page, 'Edit Product');
  await form.getByLabel('Pool of codes').check();
  await form.getByRole('button', { name: 'Save Product' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('4 unsold uses of the shared code leave the shop');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await form.getByRole('button', { name: 'Save Product' }).click();
  await question.getByRole('button', { name: 'Withdraw and save' }).click();
  await expect(page).toHaveURL(`/admin/products/${product.id}/batches`);
  await openPage(page, `/products/${product.id}`);
  await expect(page.getByText('Sold out', { exact: true })).toBeVisible();
});
