import type { Locator, Page } from '@playwright/test';
import { openPage } from './support/open-page.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, NO_ANSWER, test } from './support/test.ts';

const report = (page: Page) => page.getByRole('button', { name: 'Report an Issue' });

async function bringUnderReport(page: Page, element: Locator): Promise<void> {
  const { y = 0, height = 0 } = (await element.boundingBox()) ?? {};
  const place = await report(page).boundingBox();
  const by = y + height / 2 - ((place?.y ?? 0) + 22);
  await page.evaluate((by) => window.scrollBy({ top: by, behavior: 'instant' }), by);
}

test('a toast does not cover the buy bar', async ({ page, shop, complaints }) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', {});
  await page.setViewportSize({ width: 360, height: 740 });
  await page.route(/assets\/purchase-[^/]*\.js/, (route) => route.abort());
  await openPage(page, `/products/${product.id}`);
  await page.getByRole('button', { name: 'Buy Now' }).click();
  const toast = page.getByText('Nothing was ordered.');
  await expect(toast).toBeVisible();
  const [toastBox, barBox] = [await toast.boundingBox(), await page.locator('[data-bottom-bar]').boundingBox()];
  expect((toastBox?.y ?? 0) + (toastBox?.height ?? Number.NaN)).toBeLessThanOrEqual(barBox?.y ?? Number.NaN);
  await expectComplaints(complaints, NO_ANSWER);
});

test('the report button hides while it covers a control, and comes back', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', {});
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, `/products/${product.id}`);
  const tab = page.getByRole('tab', { name: 'Terms & Conditions' });
  await bringUnderReport(page, tab);
  await expect(report(page)).toHaveCSS('opacity', '0');
  const { x = 0, y = 0 } = (await report(page).boundingBox()) ?? {};
  await page.mouse.click(x + 22, y + 22);
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  // Similar products may still load and make the page longer.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await expect(report(page)).toHaveCSS('opacity', '1', { timeout: 1000 });
  }).toPass();
});

test('the report button does not cover the button of a product card', async ({ page, shop }) => {
  await shop.ask('buildProduct', {});
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, '/');
  await bringUnderReport(page, page.getByText('View Details').first());
  await expect(report(page)).toHaveCSS('opacity', '0');
});

test('the report button does not cover the zoom mark of a picture', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', {});
  await shop.ask('buildPictures', { productId: product.id, count: 1 });
  await page.setViewportSize({ width: 320, height: 500 });
  await openPage(page, `/products/${product.id}`);
  const picture = page.getByRole('button', { name: /Zoom picture/ });
  await bringUnderReport(page, picture.locator('span'));
  await expect(report(page)).toHaveCSS('opacity', '0');
});

test('the admin pages have no report button', async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin' });
  await openPage(page, '/admin/orders');
  await expect(page.getByRole('heading', { name: 'Orders Management' })).toBeVisible();
  await expect(report(page)).toHaveCount(0);
});

test('a zoomed picture is larger than the one on the page', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', {});
  await shop.ask('buildPictures', { productId: product.id, count: 1 });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await openPage(page, `/products/${product.id}`);
    const shown = page.getByRole('button', { name: /Zoom picture/ });
    const before = (await shown.getByRole('img').boundingBox())?.width ?? Number.NaN;
    await shown.click();
    const zoomed = page.getByRole('dialog').getByRole('img');
    await expect(zoomed).toBeVisible();
    expect((await zoomed.boundingBox())?.width).toBeGreaterThan(before);
    // The scrollbar gutter takes the colour of the page, so it must be dimmed too.
    await expect(page.locator('html')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await page.keyboard.press('Escape');
    await expect(shown).toBeFocused();
  }
});
