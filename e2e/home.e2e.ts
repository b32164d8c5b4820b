import { expectAccessible } from './support/accessible.ts';
import { holdReply } from './support/held-reply.ts';
import { intercept } from './support/intercept.ts';
import { openPage } from './support/open-page.ts';
import { expect, expectComplaints, test } from './support/test.ts';

const DAY_MS = 86_400_000;

test('the home page lists products with prices in rupees and is accessible', async ({ page, shop }) => {
  // More than one page of products.
  for (let count = 0; count < 12; count += 1) await shop.ask('buildProduct', {});
  const product = await shop.ask('buildProduct', { title: 'Lakh Gift Card', price: 123_456 });
  await page.goto('/');
  const card = page.getByRole('link', { name: product.title });
  await expect(card).toContainText('₹1,23,456');
  await expect(card).toContainText('View Details');
  await expect(page.getByRole('navigation', { name: 'Pagination' })).toBeVisible();
  await expectAccessible(page);
});

test('a product card shows all facts, and How It Works follows the list', async ({ page, shop }) => {
  await shop.ask('buildProduct', {
    title: 'Weekend Voucher',
    subtitle: 'Two nights by the sea',
    company: 'Card Elements',
    category: 'Voucher',
    price: 750.5,
    originalPrice: 1000,
    is_one_time_use: true,
    expiry_date: new Date('2099-03-05T12:00:00Z'),
  });
  await page.goto('/?company=Card+Elements');
  const card = page.getByRole('main').getByRole('link', { name: 'Weekend Voucher' });
  for (const text of ['Card Elements', 'Two nights by the sea', 'Voucher', 'One Time Use', 'Expires in 5 Mar 2099'])
    await expect(card).toContainText(text);
  for (const text of ['₹750.50', '₹1,000', 'Save 24%', 'View Details']) await expect(card).toContainText(text);
  await expect(card.getByRole('img', { name: 'No ratings yet' })).toBeVisible();
  await expect(card.getByRole('heading', { level: 3 })).toHaveText('Weekend Voucher');

  const steps = page.getByRole('region', { name: 'How It Works' });
  await expect(steps.getByRole('heading', { level: 3 })).toHaveText([
    'Browse Products',
    'Place Your Order',
    'Fast Delivery',
  ]);
});

test('sold-out, expired, inactive and deleted products are not listed', async ({ page, shop }) => {
  const company = 'Unlisted';
  await shop.ask('buildProduct', { company, title: 'On sale' });
  await shop.ask('buildProduct', { company, title: 'All sold', units: 0 });
  await shop.ask('buildProduct', { company, title: 'Too old', expiry_date: new Date(Date.now() - DAY_MS) });
  await shop.ask('buildProduct', { company, title: 'Hidden', is_active: false });
  await shop.ask('buildProduct', { company, title: 'Gone', deleted_at: new Date() });
  await page.goto('/?company=Unlisted');
  await expect(
    page.getByRole('main').getByRole('heading', { level: 3, name: /On sale|sold|old|Hidden|Gone/ }),
  ).toHaveText(['On sale']);
  await expect(page.getByText('1 product', { exact: true })).toBeVisible();
});

test('each page of the list has a URL, and Back restores page and scroll position', async ({ page, shop }) => {
  for (let number = 1; number <= 14; number += 1)
    await shop.ask('buildProduct', { company: 'Pager', title: `Pager product ${number}`, createdAt: new Date(number) });
  await openPage(page, '/?company=Pager');
  const cards = page.getByRole('link', { name: /Pager product/ });
  await expect(cards).toHaveCount(12);
  const next = page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: '2', exact: true });
  await next.scrollIntoViewIfNeeded();
  // The cards are laid out now, so their heights are no longer estimates.
  await expect(cards.last().locator('xpath=ancestor::li')).toHaveCSS('content-visibility', 'visible');
  const scrolled = () => page.evaluate(() => window.scrollY);
  const end = await scrolled();
  const secondPage = await holdReply(page, /\/api\/v1\/products\?.*page=2/);
  await next.press('Enter');
  await expect(page.getByText('Loading products...')).toBeAttached();
  await expect(page.getByRole('heading', { level: 2, name: 'Pager' })).toBeFocused();
  await secondPage.release();
  await expect(page).toHaveURL('/?company=Pager&page=2');
  await expect(cards).toHaveCount(2);
  await expect(page.getByRole('status').filter({ hasText: 'products' })).toHaveText('14 products, page 2 of 2');

  await page.goBack();
  await expect(cards).toHaveCount(12);
  await expect.poll(scrolled).toBe(end);
  // Recently viewed products are listed again below.
  const far = page.getByRole('link', { name: 'Pager product 4' }).first();
  await far.scrollIntoViewIfNeeded();
  const place = await scrolled();
  expect(place).toBeGreaterThan(300);
  await far.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pager product 4' })).toBeFocused();
  await expect.poll(scrolled).toBe(0);
  await expect(page).toHaveURL(/\/products\//);
  await page.goBack();
  await expect(far).toBeVisible();
  await expect.poll(scrolled).toBe(place);
});

