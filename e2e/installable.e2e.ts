import { expectAccessible } from './support/accessible.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('the web manifest is linked and its icons exist in the stated sizes', async ({ page }) => {
  await page.goto('/');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await (await page.request.get(href ?? '')).json();
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/' });
  for (const { src, sizes } of manifest.icons) {
    const width = await page.evaluate(async (address) => {
      const icon = new Image();
      icon.src = address;
      await icon.decode();
      return icon.naturalWidth;
    }, src);
    if (sizes !== 'any') expect(`${width}x${width}`).toBe(sizes);
  }
});

test('an offline page is shown without a connection, and no personal data is cached', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { price: 0, code: 'OFFLINE-CANARY' });
  await page.goto(`/products/${product.id}`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.getByRole('button', { name: 'Buy Now' }).click();
  const modal = page.getByRole('dialog', { name: 'Order Successful' });
  await modal.getByRole('button', { name: 'Reveal code' }).click();
  await expect(modal).toContainText('OFFL');
  await page.goto('/account/my-orders');
  const cachedPaths = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return caches_.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cachedPaths.toSorted()).toEqual(['/favicon.svg', '/offline.css', '/offline.html']);
  await context.setOffline(true);
  await page.goto('/account/my-orders');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();
  complaints.length = 0;
});
