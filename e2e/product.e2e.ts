import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { holdReply } from './support/held-reply.ts';
import { intercept } from './support/intercept.ts';
import { openPage } from './support/open-page.ts';
import { expect, expectComplaints, test } from './support/test.ts';

const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';
const DAY_MS = 86_400_000;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a direct link to a product shows all its facts', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', {
    title: 'Ocean Voucher',
    subtitle: 'A day on a boat',
    company: 'Blue Tours',
    category: 'Voucher',
    price: 1500,
    originalPrice: 2000,
    units: 7,
    expiry_date: new Date('2099-03-05T12:00:00Z'),
    details: ['Two people', 'Lunch included'],
    how_to_redeem: ['Call the harbour', 'Show the code'],
    terms_and_conditions: ['Not in a storm'],
  });
  const response = await page.goto(`/products/${product.id}`);
  expect(response?.status()).toBe(200);
  await expect(page).toHaveTitle(/^Ocean Voucher/);
  await expect(heading(page, 'Ocean Voucher')).toBeVisible();
  const main = page.getByRole('main');
  for (const text of ['A day on a boat', 'Free Delivery', 'No Return Policy', 'Multiuse', 'Expires in 5 Mar 2099'])
    await expect(main.getByText(text, { exact: true }).first()).toBeVisible();
  const buyBox = page.getByRole('region', { name: 'Buy', exact: true });
  for (const text of ['₹1,500', '₹2,000', 'Save 25%', '7 left', '5 Mar 2099', 'refund within 7 days'])
    await expect(buyBox).toContainText(text);
  await expect(buyBox.getByRole('button', { name: 'Buy Now' })).toBeEnabled();
  await expect(page.getByRole('heading', { name: 'How to Buy this Voucher Online' })).toBeVisible();
  await expect(page.getByRole('region', { name: /How to Buy/ }).getByRole('listitem')).toHaveCount(4);
  await expectAccessible(page);
});

test('on a wide screen the report button does not cover the buy box', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', {});
  await page.setViewportSize({ width: 1280, height: 800 });
  await openPage(page, `/products/${product.id}`);
  const report = await page.getByRole('button', { name: 'Report an Issue' }).boundingBox();
  const buyBox = await page.getByRole('region', { name: 'Buy', exact: true }).boundingBox();
  expect(report?.x).toBeGreaterThanOrEqual((buyBox?.x ?? 0) + (buyBox?.width ?? Number.NaN));
});

test('the tabs follow the arrow keys, and an empty tab says that nothing is specified', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', { title: 'قسيمة هدية', details: ['Works everywhere'] });
  await openPage(page, `/products/${product.id}`);
  const panel = page.getByRole('tabpanel');
  await expect(panel).toHaveText('Works everywhere');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('unicode-bidi', 'plaintext');
  await page.getByRole('tab', { name: 'Product Details' }).focus();
  for (const name of ['How to Redeem', 'Terms & Conditions']) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name })).toBeFocused();
    await expect(panel).toHaveText('Not specified by seller.');
  }
  // With forced colours the selected tab must still look different.
  await page.emulateMedia({ forcedColors: 'active' });
  const backgrounds = await page
    .getByRole('tab')
    .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).backgroundColor));
  expect(new Set(backgrounds.slice(0, 2)).size).toBe(1);
  expect(backgrounds[2]).not.toBe(backgrounds[0]);
});