test('a filter chosen while another one loads is added to it', async ({ page, shop }) => {
  const company = 'Hasty Works';
  for (const category of ['Gift Card', 'Software Key'] as const) await shop.ask('buildProduct', { company, category });
  await openPage(page, '/?company=Hasty+Works');
  await holdReply(page, /\/api\/v1\/products\?.*category=/);
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('link', { name: 'Gift Card 1' }).click();
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Gift Card');
  await page.getByLabel('Sort by').selectOption('Price: low to high');
  await expect(page).toHaveURL('/?category=Gift+Card&company=Hasty+Works&sort=price-asc');

  await holdReply(page, /\/api\/v1\/products\?.*category=Software/);
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('link', { name: 'Software Key 1' }).click();
  await page.getByRole('combobox', { name: 'Search products' }).fill('hasty');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?q=hasty&category=Software+Key&company=Hasty+Works');
});

test('filters and sort order are in the URL and can be removed one by one', async ({ page, shop }) => {
  const company = 'Facet Works';
  await shop.ask('buildProduct', { company, title: 'Cheap card', category: 'Gift Card', price: 100 });
  await shop.ask('buildProduct', { company, title: 'Dear card', category: 'Gift Card', price: 900 });
  await shop.ask('buildProduct', { company, title: 'Some key', category: 'Software Key', price: 500 });
  await openPage(page, '/?company=Facet+Works');
  const titles = page.getByRole('main').getByRole('heading', { level: 3, name: /card|key/ });
  const filters = page.getByRole('complementary', { name: 'Filters' });

  await filters.getByRole('link', { name: 'Gift Card 2' }).click();
  await expect(page).toHaveURL('/?category=Gift+Card&company=Facet+Works');
  await expect(page.getByText('2 products', { exact: true })).toBeVisible();

  await page.getByLabel('Sort by').selectOption('Price: low to high');
  await expect(page).toHaveURL(/sort=price-asc/);
  await expect(titles).toHaveText(['Cheap card', 'Dear card']);

  await filters.getByLabel('From').fill('200');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/minPrice=200/);
  await expect(titles).toHaveText(['Dear card']);
  const active = page.getByRole('list', { name: 'Active filters' });
  const withoutPrice = active.getByRole('link', { name: 'Remove filter From ₹200' });
  await expect(withoutPrice).toBeVisible();
  await expect(filters.getByLabel('From')).toBeFocused();

  await page.reload();
  await expect(titles).toHaveText(['Dear card']);
  await expect(page.getByLabel('Sort by')).toHaveValue('price-asc');
  await expect(filters.getByLabel('From')).toHaveValue('200');

  await withoutPrice.click();
  await expect(titles).toHaveText(['Cheap card', 'Dear card']);
  await expect(page).not.toHaveURL(/minPrice/);
  await expect(filters.getByLabel('From')).toHaveValue('');
  const heading = page.getByRole('heading', { level: 2, name: 'Facet Works Gift Card' });
  await expect(heading).toBeFocused();
  await page.goBack();
  await expect(titles).toHaveText(['Dear card']);
  await expect(filters.getByLabel('From')).toHaveValue('200');
  await active.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL('/?sort=price-asc');
  await expect(page.getByRole('heading', { level: 2, name: 'All products' })).toBeFocused();
});

test('a reversed price range is swapped, and invalid parameters show all products', async ({ page }) => {
  await openPage(page, '/');
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.getByLabel('From').fill('900');
  await filters.getByLabel('To').fill('100');
  await filters.getByRole('button', { name: 'Apply price' }).click();
  await expect(page).toHaveURL('/?minPrice=100&maxPrice=900');
  await filters.getByLabel('To').fill('9999999');
  const hidden = await filters.getByLabel('To').evaluate((field) => field.scrollWidth - field.clientWidth);
  expect(hidden, 'of what was typed').toBe(0);
  const response = await page.goto('/?page=-3&category=Nonsense&sort=drop&minPrice=abc');
  expect(response?.status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'All products' })).toBeVisible();
});

