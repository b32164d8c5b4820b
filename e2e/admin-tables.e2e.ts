import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { openApiSession, placeOrder, shortId } from './support/api-calls.ts';
import { focusStop } from './support/focus-stop.ts';
import { signInAs } from './support/sign-in.ts';
import { buildPool } from './support/stock.ts';
import { expect, test } from './support/test.ts';

const LONG_TITLE = 'A hundred characters of a title, which is as long as the title of any product in the shop may be!!';

test.beforeEach(async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin' });
});

/** Texts of table cells that are covered by another element or lie outside the screen. */
const hiddenCells = (page: Page) =>
  page.evaluate(() => {
    // Elements that float over the whole page do not count.
    const topmost = (x: number, y: number) =>
      document.elementsFromPoint(x, y).find((found) => !found.closest('.fixed'));
    const isForTheEar = (cell: Element) => getComputedStyle(cell.closest('thead') ?? cell).clipPath !== 'none';
    return [...document.querySelectorAll('.data-table :is(th, td)')]
      .filter((cell) => {
        const { x, y, width, height } = cell.getBoundingClientRect();
        // Cells under the page header or below the fold are skipped.
        if (isForTheEar(cell) || y < 70 || y + height > window.innerHeight) return false;
        const found = [x + 2, x + width / 2, x + width - 2].map((at) => topmost(at, y + height / 2));
        return found.some((element) => !element || !cell.contains(element));
      })
      .map((cell) => cell.textContent);
  });

