import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { composeWith } from './support/compose-with.ts';
import { openPage } from './support/open-page.ts';
import { expect, expectComplaints, test } from './support/test.ts';

const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search products' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

test('suggestions appear while typing, allow for a typo and work by keyboard', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', { company: 'Zebrafon', title: 'Zebrafon Family Pass' });
  await openPage(page, '/');
  await searchBox(page).fill('zebrafn');
  await expect(options(page)).toHaveText([/Zebrafon Family Pass/]);
  await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  const active = await searchBox(page).getAttribute('aria-activedescendant');
  await expect(options(page).first()).toHaveAttribute('id', active ?? '');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/products/${product.id}`);
  await expect(page.getByRole('heading', { level: 1, name: product.title })).toBeVisible();
});

test('Enter searches, and the search text follows the URL on Back and Forward', async ({ page, shop }) => {
  await shop.ask('buildProduct', { company: 'Quokka', title: 'Quokka Gift Card', category: 'Gift Card' });
  await shop.ask('buildProduct', { company: 'Quokka', title: 'Quokka Coupon', category: 'Coupon' });
  await openPage(page, '/?category=Gift+Card');
  await searchBox(page).fill('quoka');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?q=quoka&category=Gift+Card');
  await expect(page.getByRole('heading', { name: 'Search results' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Quokka Gift Card' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Quokka Coupon' })).toHaveCount(0);
  await expect(page.getByLabel('Sort by')).toHaveValue('');
  await expect(options(page)).toHaveCount(0);
  await page.goBack();
  await expect(searchBox(page)).toHaveValue('');
  await page.goForward();
  await expect(searchBox(page)).toHaveValue('quoka');
});

test('text typed while a search loads stays in the field', async ({ page }) => {
  await openPage(page, '/');
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/products\?/, (route) => isReleased.then(() => route.continue()));
  await searchBox(page).fill('gold');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' card');
  release();
  await expect(page).toHaveURL('/?q=gold');
  await expect(page.getByRole('heading', { name: 'Search results' })).toBeVisible();
  await expect(searchBox(page)).toHaveValue('gold card');
});

test('Escape closes the suggestions and keeps the text, and the arrow keys wrap', async ({ page, shop }) => {
  await shop.ask('buildProduct', { company: 'Wombat', title: 'Wombat One' });
  await shop.ask('buildProduct', { company: 'Wombat', title: 'Wombat Two' });
  await openPage(page, '/');
  await searchBox(page).fill('wombat');
  await expect(options(page)).toHaveCount(2);
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(searchBox(page)).not.toHaveAttribute('aria-activedescendant');
  await page.keyboard.press('Escape');
  await expect(options(page)).toHaveCount(0);
  await expect(searchBox(page)).toHaveValue('wombat');
  await expect(searchBox(page)).toBeFocused();
});

test('keys of an input method editor do not choose a suggestion', async ({ page, shop }) => {
  await shop.ask('buildProduct', { company: 'Numbat', title: 'Numbat One' });
  await openPage(page, '/');
  await searchBox(page).fill('numbat');
  await expect(options(page)).toHaveCount(1);
  await composeWith(searchBox(page), 'ArrowDown');
  await expect(searchBox(page)).not.toHaveAttribute('aria-activedescendant');
  await page.keyboard.press('ArrowDown');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await composeWith(searchBox(page), 'Enter');
  await composeWith(searchBox(page), 'Escape');
  await expect(options(page)).toHaveCount(1);
  await expect(page).toHaveURL('/');
});

test('suggestions are debounced, and a late reply is dropped', async ({ page, shop }) => {
  const { id } = await shop.ask('buildProduct', {});
  const reply = (title: string) => ({ json: { data: [{ _id: id, title, company: 'Acme', category: 'Voucher' }] } });
  const asked: string[] = [];
  let answerFromCache = () => {};
  const isFirstAnswered = new Promise<void>((resolve) => {
    answerFromCache = resolve;
  });
  await page.route('**/api/v1/products/suggest?**', async (route) => {
    const q = new URL(route.request().url()).searchParams.get('q') ?? '';
    asked.push(q);
    if (q === 'first') await isFirstAnswered;
    // The browser has aborted the first request, so fulfilling it can fail.
    await route.fulfill(reply(`Answer to ${q}`)).catch(() => undefined);
  });
  await page.clock.install();
  await openPage(page, '/');
  await page.clock.pauseAt(Date.now() + 3_600_000);

  await searchBox(page).pressSequentially('first');
  await page.clock.runFor(149);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => asked).toEqual(['first']);

  await searchBox(page).fill('second');
  await page.clock.runFor(150);
  await expect(options(page)).toHaveText([/Answer to second/]);
  answerFromCache();
  await page.clock.runFor(1000);
  await expect(options(page)).toHaveText([/Answer to second/]);
  expect(asked).toEqual(['first', 'second']);
});

test('a suggestion can be clicked at 360 px', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', { company: 'Numbat', title: 'Numbat Card' });
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, '/');
  await searchBox(page).fill('numb');
  await options(page).filter({ hasText: 'Numbat Card' }).click();
  await expect(page).toHaveURL(`/products/${product.id}`);
});

test('every page has the search, with price and picture in its suggestions', async ({ page, shop, complaints }) => {
  const product = await shop.ask('buildProduct', { company: 'Okapi', title: 'Okapi Gift Card', price: 1_250 });
  await shop.ask('buildPictures', { productId: product.id, count: 1 });
  for (const width of [360, 1280])
    for (const path of ['/faq', `/products/${product.id}`, '/login', '/no-such-page']) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(path);
      await expect(page.getByRole('banner').getByRole('combobox', { name: 'Search products' })).toBeVisible();
    }
  await expectComplaints(complaints, 404);
  await openPage(page, '/faq');
  await searchBox(page).fill('okapo');
  await expect(options(page)).toHaveText([/Okapi Gift Card.*₹1,250/]);
  await expect(options(page).locator('img')).toHaveAttribute('src', /media/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'All results for “okapo”' }).click();
  await expect(page).toHaveURL('/?q=okapo');
  await expect(page.getByText('Showing results for okapi')).toBeVisible();
  await expect(page).toHaveTitle(/^“okapo” – /);
  await expect(page.getByText('Vouchers, gift cards and keys, delivered')).toHaveCount(0);
  await expectAccessible(page);
});

test('an empty search result offers popular products and categories', async ({ page, shop }) => {
  await shop.ask('buildProduct', { title: 'Liked by many' });
  await openPage(page, '/?q=xqzvwk');
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Popular right now' }).getByRole('link').first()).toBeVisible();
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Gift Card' }).click();
  await expect(page).toHaveURL('/?category=Gift+Card');
  await page.goBack();
  await expectAccessible(page);
});

test('on a phone the search field loses the focus after a search', async ({ browser, shop }) => {
  await shop.ask('buildProduct', { title: 'Touched card' });
  const context = await browser.newContext({
    baseURL: shop.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await openPage(page, '/');
  await searchBox(page).fill('touched');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?q=touched');
  await expect(searchBox(page)).not.toBeFocused();
  await context.close();
});
