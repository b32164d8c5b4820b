import { expect, test } from './support/test.ts';

test('without JavaScript nothing waits for ever, and what needs it says so', async ({ browser, shop }) => {
  const product = await shop.ask('buildProduct', { title: 'Plain Voucher' });
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: shop.url });
  for (const path of ['/', '/contact', '/login', '/register', '/account/my-orders', `/products/${product.id}`]) {
    await page.goto(path);
    await expect(page.getByText('Loading...').filter({ visible: true }), path).toHaveCount(0);
  }
  for (const [path, what] of [
    ['/login', 'This page needs JavaScript'],
    ['/contact', 'Sending a message needs JavaScript'],
    [`/products/${product.id}`, 'Buying needs JavaScript'],
  ]) {
    await page.goto(path as string);
    await expect(page.getByText(what as string)).toBeVisible();
  }
  await page.close();
});

test('a message sent before any script is there does not end up in the address', async ({ browser, shop }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: shop.url });
  await page.goto('/contact');
  const form = page.getByRole('main').locator('form');
  await form.getByLabel('Message').fill('My code is SECRET-1');
  await form.getByLabel('Name').fill('Asha');
  await form.getByRole('button', { name: 'Send Message' }).click();
  expect(page.url()).not.toContain('SECRET');
  await page.close();
});
