import type { Page } from '@playwright/test';
import { placeOrder, sendEnquiry } from './support/api-calls.ts';
import { openPage } from './support/open-page.ts';
import { signInAs } from './support/sign-in.ts';
import { buildPool } from './support/stock.ts';
import { expect, test } from './support/test.ts';

const LONG_TITLE =
  `Gift card for ${'Unverschämtgroßewarenhauskette'.repeat(2)} with a title of a hundred letters`.slice(0, 100);

/** A word wider than a phone's screen, for every text field of a product. */
const WORD = 'prepaidcustomercare.india@telcocommunications.example';
const LONG_WORDS = {
  subtitle: WORD,
  company: WORD,
  details: [`Help: ${WORD}`],
  how_to_redeem: [`Write to ${WORD}`],
  terms_and_conditions: [WORD],
};

/** Opens a page at 360 px with 200 % text and returns the elements that are wider than the screen. */
async function widerThings(page: Page, path: string, shown?: string, opener?: string): Promise<string[]> {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, path);
  if (shown) await expect(page.getByText(shown).first()).toBeVisible();
  if (opener) await page.getByRole('button', { name: opener }).first().click();
  if (opener) await expect(page.getByRole('dialog', { name: opener })).toBeVisible();
  const found = await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
    const width = document.documentElement.clientWidth;
    // The body of a dialog scrolls vertically, so it must not count as a horizontal scroll area.
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      !element.matches('dialog > div > div') &&
      (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement));
    return [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { right, width: own } = element.getBoundingClientRect();
        const edge = element.parentElement?.closest('dialog, td')?.getBoundingClientRect().right ?? width;
        return own > 1 && right > edge + 1 && !scrolls(element.parentElement);
      })
      .map((element) => `${element.tagName}.${element.className} ${element.textContent?.slice(0, 30)}`);
  });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  return [...found, ...(width > 360 ? [`the page is ${width} px wide`] : [])].map((text) => `${path}: ${text}`);
}

test('no public page is wider than the screen at 360 px with 200 % text', async ({ page, shop, complaints }) => {
  test.setTimeout(120_000);
  const product = await shop.ask('buildProduct', {
    ...LONG_WORDS,
    title: LONG_TITLE,
    price: 1_23_456,
    originalPrice: 1_50_000,
    units: 30,
  });
  const wider: string[] = [];
  for (const path of [
    '/',
    `/?q=${encodeURIComponent(LONG_TITLE)}`,
    '/?q=nothing-is-called-this',
    `/products/${product.id}`,
    '/categories',
    '/company',
    '/about',
    '/contact',
    '/faq',
    '/privacy-policy',
    '/terms-and-conditions',
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password/some-token',
    '/unauthorized',
    '/alerts/some-token',
    '/no-such-page',
  ])
    wider.push(...(await widerThings(page, path)));
  expect(wider).toEqual([]);
  // The missing page and the missing alert answer 404.
  complaints.length = 0;
});

test('no account page is wider than the screen at 360 px with 200 % text', async ({ page, shop }) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { ...LONG_WORDS, title: LONG_TITLE, price: 0 });
  await page.goto(`/products/${product.id}`);
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(page.getByRole('dialog', { name: 'Order Successful' })).toBeVisible();
  const { data } = await (await page.request.get('/api/v1/orders/my-orders')).json();
  expect(await widerThings(page, `/account/my-orders?order=${data[0]._id}`, 'Receipt')).toEqual([]);
  await page.request.put(`/api/v1/wishlist/${product.id}`, { headers: { origin: shop.url } });
  for (const path of ['/account/my-orders', '/account/wish-list'])
    expect(await widerThings(page, path, LONG_TITLE)).toEqual([]);
  expect(await widerThings(page, '/account/profile', 'Email')).toEqual([]);
});

test('no admin page is wider than the screen at 360 px with 200 % text', async ({ page, shop }) => {
  test.setTimeout(120_000);
  await shop.ask('query', 'delete from rate_limits');
  await signInAs(page, shop, { role: 'admin' });
  const name = 'Venkatanarasimharajuvaripeta Subramaniam';
  const product = await shop.ask('buildProduct', {
    title: LONG_TITLE,
    price: 1_23_456,
    company: LONG_TITLE.slice(0, 50),
  });
  const { user, order } = await placeOrder(shop, product, { name });
  const pool = await buildPool(shop, { title: LONG_TITLE.slice(5), codes: 'LARGE-1', reference: 'LARGE-REFERENCE' });
  await sendEnquiry(shop, name);
  await page.request.post('/api/v1/auth/login', { data: { email: user.email, password: 'Wrong-Horse-9' } });
  const wider: string[] = [];
  for (const [screen, shown] of [
    ['dashboard', LONG_TITLE],
    ['products', LONG_TITLE],
    ['products/new', 'Product Title'],
    [`products/${product.id}`, 'Product Title'],
    ['batches', 'LARGE-REFERENCE'],
    [`products/${pool.id}/batches`, 'LARGE-REFERENCE'],
    ['orders', name],
    [`orders/${order._id}`, order.razorpayOrderId],
    ['customers', name],
    [`customers/${user.id}`, order._id],
    ['users', name],
    [`users/${user.id}`, 'User details'],
    ['feedbacks', name],
    ['audit', pool.id],
    ['audit/sign-ins', user.email],
  ] as const)
    wider.push(...(await widerThings(page, `/admin/${screen}`, shown)));
  wider.push(...(await widerThings(page, `/admin/products/${pool.id}/batches`, 'LARGE-REFERENCE', 'Add codes')));
  expect(wider).toEqual([]);
});

test('at 400 % zoom no fixed element covers the text', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', { units: 30 });
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of [`/products/${product.id}`, '/faq']) {
    await openPage(page, path);
    await page.evaluate(() => window.scrollTo(0, 600));
    // Sample points along the left edge of the text, far from the report button.
    const covered = () =>
      page.evaluate(() => {
        const stays = (element: Element | null): boolean =>
          element !== null &&
          (['fixed', 'sticky'].includes(getComputedStyle(element).position) || stays(element.parentElement));
        const lines = Array.from({ length: 32 }, (_, line) => document.elementFromPoint(40, line * 8 + 4));
        return lines.filter(stays).length;
      });
    await expect.poll(covered).toBe(0);
  }
  // The title and the buttons of a dialog must leave enough room for its content.
  await openPage(page, '/');
  await page.getByRole('button', { name: 'Filters' }).click();
  const hidden = page.locator('dialog > div > div').nth(1);
  await expect.poll(() => hidden.evaluate((body) => body.scrollHeight - body.clientHeight)).toBe(0);
  // The whole dialog scrolls. A drag of its scrollbar must not count as a click outside.
  const dialog = page.getByRole('dialog', { name: 'Filters' });
  await dialog.evaluate((dialog) => {
    const { right, top } = dialog.getBoundingClientRect();
    for (const type of ['pointerdown', 'pointerup'])
      dialog.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: right - 4, clientY: top + 40 }));
  });
  await expect(dialog).toBeVisible();
  await page.mouse.click(160, 4);
  await expect(dialog).toHaveCount(0);
});
