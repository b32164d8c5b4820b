import type { Browser, Page } from '@playwright/test';
import { payByCard, paymentDialog } from './support/buyer.ts';
import { openPage } from './support/open-page.ts';
import { productForm } from './support/product-form.ts';
import type { E2eShop } from './support/shop.ts';
import { signInAs } from './support/sign-in.ts';
import { addCodesDialog, buildPool, keys } from './support/stock.ts';
import { expect, test } from './support/test.ts';

const GOOD_CARD = '4100 2800 0000 1007';
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Buys as a new customer in a browser of its own. Returns the user, the revealed codes and the text of the modal. */
async function buyAsCustomer(browser: Browser, shop: E2eShop, productId: string, quantity: number) {
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  const user = await signInAs(page, shop);
  await openPage(page, `/products/${productId}`);
  for (let count = 1; count < quantity; count += 1) await page.getByRole('button', { name: 'One more' }).click();
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(paymentDialog(page)).toBeVisible();
  await payByCard(page, GOOD_CARD);
  const modal = page.getByRole('dialog', { name: 'Order Successful' });
  await modal.getByRole('button', { name: /^Reveal code/ }).click();
  await expect(modal.locator('code')).toHaveCount(quantity);
  const codes = await modal.locator('code').allInnerTexts();
  const text = (await modal.textContent()) ?? '';
  await context.close();
  return { user, codes, text };
}

/** 1,000 lines with seven faults of five kinds. */
function faultyKeys(prefix: string, alreadyInStock: string): string[] {
  const lines = keys(1000, prefix);
  const faults: Record<number, string> = {
    18: lines[0] ?? '',
    109: lines[1] ?? '',
    200: alreadyInStock,
    291: 'X'.repeat(501),
    382: `${lines[381]},not a link`,
    473: ',https://redeem.example.com',
    564: `${lines[563]},,2020-01-31`,
  };
  for (const [line, text] of Object.entries(faults)) lines[Number(line) - 1] = text;
  return lines;
}

const REFUSED = [
  ['18', 'The same code is on an earlier line'],
  ['109', 'The same code is on an earlier line'],
  ['200', 'This code is already in stock or was sold'],
  ['291', 'The code or its link is too long'],
  ['382', 'Cannot be read as a code, or as code, link and expiry date (such as 2026-12-31)'],
  ['473', 'Cannot be read as a code, or as code, link and expiry date (such as 2026-12-31)'],
  ['564', 'Its expiry date has passed'],
];

