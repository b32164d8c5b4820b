import { expectAccessible } from './support/accessible.ts';
import { placeOrder, sendEnquiry, shortId } from './support/api-calls.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, NO_ANSWER, test } from './support/test.ts';

const SECTIONS = ['Dashboard', 'Products', 'Batches', 'Orders', 'Customers', 'Users', 'Feedbacks', 'Audit log'];

test('the administration opens on its dashboard, lists its sections and has a log-out', async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin' });
  // Signing out during these requests would log errors on the console.
  const answered = [page.waitForResponse(/v1\/admin\/dashboard/), page.waitForResponse(/v1\/admin\/waiting/)];
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await Promise.all(answered);
  const sidebar = page.getByRole('navigation', { name: 'Back office' });
  // The Feedbacks link also contains the number of pending enquiries.
  await expect(sidebar.getByRole('link')).toHaveText(SECTIONS.map((section) => new RegExp(`^${section}`)));
  await sidebar.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('the dashboard shows targets, recent orders, low stock and pending enquiries', async ({ page, shop }) => {
  await shop.ask('query', 'delete from rate_limits');
  await signInAs(page, shop, { role: 'admin' });
  const product = await shop.ask('buildProduct', { title: 'Nearly Gone', price: 0, units: 2 });
  const { order } = await placeOrder(shop, product);
  await sendEnquiry(shop, 'Asha Rao');
  await page.goto('/admin/dashboard');
  const main = page.getByRole('main');
  for (const target of ['Target 5% a month', 'Target 8% a month', 'Target 2% a month', 'Target 10% a month'])
    await expect(main.getByText(target)).toBeVisible();
  await expect(main.getByRole('link', { name: shortId(order._id) })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Nearly Gone' }).first()).toBeVisible();
  await expect(main.getByText(/wait(s)? for an answer/)).toBeVisible();
  await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: '7 days' }).click();
  await expect(page).toHaveURL(/days=7/);
  await expect(main.getByRole('heading', { name: 'Revenue and orders, last 7 days' })).toBeVisible();
  await main.getByText('Show as table').click();
  await expect(main.getByRole('region', { name: 'Revenue and orders by day' }).getByRole('row')).toHaveCount(8);
});

test('the command palette opens screens and searches by keyboard alone', async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin' });
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Jump to' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('cust');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/customers');
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('zebra');
  await palette.getByRole('option', { name: 'Search orders for “zebra”' }).click();
  await expect(page).toHaveURL('/admin/orders?q=zebra');
  await expect(palette).toHaveCount(0);
});

test('keys typed while the command palette loads go into its field', async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin' });
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(/palette-dialog/, async (route) => arrived.then(() => route.continue()));
  const asked = page.waitForRequest(/palette-dialog/);
  await page.keyboard.press('Control+k');
  await asked;
  // The page behind the palette would take these keys as the shortcut to the orders.
  await page.keyboard.type('go');
  arrive();
  const box = page.getByRole('dialog', { name: 'Jump to' }).getByRole('combobox');
  await expect(box).toHaveValue('go');
  await expect(box).toBeFocused();
  await page.keyboard.type('ld');
  await expect(page.getByRole('option', { name: 'Search orders for “gold”' })).toBeVisible();
  await expect(page).toHaveURL('/admin/dashboard');
});

test('a command palette that fails to load shows a message and keeps typed text', async ({
  page,
  shop,
  complaints,
}) => {
  await signInAs(page, shop, { role: 'admin' });
  await page.goto('/admin/products');
  const search = page.getByRole('main').getByRole('searchbox');
  await search.fill('half a');
  await page.route(/palette-dialog/, (route) => route.abort());
  await page.keyboard.press('Control+k');
  await expect(
    page.getByText('The palette could not be loaded. Reload the page when you are connected again.'),
  ).toBeVisible();
  await page.keyboard.type(' word');
  await expect(search).toHaveValue('half a word');
  await expectComplaints(complaints, NO_ANSWER);
});

test('text typed while a search reaches the URL is not lost', async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin' });
  await page.goto('/admin/products');
  const search = page.getByRole('main').getByRole('searchbox');
  await search.focus();
  await page.evaluate(() => {
    const replace = history.replaceState.bind(history);
    history.replaceState = (...change) => {
      replace(...change);
      history.replaceState = replace;
      document.execCommand('insertText', false, ' word');
    };
  });
  await search.fill('half a');
  await expect(page).toHaveURL('/admin/products?q=half+a+word');
  await expect(search).toHaveValue('half a word');
});

test('the audit log shows who opened a product, and sign-ins show refused attempts', async ({ page, shop }) => {
  const me = await signInAs(page, shop, { role: 'admin', name: 'Careful Admin' });
  const product = await shop.ask('buildProduct', { title: 'Looked At' });
  await page.goto(`/admin/products/${product.id}`);
  await expect(page.getByRole('dialog', { name: 'Edit Product' }).getByLabel('Product Code')).toHaveValue(product.code);
  await page.goto('/admin/audit');
  const row = page.getByRole('row').filter({ hasText: me.email });
  await expect(row.first()).toContainText(product.id);
  await expect(page.getByRole('main')).not.toContainText(product.code);
  await expect(row.first()).toContainText('127.0.0.1');

  const wrong = { email: me.email, password: 'Wrong-Horse-9' };
  expect((await page.request.post('/api/v1/auth/login', { data: wrong })).status()).toBe(401);
  await page.getByRole('link', { name: 'Sign-ins' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign-ins' })).toBeVisible();
  const refused = page.getByRole('row').filter({ hasText: me.email });
  await expect(refused.first()).toContainText('Refused');
  await expect(refused.first()).toContainText('127.0.0.1');
  for (const screen of ['audit', 'audit/sign-ins']) {
    await page.goto(`/admin/${screen}?page=999`);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  }
});

const screens = [
  'dashboard',
  'products',
  'products/new',
  'batches',
  'orders',
  'customers',
  'users',
  'feedbacks',
  'audit',
  'audit/sign-ins',
];
for (const screen of screens)
  test(`/admin/${screen} is accessible, fits a phone and survives a reload`, async ({ page, shop }) => {
    await signInAs(page, shop, { role: 'admin' });
    await placeOrder(shop, await shop.ask('buildProduct', {}));
    await page.goto(`/admin/${screen}`);
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeAttached();
    await expect(page.getByRole('status', { name: 'Loading...' })).toHaveCount(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeAttached();
  });

test('on a phone the section menu opens and closes, and rows work by keyboard', async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin' });
  // Another product, so that the row count shows when the search has finished.
  await shop.ask('buildProduct', {});
  const product = await shop.ask('buildProduct', { title: `Keyboard ${Date.now()}` });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/admin/dashboard');
  const sidebar = page.getByRole('navigation', { name: 'Back office' });
  const menu = sidebar.getByRole('button', { name: 'Dashboard' });
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await menu.click();
  await sidebar.getByRole('link', { name: 'Products' }).click();
  await expect(page).toHaveURL('/admin/products');
  await expect(sidebar.getByRole('link', { name: 'Products' })).toBeHidden();

  await page.getByPlaceholder('Search products...').fill(product.title);
  const remove = page.getByRole('button', { name: `Delete ${product.title}` });
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('checkbox', { name: `Select ${product.title}` }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: product.title, exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: `Edit ${product.title}` })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: `Duplicate ${product.title}` })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
});
