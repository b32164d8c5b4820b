import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { openPage } from './support/open-page.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** The limits of a first visit in KB of 1,000 bytes. Scripts and styles are measured after gzip. */
const budgets = {
  home: { script: 135, stylesheet: 18, font: 55 },
  product: { script: 140, stylesheet: 18, font: 55 },
  admin: { script: 230, stylesheet: 25, font: 55 },
  // The measured weight plus a tenth. The dashboard uses no chart library.
  dashboard: { script: 158, stylesheet: 25, font: 55 },
};
type Kind = keyof (typeof budgets)['home'];

const bytesOf = async (file: Response) => {
  const body = await file.body();
  return file.request().resourceType() === 'font' ? body.length : gzipSync(body, { level: 9 }).length;
};

/** `heading` is for a screen that loads its own code after the session check. */
async function expectWithin(page: Page, path: string, budget: Record<Kind, number>, heading?: string): Promise<void> {
  const files: Response[] = [];
  page.on('response', (file) => {
    if (file.request().resourceType() in budget) files.push(file);
  });
  await openPage(page, path);
  if (heading) await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  for (const [kind, kilobytes] of Object.entries(budget)) {
    const sizes = await Promise.all(files.filter((file) => file.request().resourceType() === kind).map(bytesOf));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total, `${kind} of ${path}: nothing was measured`).toBeGreaterThan(0);
    expect(total, `${kind} of ${path}`).toBeLessThanOrEqual(kilobytes * 1000);
  }
  // The HTML must announce every script, else its download starts one round trip later.
  const html = await (await page.request.get(path)).text();
  const scripts = files.filter((file) => file.request().resourceType() === 'script');
  expect(scripts.map((file) => new URL(file.url()).pathname).filter((script) => !html.includes(script))).toEqual([]);
}

test('the home page stays within its weight budget', async ({ page, shop }) => {
  // A letter beyond ASCII loads a font file of its own.
  await shop.ask('buildProduct', { title: 'Café crème voucher' });
  await expectWithin(page, '/', budgets.home);
});

test('a product page stays within its weight budget', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', {});
  await expectWithin(page, `/products/${product.id}`, budgets.product);
});

test('the administration stays within its weight budget', async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin' });
  await expectWithin(page, '/admin/orders', budgets.admin, 'Orders Management');
});

test('the dashboard stays within its weight budget', async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin' });
  await expectWithin(page, '/admin/dashboard', budgets.dashboard, 'Dashboard');
});

test('a product page preloads only its styles and its lead picture', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', {});
  await shop.ask('buildPictures', { productId: product.id, count: 1 });
  await page.goto(`/products/${product.id}`);
  const html = await (await page.request.get(page.url())).text();
  const first = html.match(/<(link[^>]*(as="image"|rel="stylesheet"|rel="modulepreload")|script[^>]*src)[^>]*>/g);
  // The HTML names the application script but does not preload it: the boot script loads it after the picture.
  expect(first).toEqual([
    expect.stringMatching(/as="image".*fetchPriority="high"/),
    expect.stringContaining('rel="stylesheet"'),
  ]);
  // The preloaded lead picture is fetched once, in one size. Pictures of other products may load below.
  const [, lead] = /imageSrcSet="([^ "]+\/)/i.exec(first?.[0] ?? '') ?? [];
  const pictures = await page.evaluate(
    (lead) => performance.getEntriesByType('resource').filter(({ name }) => name.includes(lead)).length,
    lead ?? 'no picture',
  );
  expect(pictures).toBe(1);
});
