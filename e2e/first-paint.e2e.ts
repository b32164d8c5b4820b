import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expectAlive, openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

/** A product's page whose picture comes only after `release`. */
async function openWithoutPicture(page: Page, productId: string) {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/media/**', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(`/products/${productId}`, { waitUntil: 'domcontentloaded' });
  return { release };
}

/** When the page asked for its application, and when it had its lead picture, on the page's own clock. */
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

test('the application comes by itself, once the lead picture is there', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', {});
  await shop.ask('buildPictures', { productId: product.id, count: 1 });
  const picture = await openWithoutPicture(page, product.id);
  await page.evaluate(() => document.fonts.ready);
  picture.release();
  await expectAlive(page);
  const { asked, pictured } = await times(page);
  expect(asked).toBeGreaterThan(pictured ?? Number.POSITIVE_INFINITY);
});

test('it comes by itself where there is no picture', async ({ page }) => {
  await page.goto('/faq');
  await expectAlive(page);
});

test('it comes at the first sign of a visitor, whatever else is missing', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', {});
  await shop.ask('buildPictures', { productId: product.id, count: 1 });
  const picture = await openWithoutPicture(page, product.id);
  await page.keyboard.press('Tab');
  await expectAlive(page);
  picture.release();
});

test('it is asked for at once where there is little to see without it', async ({ page }) => {
  for (const path of ['/login', '/account/my-orders', '/admin/orders', '/reset-password/some-token']) {
    const html = await (await page.request.get(path)).text();
    expect(html, path).toContain('rel="modulepreload"');
    expect(html, path).not.toContain('data-application');
  }
});

test('the script in the document is about a kilobyte', async ({ page }) => {
  await page.goto('/');
  const boot = await page.evaluate(() => document.getElementById('boot')?.textContent ?? '');
  expect(boot).not.toBe('');
  expect(gzipSync(boot, { level: 9 }).length).toBeLessThanOrEqual(1_200);
});

test("neither the list nor a product wakes the platform's language data, which holds a phone up", async ({
  page,
  shop,
}) => {
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

test('cards below the first view are laid out once the page is there, and a list that is come back to at once', async ({
  page,
  shop,
}) => {
  const { id } = await shop.ask('buildProduct', {});
  for (let n = 1; n < 12; n++) await shop.ask('buildProduct', {});
  await page.setViewportSize({ width: 360, height: 800 });
  const home = async () => (await page.request.get('/')).text();
  // What is kept may be a second old, and list what other tests have sold out.
  await expect.poll(home).toContain(`/products/${id}`);
  expect(await home()).toContain('<li class="seen-late-');
  await openPage(page, '/');
  const last = page.locator(`main li:has(a[href="/products/${id}"])`);
  await expect(last).toHaveCSS('content-visibility', 'visible');
  await expect(last).not.toBeInViewport();

  // From here on nothing is laid out in idle moments, and what is laid out stays so when somebody scrolls.
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
  // A product's page lists others, in cards that are whole in any case.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Vouchers/);
  await expect(last).toHaveCSS('content-visibility', 'visible');
  await expect(last).toBeInViewport();
});

test('whoever walks the page by keyboard has all of it laid out, or Chromium would lose the place', async ({
  page,
  shop,
}) => {
  for (let n = 0; n < 12; n++) await shop.ask('buildProduct', {});
  await page.setViewportSize({ width: 360, height: 640 });
  // The page does not come to rest: its first idle moment, in which the application is fetched, is its last.
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