test('a clicked product renders at once, before the server replies', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', { company: 'Painter', title: 'Painted at once' });
  await openPage(page, '/?company=Painter');
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/api/v1/products/${product.id}`, async (route) => {
    await isAnswered;
    await route.continue();
  });
  await page.getByRole('link', { name: product.title }).click();
  await expect(page).toHaveURL(`/products/${product.id}`);
  await expect(heading(page, product.title)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Buy Now' })).toBeVisible();
  // The product sells out meanwhile; the delayed reply replaces the first render.
  await shop.ask('query', `update units set state = 'withdrawn' where product_id = '${product.id}'`);
  answer();
  await expect(page.getByText('Sold out', { exact: true })).toBeVisible();
  await page.reload();
  await expect(heading(page, product.title)).toBeVisible();
});

test('an unknown, inactive or invalid product id answers 404', async ({ page, shop, complaints }) => {
  const hidden = await shop.ask('buildProduct', { is_active: false });
  for (const id of [UNKNOWN_ID, hidden.id, 'not-an-id']) {
    const response = await page.goto(`/products/${id}`);
    expect(response?.status(), id).toBe(404);
    await expect(heading(page, 'Product not found')).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'Browse all products' })).toHaveAttribute('href', '/');
  await expectAccessible(page);
  await expectComplaints(complaints, 404);
});

test('a listed product that became inactive is shown as not found', async ({ page, shop, complaints }) => {
  const product = await shop.ask('buildProduct', { company: 'Vanishing', title: 'Vanishing card' });
  await openPage(page, '/?company=Vanishing');
  await shop.ask('query', `update products set is_active = false where id = '${product.id}'`);
  await page.getByRole('link', { name: product.title }).click();
  await expect(heading(page, 'Product not found')).toBeVisible();
  await expectComplaints(complaints, 404);
});

test('sold-out and expired products are marked and cannot be bought', async ({ page, shop }) => {
  const soldOut = await shop.ask('buildProduct', { units: 0 });
  const expired = await shop.ask('buildProduct', { expiry_date: new Date(Date.now() - DAY_MS) });
  for (const [product, text] of [
    [soldOut, 'Sold out'],
    [expired, 'Expired'],
  ] as const) {
    await page.goto(`/products/${product.id}`);
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Buy Now' })).toBeDisabled();
  }
  await expectAccessible(page);
});

test('the gallery works by thumbnail, keyboard and swipe, and zooms', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', { title: 'Pictured card' });
  await shop.ask('buildPictures', { productId: product.id, count: 3, width: 40 });
  await openPage(page, `/products/${product.id}`);
  const zoom = (number: number) => page.getByRole('button', { name: `Zoom picture ${number} of 3` });
  const thumbnails = page.getByRole('list', { name: 'Thumbnails' });

  // Even a small picture fills its thumbnail.
  const widthOf = (selector: string) =>
    thumbnails
      .locator(selector)
      .first()
      .evaluate(({ clientWidth }) => clientWidth);
  expect(await widthOf('img'), 'of a thumbnail').toBe(await widthOf('button'));
  await thumbnails.getByRole('button', { name: 'Show picture 2 of 3' }).click();
  await expect(zoom(2)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(thumbnails.getByRole('button', { name: 'Show picture 3 of 3' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(zoom(1)).toBeVisible();

  await page.evaluate(() => window.scrollTo(0, 0));
  const box = await zoom(1).boundingBox();
  if (!box) throw new Error('The picture has no place on the screen');
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + 300, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + 100, middle, { steps: 4 });
  await page.mouse.up();
  await expect(zoom(2)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await zoom(2).click();
  const dialog = page.getByRole('dialog', { name: 'Pictured card' });
  await expect(dialog.getByText('2 of 3')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByText('1 of 3')).toBeVisible();
  await dialog.getByRole('button', { name: 'Next picture' }).click();
  await expect(dialog.getByText('2 of 3')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(zoom(2)).toBeFocused();
});

test('a picture that fails to load is replaced by a placeholder', async ({ page, shop, complaints }) => {
  const product = await shop.ask('buildProduct', { company: 'Lost Pictures' });
  await shop.ask('buildPictures', { productId: product.id, count: 2 });
  await intercept(page, '**/media/**', (route) => route.fulfill({ status: 404 }));
  const shown = (place: Locator) =>
    place.evaluate((element) =>
      [...element.querySelectorAll('img, svg[viewBox="0 0 320 240"]')].map(({ tagName }) => tagName),
    );
  await openPage(page, `/products/${product.id}`);
  await expect.poll(() => shown(page.getByRole('region', { name: 'Pictures' }))).toEqual(['svg', 'svg', 'svg']);
  await openPage(page, '/?company=Lost+Pictures');
  await expect
    .poll(() => shown(page.getByRole('main').getByRole('list').filter({ hasText: 'View Details' })))
    .toEqual(['svg']);
  const viewed = page.getByRole('region', { name: 'Recently viewed' });
  await viewed.scrollIntoViewIfNeeded();
  await expect.poll(() => shown(viewed)).toEqual(['svg']);
  await expectComplaints(complaints, 404);
});

test('similar products are linked, and an empty row is not shown', async ({ page, shop }) => {
  const company = 'Sibling House';
  const product = await shop.ask('buildProduct', { company, category: 'Membership', title: 'First sibling' });
  await shop.ask('buildProduct', { company, category: 'Coupon', title: 'Second sibling' });
  await shop.ask('buildProduct', { company, category: 'Coupon', title: 'Sold sibling', units: 0 });
  await openPage(page, `/products/${product.id}`);
  const fromCompany = page.getByRole('region', { name: 'More from Sibling House' });
  await expect(fromCompany.getByRole('link')).toHaveCount(1);
  await fromCompany.getByRole('link', { name: 'Second sibling' }).click();
  await expect(heading(page, 'Second sibling')).toBeFocused();
  await expect(fromCompany.getByRole('link', { name: 'First sibling' })).toBeVisible();
  await expectAccessible(page);

  const lonely = await shop.ask('buildProduct', { company: 'Lonely', category: 'Other', title: 'Lonely card' });
  const similar = await holdReply(page, /\/similar/);
  await openPage(page, `/products/${lonely.id}`);
  await similar.release();
  await expect(page.getByRole('heading', { name: 'More from Lonely' })).toHaveCount(0);
});

test('on a phone Buy Now stays on the screen and does not cover the footer', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', { title: 'Pocket card' });
  await page.setViewportSize({ width: 360, height: 640 });
  await openPage(page, `/products/${product.id}`);
  const buyNow = page.getByRole('button', { name: 'Buy Now' });
  await expect(buyNow).toBeInViewport({ ratio: 1 });
  const footer = page.getByRole('contentinfo');
  // Similar products may still load and move the end of the page.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const [buyBox, footerBox] = [await buyNow.boundingBox(), await footer.boundingBox()];
    expect((footerBox?.y ?? 0) + (footerBox?.height ?? 0)).toBeLessThanOrEqual(buyBox?.y ?? 0);
    expect(buyBox?.height).toBeGreaterThanOrEqual(44);
  }).toPass();
  await expect(buyNow).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('a large stock is shown as In stock without its number', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', { units: 250 });
  await openPage(page, `/products/${product.id}`);
  const stock = page
    .getByRole('region', { name: 'Buy', exact: true })
    .getByText('Stock', { exact: true })
    .locator('..');
  await expect(stock).toHaveText('StockIn stock');
});

test('a product page has a share button and structured data', async ({ page, shop, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const product = await shop.ask('buildProduct', { title: 'Shared </script> card', price: 250 });
  await openPage(page, `/products/${product.id}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${shop.url}/products/${product.id}`);

  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '{}');
  expect(data).toMatchObject({
    '@type': 'Product',
    name: 'Shared </script> card',
    offers: { price: 250, priceCurrency: 'INR', availability: 'https://schema.org/InStock' },
  });
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`/products/${product.id}$`));
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', /^Shared/);
});

test('a product request that fails after Back shows no error on the list', async ({ page, shop, complaints }) => {
  const product = await shop.ask('buildProduct', { company: 'Latecomer', title: `Too late ${Date.now()}` });
  await openPage(page, '/?company=Latecomer');
  const failure = await holdReply(page, new RegExp(`/api/v1/products/${product.id}$`), (route) =>
    route.fulfill({ status: 503, json: { message: 'Down' } }),
  );
  await page.getByRole('link', { name: product.title }).click();
  await failure.asked;
  await expect(page).toHaveURL(`/products/${product.id}`);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2, name: 'Latecomer' })).toBeVisible();
  await failure.release();
  // The product is also first in the recently viewed list.
  await expect(page.getByRole('link', { name: product.title }).first()).toBeVisible();
  await expect(page.getByText('The products could not be loaded')).toHaveCount(0);
  await expectComplaints(complaints, 503);
});

test('recently viewed products are stored in the browser only and can be cleared', async ({ page, shop }) => {
  const [first, second] = [await shop.ask('buildProduct', {}), await shop.ask('buildProduct', {})];
  await openPage(page, `/products/${first.id}`);
  const viewed = page.getByRole('region', { name: 'Recently viewed' });
  await expect(viewed).toHaveCount(0);
  await openPage(page, `/products/${second.id}`);
  await expect(viewed.getByRole('link')).toHaveText([new RegExp(first.title)]);
  await openPage(page, '/');
  await expect(viewed.getByRole('link')).toHaveCount(2);
  await expectAccessible(page);
  expect(await (await page.request.get('/')).text()).not.toContain('Recently viewed');
  await viewed.getByRole('button', { name: 'Clear list' }).press('Enter');
  await expect(viewed).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(first.id);
});
