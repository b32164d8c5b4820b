import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expectHydrated, openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

/** Opens a product page whose picture is held back until `release`. */
async function openWithoutPicture(page: Page, productId: string) {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/media/**', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(`/products/${productId}`, { waitUntil: 'domcontentloaded' });
  return { release };
}

/** The times of the application request and of the lead picture, by the clock of the page. */
const times = (page: Page) =>
  page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const lead = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')?.currentSrc;
    const scripts = files.filter(({ name }) => /\/assets\/[^/]+\.js$/.test(name));
    return {
      asked: Math.min(...scripts.map(({ startTime }) => startTime)),
      pictured: files.find(({ name }) => name === lead)?.responseEnd,
    };
  });

test('the application loads after the lead picture', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', {});
  await shop.ask('buildPictures', { productId: product.id, count: 1 });
  const picture = await openWithoutPicture(page, product.id);
  await page.evaluate(() => document.fonts.ready);
  picture.release();
  await expectHydrated(page);
  const { asked, pictured } = await times(page);
  expect(asked).toBeGreaterThan(pictured ?? Number.POSITIVE_INFINITY);
});

test('the application loads by itself on a page without a picture', async ({ page }) => {
  await page.goto('/faq');
  await expectHydrated(page);
});

test('the application loads at the first interaction, before the lead picture', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', {});
  await shop.ask('buildPictures', { productId: product.id, count: 1 });
  const picture = await openWithoutPicture(page, product.id);
  await page.keyboard.press('Tab');
  await expectHydrated(page);
  picture.release();
});

test('the application loads at once on pages that are empty without it', async ({ page }) => {
  for (const path of ['/login', '/account/my-orders', '/admin/orders', '/reset-password/some-token']) {
    const html = await (await page.request.get(path)).text();
    expect(html, path).toContain('rel="modulepreload"');
    expect(html, path).not.toContain('data-application');
  }
});

test('the inline boot script is about a kilobyte', async ({ page }) => {
  await page.goto('/');
  const boot = await page.evaluate(() => document.getElementById('boot')?.textContent ?? '');
  expect(boot).not.toBe('');
  expect(gzipSync(boot, { level: 9 }).length).toBeLessThanOrEqual(1_200);
});

test('the home page and product pages do not use Intl, which is slow on a phone', async ({ page, shop }) => {
  const { id } = await shop.ask('buildProduct', { price: 123_456 });
  await page.addInitScript(() => {
    const trap = (of: string) =>
      class {
        constructor() {
          console.error(`Intl.${of} was asked for`);
        }
      };
    Object.assign(Intl, { NumberFormat: trap('NumberFormat'), DateTimeFormat: trap('DateTimeFormat') });
    Number.prototype.toLocaleString = () => {
      console.error('Number.toLocaleString was asked for');
      return '';
    };
  });
  for (const path of ['/', `/products/${id}`]) await openPage(page, path);
  await expect(page.getByText('₹1,23,456').first()).toBeVisible();
});

test('cards below the first view get a layout when idle, and at once after Back', async ({ page, shop }) => {
  const { id } = await shop.ask('buildProduct', {});
  for (let n = 1; n < 12; n++) await shop.ask('buildProduct', {});
  await page.setViewportSize({ width: 360, height: 800 });
  const home = async () => (await page.request.get('/')).text();
  // The cached page may be a second old and list products of other tests.
  await expect.poll(home).toContain(`/products/${id}`);
  expect(await home()).toContain('<li class="seen-late-');
  await openPage(page, '/');
  const last = page.locator(`main li:has(a[href="/products/${id}"])`);
  await expect(last).toHaveCSS('content-visibility', 'visible');
  await expect(last).not.toBeInViewport();

  // No idle callbacks from here on. Cards with a layout must keep it while scrolling.
  await page.evaluate(async () => {
    Object.assign(window, { requestIdleCallback: () => 0 });
    const scrolled = new Promise((resolve) => window.addEventListener('scroll', resolve, { once: true }));
    window.scrollBy(0, 10);
    await scrolled;
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
  await expect(last).toHaveCSS('content-visibility', 'visible');
  await last.getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Buy Now' })).toBeVisible();
  await page.goBack();
  // Wait for the home page: the product page also lists products, in cards that always have a layout.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Vouchers/);
  await expect(last).toHaveCSS('content-visibility', 'visible');
  await expect(last).toBeInViewport();
});

test('keyboard focus gives all cards a layout, or Chromium would lose the focus', async ({ page, shop }) => {
  for (let n = 0; n < 12; n++) await shop.ask('buildProduct', {});
  await page.setViewportSize({ width: 360, height: 640 });
  // Only the first idle callback runs, which fetches the application, so no card gets its layout when idle.
  await page.addInitScript(() => {
    const first = window.requestIdleCallback.bind(window);
    window.requestIdleCallback = (work, options) => {
      window.requestIdleCallback = () => 0;
      return first(work, options);
    };
  });
  await openPage(page, '/');
  const last = page.locator('main li', { has: page.getByText('View Details') }).last();
  await page.getByRole('combobox', { name: 'Search products' }).click();
  await expect(last).toHaveCSS('content-visibility', 'auto');
  await page.keyboard.press('Tab');
  await expect(last).toHaveCSS('content-visibility', 'visible');
});
