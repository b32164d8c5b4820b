import { expect, expectAccessible, test } from './support/test.ts';

test('the home page lists products from the database, with rupees, in light and dark', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', { title: 'Lakh Gift Card', price: 123_456 });
  await page.goto('/');
  const card = page.getByRole('link', { name: product.title });
  await expect(card).toContainText('₹1,23,456');
  await expect(card).toContainText('View Details');
  await expectAccessible(page);
});

test('an address that leads nowhere says so and offers ways on', async ({ page, complaints }) => {
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
  await expectAccessible(page);
  complaints.length = 0;
});