test('on a small screen the filter sheet shows the result count and nothing overflows', async ({ page, shop }) => {
  await shop.ask('buildProduct', { company: 'Narrow', title: 'Narrow card', category: 'Coupon' });
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, '/?company=Narrow');
  const button = page.getByRole('button', { name: 'Filters (1)' });
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await expect(filters).toBeHidden();
  await button.click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  const boxOf = (selector: string) => page.locator(selector).evaluate((element) => element.getBoundingClientRect());
  const [whole, { left, width, bottom }] = [await boxOf('header'), await boxOf('dialog')];
  expect([left, width, Math.round(bottom)]).toEqual([0, whole.width, 740]);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.press('Enter');
  await filters.getByRole('link', { name: 'Coupon 1' }).click();
  await expect(page).toHaveURL(/category=Coupon/);
  await sheet.getByRole('button', { name: 'Show 1 result' }).click();
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
});

test('an empty result and a page past the end say what to do next', async ({ page, shop }) => {
  await shop.ask('buildProduct', { company: 'Short List' });
  await page.goto('/?company=Nobody+Sells+This');
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: 'Show all products' })).toHaveAttribute('href', '/');
  await page.goto('/?company=Short+List&page=9');
  await expect(page.getByRole('link', { name: 'Go to the first page' })).toHaveAttribute(
    'href',
    '/?company=Short+List',
  );
});

test('a slow list shows skeletons, and a failed one can be tried again', async ({ page, shop, complaints }) => {
  await shop.ask('buildProduct', { company: 'Slow', title: 'Slow card' });
  await openPage(page, '/?company=Slow');
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const recover = await intercept(page, '**/api/v1/products?**', async (route) => {
    await isAnswered;
    await route.fulfill({ status: 503, json: { message: 'The shop is having a short break', code: 'UNAVAILABLE' } });
  });
  await page.getByLabel('Sort by').selectOption('Best rated');
  await expect(page.getByText('Loading products...')).toBeAttached();
  answer();
  await expect(page.getByRole('alert')).toContainText('The shop is having a short break');
  recover();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Slow card' })).toBeVisible();
  await expectComplaints(complaints, 503);
});

test('a loaded list stays visible while its filter counts are slow', async ({ page, shop }) => {
  await shop.ask('buildProduct', { company: 'Early', title: 'Cheap card', price: 100 });
  await shop.ask('buildProduct', { company: 'Early', title: 'Dear card', price: 900 });
  await page.clock.install();
  await openPage(page, '/?company=Early');
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/v1/products/facets?**', async (route) => {
    await isAnswered;
    await route.continue();
  });
  await page.getByLabel('Sort by').selectOption('Price: high to low');
  const titles = page.getByRole('main').getByRole('heading', { level: 3, name: /card/ });
  await expect(titles).toHaveText(['Dear card', 'Cheap card']);
  await page.clock.runFor(1000);
  await expect(titles).toHaveText(['Dear card', 'Cheap card']);
  await expect(page.getByText('Loading products...')).toHaveCount(0);
  answer();
  await expect(page).toHaveURL(/sort=price-desc/);
});

test('the shop can be browsed and searched without JavaScript', async ({ browser, shop }) => {
  const product = await shop.ask('buildProduct', {
    company: 'Scriptless',
    title: 'Scriptless card',
    how_to_redeem: ['Read it out at the till'],
    terms_and_conditions: ['One a visit'],
  });
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Search products' }).fill('Scriptless');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('complementary', { name: 'Filters' }).getByLabel('To').fill('500');
  await page.getByRole('button', { name: 'Apply price' }).click();
  await expect(page).toHaveURL(/q=Scriptless/);
  await page.getByRole('link', { name: product.title }).click();
  await expect(page.getByRole('heading', { level: 1, name: product.title })).toBeVisible();
  for (const text of ['Read it out at the till', 'One a visit']) await expect(page.getByText(text)).toBeVisible();
  await context.close();
});

test('an unknown URL shows a 404 page with links to home and contact', async ({ page, complaints }) => {
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
  await expectAccessible(page);
  await expectComplaints(complaints, 404);
});
