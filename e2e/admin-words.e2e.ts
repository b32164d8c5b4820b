import { placeOrder, shortId } from './support/api-calls.ts';
import { holdReply } from './support/held-reply.ts';
import { picture } from './support/picture.ts';
import { productForm } from './support/product-form.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin' });
});

test('a refunded order is called so in the list, in its modal, on its page and on the dashboard', async ({
  page,
  shop,
}) => {
  const product = await shop.ask('buildProduct', {});
  const { order } = await placeOrder(shop, product);
  await shop.ask('query', `update orders set payment_status = 'refunded' where id = '${order._id}'`);
  await page.goto(`/admin/orders?q=${order._id}`);
  const row = page.getByRole('row').filter({ hasText: shortId(order._id) });
  await expect(row.getByRole('cell', { name: 'Refunded', exact: true })).toBeVisible();
  await row.getByRole('link', { name: /^View/ }).click();
  const modal = page.getByRole('dialog');
  await expect(modal.getByRole('tabpanel')).toContainText('StatusRefunded');
  await page.goto(`/admin/orders/${order._id}`);
  await expect(page.getByText(order.razorpayOrderId)).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('Cancelled');
  await page.goto('/admin/dashboard');
  const entry = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: shortId(order._id) }) });
  await expect(entry).toContainText('Refunded');
});

test('a refused picture says why, also after a save was refused', async ({ page }) => {
  await page.goto('/admin/products/new');
  const form = productForm(page);
  await expect(form.getByLabel('Product Title')).toBeFocused();
  await form.getByRole('button', { name: 'Save Product' }).click();
  await expect(form.getByText('Company name is required')).toBeVisible();
  const images = form.getByLabel('Images', { exact: true });
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') };
  await images.setInputFiles([picture('one.png'), notes]);
  await expect(form.getByText('one.png', { exact: true })).toBeVisible();
  await expect(form.getByText('Company name is required')).toBeVisible();
  await expect(form.getByText('Only PNG, JPG, GIF, WebP or AVIF images can be uploaded.')).toBeVisible();
  await images.setInputFiles(picture('two.png'));
  await expect(form.getByText('two.png', { exact: true })).toBeVisible();
  await expect(form.getByText('Only PNG, JPG, GIF, WebP or AVIF images can be uploaded.')).toHaveCount(0);
  await images.setInputFiles(Array.from({ length: 7 }, (_, number) => picture(`more-${number}.png`)));
  await expect(form.getByText('At most 8 images')).toBeVisible();
  await form.getByRole('button', { name: 'Remove two.png' }).click();
  await expect(form.getByText('At most 8 images')).toHaveCount(0);
});

test('what loads says so to the eye too', async ({ page }) => {
  const contacts = await holdReply(page, /\/api\/v1\/contact(\?|$)/);
  await page.goto('/admin/feedbacks');
  await contacts.asked;
  const text = page.getByText('Loading contacts...');
  await expect(text).toBeVisible();
  expect((await text.boundingBox())?.width).toBeGreaterThan(90);
  await contacts.release();
  await expect(text).toHaveCount(0);
});

test('an order is found by four characters out of its id', async ({ page, shop }) => {
  const { order } = await placeOrder(shop, await shop.ask('buildProduct', {}));
  await page.goto('/admin/orders');
  for (const part of [order._id.slice(-6, -2), order._id.slice(-12, -8)]) {
    await page.getByPlaceholder('Search orders...').fill(part.toUpperCase());
    await expect(page).toHaveURL(new RegExp(`q=${part}`, 'i'));
    await expect(page.getByRole('row').filter({ hasText: shortId(order._id) })).toBeVisible();
  }
});

test('the order of a closed account leads to what is kept of it', async ({ page, shop }) => {
  const { user, order } = await placeOrder(shop, await shop.ask('buildProduct', {}), { name: 'Meera Left' });
  await shop.ask(
    'query',
    `update users set closed_at = '2026-01-02T03:04:05Z', active = false where id = '${user.id}'`,
  );
  await page.goto(`/admin/orders?q=${order._id}`);
  await page.getByRole('link', { name: /^Meera Left/ }).click();
  await expect(page.getByRole('heading', { name: 'Meera Left' })).toBeVisible();
  await expect(page.getByText('Account closed on 2 Jan 2026')).toBeVisible();
  await expect(page.locator('summary')).toContainText(order._id);
});
