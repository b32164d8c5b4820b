import { placeOrder, shortId } from './support/api-calls.ts';
import { holdReply } from './support/held-reply.ts';
import { openPage } from './support/open-page.ts';
import { signInAs } from './support/sign-in.ts';
import { buildPool } from './support/stock.ts';
import { expect, test } from './support/test.ts';

/** A late reply must not overwrite newer state, and must not move the focus of a user who has gone on. */

test('a late code, cancellation, report or page does not take the focus from a field', async ({ page, shop }) => {
  const user = await signInAs(page, shop);
  const free = await shop.ask('buildProduct', { price: 0, title: 'Free voucher' });
  const dear = await shop.ask('buildProduct', { title: 'Dear voucher' });
  for (const [{ id }, amount] of [[free, 0] as const, [dear, dear.price_paise / 100] as const]) {
    const data = { productId: id, amount, quantity: 1 };
    await page.request.post('/api/v1/orders/create', { data, headers: { origin: shop.url } });
  }
  await page.goto('/account/my-orders');
  const search = page.getByLabel('Search your orders');

  await page.getByRole('button', { name: /Free voucher/ }).click();
  const code = await holdReply(page, /\/reveal$/);
  await page.getByRole('button', { name: 'Reveal code' }).click();
  await search.fill('dear');
  await code.release();
  await expect(page.getByRole('button', { name: 'Hide code' })).toBeVisible();
  await expect(search).toBeFocused();

  await page.getByRole('button', { name: /Dear voucher/ }).click();
  const deletion = await holdReply(page, /\/orders\/[^/]+$/);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await search.focus();
  await deletion.release();
  await expect(page.getByText('Order deleted successfully')).toBeVisible();
  await expect(search).toBeFocused();

  const products = page.getByRole('combobox', { name: 'Search products' });
  const report = page.getByRole('dialog', { name: 'Report an Issue' });
  await page.getByRole('button', { name: 'Report an Issue' }).click();
  await report.getByLabel('Name').fill('Asha Rao');
  await report.getByLabel('Email').fill(user.email);
  await report.getByLabel('Issue Type').selectOption('Bug Report');
  await report.getByLabel('Message').fill('The button does nothing');
  const thanks = await holdReply(page, /\/contact\//);
  await report.getByRole('button', { name: 'Submit Report' }).click();
  await products.fill('vou');
  await thanks.release();
  await expect(page.getByRole('dialog', { name: 'Thank you!' })).toBeVisible();
  await expect(products).toBeFocused();

  const chunk = await holdReply(page, /\/assets\/about\.page/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click();
  await products.fill('voucher');
  await chunk.release();
  await expect(page.getByRole('heading', { level: 1, name: 'Our Vision for Digital Commerce' })).toBeVisible();
  await expect(products).toBeFocused();
});

test('a new stock alert stays set when a late reply says that there is none', async ({ page, shop }) => {
  await signInAs(page, shop);
  const { id } = await buildPool(shop, { title: 'Awaited' });
  const known = await holdReply(page, /\/alert$/, (route) => route.fulfill({ json: { data: { isSet: false } } }));
  await openPage(page, `/products/${id}`);
  await known.asked;
  await page.getByRole('button', { name: 'Tell me when it is back' }).click();
  await expect(page.getByText('We will write to you when it is back.')).toBeVisible();
  await known.release();
  await expect(page.getByText('We will write to you when it is back.')).toBeVisible();
});

test.describe('the administration', () => {
  test.beforeEach(async ({ page, shop }) => {
    await signInAs(page, shop, { role: 'admin' });
  });

  test("a late status change of one order does not close another order's dialog", async ({ page, shop }) => {
    const product = await shop.ask('buildProduct', {});
    const { order: first } = await placeOrder(shop, product);
    const { order: second } = await placeOrder(shop, product);
    await page.goto('/admin/orders');
    const status = ({ _id }: { _id: string }) => page.getByLabel(`Payment status of ${shortId(_id)}`);
    const change = await holdReply(page, /\/status$/);
    await status(first).selectOption('Failed');
    await status(second).selectOption('Refunded');
    const question = page.getByRole('alertdialog', { name: 'Refund order' });
    await expect(question).toBeVisible();
    await change.release();
    await expect(page.getByText('Order updated successfully')).toBeVisible();
    await expect(question).toBeVisible();
  });

  test('a late reply to a bulk change shows no Undo button on another page', async ({ page, shop }) => {
    await shop.ask('buildProduct', { title: 'Left behind' });
    await page.goto('/admin/products');
    await page.getByLabel('Select Left behind').check();
    const change = await holdReply(page, /\/products\/bulk/);
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('link', { name: 'Feedbacks' }).click();
    await expect(page.getByRole('heading', { name: 'Contact Management' })).toBeVisible();
    await change.release();
    await expect(page.getByText('Products updated successfully')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  });

  test('a form that is left while saving closes after the save and stays closed', async ({ page, shop }) => {
    const { order } = await placeOrder(shop, await shop.ask('buildProduct', { title: 'Saved slowly' }));
    await page.goto(`/admin/orders?q=${order._id}`);
    await page.getByRole('link', { name: 'Saved slowly' }).click();
    const form = page.getByRole('dialog', { name: 'Edit Product' });
    await expect(form.getByLabel('Product Title')).toHaveValue('Saved slowly');
    const save = await holdReply(page, /\/admin\/products\/[^/]+$/);
    await form.getByRole('button', { name: 'Save Product' }).click();
    await save.asked;
    await page.evaluate(() => history.back());
    await expect(form.getByRole('button', { name: 'Processing...' })).toBeVisible();
    await save.release();
    await expect(page.getByText('Product updated successfully')).toBeVisible();
    await expect(form).toHaveCount(0);
    await expect(page).toHaveURL(/\/admin\/products/);
  });

  test('a delayed search does not close a dialog that was opened meanwhile', async ({ page, shop }) => {
    const { order } = await placeOrder(shop, await shop.ask('buildProduct', {}));
    await page.goto('/admin/orders');
    const view = page.getByRole('link', { name: `View ${shortId(order._id)}` });
    await view.waitFor();
    await page.getByLabel('Search orders...').fill(order._id);
    await view.click();
    const modal = page.getByRole('dialog', { name: `Order #${order._id.slice(-8)}` });
    await expect(page).toHaveURL(/q=/);
    await expect(modal).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Orders Management', includeHidden: true })).toBeVisible();
  });

  test('a delayed search does not return to a page that was left', async ({ page }) => {
    await page.goto('/admin/orders');
    const chunk = await holdReply(page, /\/assets\/customers\.page/);
    await page.getByLabel('Search orders...').fill('what');
    await page.getByRole('link', { name: 'Customers' }).click();
    // Wait longer than the debounce of the search.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
    await chunk.release();
    await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  });

  test('late search results do not change the option that is already selected', async ({ page, shop }) => {
    await shop.ask('buildProduct', { title: 'Found later' });
    await page.goto('/admin/feedbacks');
    await expect(page.getByRole('heading', { name: 'Contact Management' })).toBeVisible();
    await page.keyboard.press('Control+k');
    const found = await holdReply(page, /\/admin\/products\/search/);
    await page.getByRole('combobox', { name: 'Jump to' }).fill('Found later');
    await found.asked;
    await page.keyboard.press('ArrowDown');
    const options = page.getByRole('dialog', { name: 'Jump to' }).getByRole('option');
    const chosen = options.and(page.getByRole('option', { selected: true }));
    await expect(chosen).toHaveText('Search batches for “Found later”');
    await found.release();
    await expect(options).toHaveCount(7);
    await expect(chosen).toHaveText('Search batches for “Found later”');
  });

  test('saved views that are deleted at the same time all stay deleted', async ({ page, shop }) => {
    await page.goto('/admin/orders');
    for (const name of ['One', 'Two', 'Three'])
      await page.request.post('/api/v1/admin/views', {
        data: { list: 'orders', name, search: `q=${name}` },
        headers: { origin: shop.url },
      });
    await page.getByRole('button', { name: 'Views' }).click();
    const first = await holdReply(page, /\/admin\/views\//);
    await page.getByRole('button', { name: 'Delete view One' }).click();
    await page.getByRole('button', { name: 'Delete view Two' }).click();
    await expect(page.getByRole('link', { name: 'Two', exact: true })).toHaveCount(0);
    await first.release();
    await expect(page.getByRole('link', { name: 'One', exact: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Two', exact: true })).toHaveCount(0);
  });
});
