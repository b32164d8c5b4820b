import { signInAsNewCustomer } from './support/buyer.ts';
import { holdAnswer } from './support/late-answer.ts';
import { expect, expectComplaints, test } from './support/test.ts';

test('My Orders: pages of three, one order open at a time', async ({ page, shop }) => {
  await signInAsNewCustomer(page, shop);
  for (let number = 1; number <= 4; number++) {
    const product = await shop.ask('buildProduct', { price: 0, title: `Gift ${number}` });
    await page.goto(`/products/${product.id}`);
    await page.getByRole('button', { name: 'Buy Now' }).click();
    await expect(page.getByRole('dialog', { name: 'Order Successful' })).toBeVisible();
  }
  await page.goto('/account/my-orders');
  const orders = page.getByRole('main').getByRole('article');
  await expect(orders).toHaveCount(3);
  await expect(orders.first()).toContainText('Gift 4');
  await page.getByRole('button', { name: /Gift 4/ }).click();
  await expect(page.getByRole('button', { name: /Gift 4/ })).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: /Gift 3/ }).click();
  await expect(page.getByRole('button', { name: /Gift 4/ })).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: '2' }).click();
  await expect(orders).toHaveCount(1);
  await expect(orders.first()).toContainText('Gift 1');
  await page.reload();
  await expect(orders.first()).toContainText('Gift 1');
});

test('My Orders: a late answer for one page does not replace another', async ({ page, shop, complaints }) => {
  await signInAsNewCustomer(page, shop);
  for (let number = 1; number <= 4; number++) {
    const product = await shop.ask('buildProduct', { price: 0, title: `Gift ${number}` });
    const data = { productId: product.id, amount: 0, quantity: 1 };
    expect((await page.request.post('/api/v1/orders/create', { data, headers: { origin: shop.url } })).status()).toBe(
      201,
    );
  }
  await page.goto('/account/my-orders');
  const orders = page.getByRole('main').getByRole('article');
  const pages = page.getByRole('navigation', { name: 'Pagination' });
  await expect(orders).toHaveCount(3);
  const secondPage = /\/api\/v1\/orders\/my-orders\?page=2/;
  await page.route(secondPage, (route) => route.fulfill({ status: 503, json: { message: 'Down' } }), { times: 1 });
  await pages.getByRole('link', { name: '2' }).click();
  await expect(page.getByRole('alert')).toContainText('Down');
  await expectComplaints(complaints, 503);
  const answer = await holdAnswer(page, secondPage);
  await page.getByRole('button', { name: 'Try again' }).click();
  await answer.asked;
  await pages.getByRole('link', { name: '1' }).click();
  await expect(page).toHaveURL(/page=1/);
  await expect(orders.first()).toContainText('Gift 4');
  await answer.release();
  await expect(orders).toHaveCount(3);
  await expect(orders.first()).toContainText('Gift 4');
});