test('a pool receives codes, sells them, is recalled and receives new codes', async ({ page, shop, browser }) => {
  test.setTimeout(180_000);
  const prefix = `K${Date.now()}`;
  await buildPool(shop, { title: 'Another pool', codes: `${prefix}-OLD` });
  await signInAs(page, shop, { role: 'admin' });

  await page.goto('/admin/products/new');
  const form = productForm(page);
  await form.getByLabel('Product Title').fill(`Game key of ${Date.now()}`);
  await form.getByLabel('Pool of codes').check();
  await expect(form.getByLabel('Product Code')).toHaveCount(0);
  await expect(form.getByLabel('Usage Limit')).toHaveCount(0);
  await form.getByLabel('Category').selectOption('Gift Card');
  await form.getByLabel('Company').fill('Acme');
  await form.getByLabel('Price', { exact: true }).fill('499.50');
  await form.getByLabel('Expiry Date').fill('2099-12-31');
  await form.getByLabel('Active').check();
  await form.getByRole('button', { name: 'Save Product' }).click();
  await expect(page).toHaveURL(/\/admin\/products\/[0-9a-f-]+\/batches$/);
  const productId = page.url().split('/').at(-2) ?? '';
  await expect(page.getByRole('heading', { name: 'No codes yet' })).toBeVisible();

  await page.getByRole('button', { name: 'Add codes' }).click();
  const dialog = addCodesDialog(page);
  await dialog.getByLabel('Reference').fill('INV-7');
  await dialog.getByLabel('Supplier').fill('Key Traders');
  await dialog.getByLabel('Unit Cost').fill('312.50');
  await dialog
    .getByRole('textbox', { name: 'Codes', exact: true })
    .fill(faultyKeys(prefix, `${prefix}-OLD`).join('\n'));
  await dialog.getByRole('button', { name: 'Check codes' }).click();
  await expect(dialog.getByText('993 codes can be added')).toBeVisible();
  const table = dialog.getByRole('region', { name: 'Refused lines' });
  await expect(table.locator('tbody tr')).toHaveText(REFUSED.map(([line, reason]) => `${line}${reason}`));
  await expect(dialog).not.toContainText(`${prefix}-`);
  const add = dialog.getByRole('button', { name: 'Add 993 codes' });
  await expect(add).toBeDisabled();
  await dialog.getByLabel('Leave out 7 refused lines').check();
  await add.click();
  await expect(dialog.getByText('993 codes added')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'INV-7')).toContainText(/Open.*993.*Key Traders.*₹312\.50/);
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(prefix);
  expect(await page.content()).not.toContain(`${prefix}-0500`);

  const first = await buyAsCustomer(browser, shop, productId, 1);
  const second = await buyAsCustomer(browser, shop, productId, 3);
  const sold = [...first.codes, ...second.codes];
  expect(new Set(sold).size).toBe(4);
  expect(sold.every((code) => new RegExp(`^${prefix}-\\d{4}$`).test(code))).toBe(true);

  await page.getByRole('button', { name: 'Add codes' }).click();
  await dialog.getByLabel('Reference').fill('INV-8');
  await dialog.getByLabel('Or a file').setInputFiles({
    name: 'more.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`code,link,expiresOn\n${prefix}-NEXT,https://redeem.example.com/next,2098-01-31\n`),
  });
  await expect(dialog.getByText('more.csv', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Check codes' }).click();
  await dialog.getByRole('button', { name: 'Add 1 code', exact: true }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await row(page, 'INV-7').getByRole('button', { name: 'Recall INV-7' }).click();
  const recall = page.getByRole('dialog', { name: 'Recall batch INV-7' });
  await expect(recall).toContainText('989 unsold codes leave the shop at once');
  await expect(recall).toContainText('0 codes are held');
  await expect(recall).toContainText('4 codes were delivered in 2 orders');
  await expect(recall).toContainText('is told that it may not work');
  await recall.getByRole('button', { name: 'Recall batch' }).click();
  await expect(recall.getByText('Reason is required')).toBeVisible();
  await recall.getByLabel('Reason').fill('The supplier blocked these keys');
  await recall.getByRole('button', { name: 'Recall batch' }).click();

  const batch = page.getByRole('dialog', { name: 'Batch INV-7' });
  await expect(batch).toContainText('The supplier blocked these keys');
  const buyers = batch.getByRole('region', { name: 'Buyers', exact: true });
  for (const { user } of [first, second]) await expect(buyers).toContainText(user.email);
  const download = page.waitForEvent('download');
  await batch.getByRole('link', { name: 'Download CSV' }).click();
  const csv = await (await download).createReadStream();
  const text = Buffer.concat(await csv.toArray()).toString();
  for (const { user } of [first, second]) expect(text).toContain(user.email);
  expect(text).not.toContain(prefix);
  await batch.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(row(page, 'INV-7')).toContainText(/Recalled.*989/);

  const third = await buyAsCustomer(browser, shop, productId, 1);
  expect(third.codes).toEqual([`${prefix}-NEXT`]);
  expect(third.text).toContain('Valid until 31 Jan 2098');
  await openPage(page, `/products/${productId}`);
  await expect(page.getByText('Sold out', { exact: true })).toBeVisible();
});

test('codes keep their spaces, are added once, and unread columns cause a warning', async ({ page, shop, browser }) => {
  const code = `K${Date.now()}  A   B`;
  const { id } = await buildPool(shop, { title: `Spaced keys of ${Date.now()}`, price: 10 });
  await signInAs(page, shop, { role: 'admin' });
  await page.goto(`/admin/products/${id}/batches`);
  const dialog = addCodesDialog(page);
  const check = async () => {
    await page.getByRole('button', { name: 'Add codes' }).click();
    await dialog.getByLabel('Reference').fill('PINS');
    await dialog.getByRole('textbox', { name: 'Codes', exact: true }).fill(`Voucher Code;PIN\n${code};9911`);
    await dialog.getByRole('button', { name: 'Check codes' }).click();
  };
  await check();
  await expect(dialog.getByText('The column “PIN” was not read')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add 1 code', exact: true }).click();
  await expect(dialog.getByText('1 code added')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await check();
  await expect(dialog.getByText('Nothing was added again')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect((await buyAsCustomer(browser, shop, id, 1)).codes).toEqual([code]);
});