test('the page scrolls while the bulk bar and the table header stay visible', async ({ page, shop }) => {
  for (let count = 0; count < 20; count += 1) await shop.ask('buildProduct', {});
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto('/admin/products');
  await expect(page.getByRole('row')).toHaveCount(21);
  const boxes = await page.evaluate(
    () =>
      [...document.querySelectorAll('main *')].filter((box) => /auto|scroll/.test(getComputedStyle(box).overflowY))
        .length,
  );
  expect(boxes).toBe(0);
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await page.getByRole('row').nth(20).scrollIntoViewIfNeeded();
  const bar = page.getByRole('region', { name: 'Selected products' });
  const header = page.getByRole('columnheader', { name: 'Status' });
  await expect(bar).toBeInViewport({ ratio: 1 });
  await expect(header).toBeInViewport({ ratio: 1 });
  const bottomOf = async (part: typeof bar) => {
    const box = await part.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  expect((await header.boundingBox())?.y).toBeGreaterThanOrEqual(await bottomOf(bar));
  // Also at widths where the header's links or its menu just fit.
  for (const width of [1280, 768, 320]) {
    await page.setViewportSize({ width, height: 600 });
    await page.evaluate(() => window.scrollTo({ top: 700, behavior: 'instant' }));
    expect((await bar.boundingBox())?.y).toBeGreaterThanOrEqual(await bottomOf(page.getByRole('banner')));
  }
});

test('Shift+Tab through a table never focuses a control under a sticky element', async ({ page, shop }) => {
  for (let count = 0; count < 20; count += 1) await shop.ask('buildProduct', {});
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto('/admin/products');
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  for (const hasBar of [true, false]) {
    if (!hasBar) await page.getByRole('button', { name: 'Clear' }).click();
    await page
      .getByRole('row')
      .nth(20)
      .getByRole('button', { name: /^Delete/ })
      .focus();
    const covered = [];
    for (let stops = 0; stops < 40; stops += 1) {
      const stop = await focusStop(page);
      if (!stop?.isVisible) covered.push(stop?.name);
      await page.keyboard.press('Shift+Tab');
    }
    expect([hasBar, covered]).toEqual([hasBar, []]);
  }
});

test('the checkboxes of a list are large enough for a finger', async ({ page, shop }) => {
  await shop.ask('buildProduct', {});
  await page.goto('/admin/products');
  for (const box of [page.getByLabel('Select all products on this page'), page.getByLabel(/^Select /).nth(1)])
    expect((await box.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  const words = page.getByText('Select all', { exact: true });
  await expect(words).toBeHidden();
  // The card layout has no column header.
  await page.setViewportSize({ width: 360, height: 740 });
  await words.click();
  await expect(page.getByLabel(/^Select /).nth(1)).toBeChecked();
});

test('at 1,280 px every column of every table is visible', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', { title: LONG_TITLE, price: 1_23_45_678 / 2 });
  await placeOrder(shop, product, { name: 'Venkatanarasimharajuvaripeta Subramaniam' });
  const pool = await buildPool(shop, {
    title: LONG_TITLE.slice(5),
    codes: 'A\nB',
    reference: 'A reference of a supplier',
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const screen of [
    'orders',
    'products',
    'batches',
    `products/${pool.id}/batches`,
    'customers',
    'users',
    'audit',
  ]) {
    await page.goto(`/admin/${screen}`);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    expect([screen, await hiddenCells(page)]).toEqual([screen, []]);
  }
});

test('an id in the order table carries the name of its buyer or product', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', { title: 'Named Voucher' });
  const { user, order } = await placeOrder(shop, product, { name: 'Asha Named' });
  await page.goto(`/admin/orders?q=${order._id}`);
  const row = page.getByRole('row').filter({ hasText: shortId(order._id) });
  await expect(row.getByRole('link', { name: `Asha Named ${user.id}` })).toBeVisible();
  await expect(row.getByRole('link', { name: `Named Voucher ${product.id}` })).toBeVisible();
});

test('orders are filtered by two dates, which the URL keeps', async ({ page, shop }) => {
  const name = `Dated ${Date.now()}`;
  const product = await shop.ask('buildProduct', {});
  const { order } = await placeOrder(shop, product, { name });
  await placeOrder(shop, product, { name });
  await shop.ask('query', `update orders set created_at = '2021-03-05T12:00:00Z' where id = '${order._id}'`);
  await page.goto(`/admin/orders?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByLabel('Placed from').fill('2021-03-05');
  await page.getByLabel('Placed to').fill('2021-03-05');
  await expect(page).toHaveURL(/from=2021-03-05&to=2021-03-05/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').nth(1)).toContainText(shortId(order._id));
  await page.reload();
  await expect(page.getByLabel('Placed to')).toHaveValue('2021-03-05');
  await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveAttribute('href', /from=2021-03-05/);
  await expectAccessible(page);
  await page.getByLabel('Placed to').fill('2021-03-04');
  await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all orders' }).click();
  await expect(page.getByLabel('Placed from')).toHaveValue('');
});

test('on a phone a row is a card with a label for each value', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', { title: LONG_TITLE, price: 2500 });
  const { order } = await placeOrder(shop, product, { name: 'Card Holder' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/admin/orders?q=${order._id}`);
  const row = page.getByRole('row').filter({ hasText: shortId(order._id) });
  for (const label of ['Buyer ID', 'Quantity', 'Amount Paid', 'Is Delivered', 'Updated At']) {
    const cell = row.locator(`[data-label="${label}"]`);
    await cell.scrollIntoViewIfNeeded();
    const box = await cell.boundingBox();
    expect([label, box && box.x >= 0 && box.x + box.width <= 360]).toEqual([label, true]);
    expect(await cell.evaluate((element) => getComputedStyle(element, '::before').content)).toBe(`"${label}"`);
  }
  expect(await hiddenCells(page)).toEqual([]);
  await expectAccessible(page);
});

test('the placeholder picture of a product does not cover its title', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', { title: `Undrawn ${Date.now()}` });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/admin/products?q=${encodeURIComponent(product.title)}`);
    const drawing = await page.getByRole('row').nth(1).locator('svg[viewBox="0 0 320 240"]').boundingBox();
    const title = await page.getByRole('link', { name: product.title, exact: true }).boundingBox();
    expect(drawing?.height).toBeLessThanOrEqual(40);
    expect((drawing?.x ?? 0) + (drawing?.width ?? 0)).toBeLessThanOrEqual(title?.x ?? 0);
  }
});

test("a product's batches can be searched, and viewing them is not audited", async ({ page, shop }) => {
  const pool = await buildPool(shop, {
    title: `Searched ${Date.now()}`,
    codes: `S${Date.now()}`,
    reference: 'FIRST-1',
  });
  await pool.addCodes(`T${Date.now()}`, 'SECOND-2');
  const shared = await shop.ask('buildProduct', { title: 'One for all' });
  await page.goto(`/admin/products/${pool.id}/batches`);
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByPlaceholder('Search batches...').fill('second');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByPlaceholder('Search batches...').fill('third');
  await expect(page.getByRole('heading', { name: 'No batches found' })).toBeVisible();

  await page.goto(`/admin/products/${shared.id}/batches`);
  await expect(page.getByText('One for all')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add codes' })).toBeDisabled();
  const { calls } = await openApiSession(shop, { role: 'admin' });
  const { data } = await (await calls.get(`/api/v1/admin/audit?q=${shared.id}`)).json();
  expect(data).toEqual([]);
});
