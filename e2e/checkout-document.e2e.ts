import { expectHydrated, openPage } from './support/open-page.ts';
import { E2eShop } from './support/shop.ts';
import { expect, test } from './support/test.ts';

const LIVE = {
  RAZORPAY_KEY_ID: 'rzp_test_document',
  RAZORPAY_KEY_SECRET: 'document key secret',
  RAZORPAY_WEBHOOK_SECRET: 'document webhook secret',
};

test('a product page is loaded as a document if only that may open the payment dialog', async ({ page }) => {
  test.setTimeout(120_000);
  const live = await E2eShop.open(LIVE);
  try {
    const product = await live.ask('buildProduct', { title: 'Paid elsewhere' });
    const path = `/products/${product.id}`;
    // Before hydration every link loads a document.
    await openPage(page, live.url);
    const fetched = page.waitForResponse((response) => response.request().isNavigationRequest());
    await page.getByRole('link', { name: 'Paid elsewhere' }).first().click();
    const document = await fetched;
    expect(new URL(document.url()).pathname).toBe(path);
    expect(document.headers()['content-security-policy']).toContain('https://checkout.razorpay.com');
    await expect(page.getByRole('heading', { name: 'Paid elsewhere' })).toBeVisible();
    await expectHydrated(page);
    // In a document that may pay, other products open without a document load.
    await page.getByRole('link', { name: 'Digital Goods Marketplace' }).first().click();
    await expect(page).toHaveURL(`${live.url}/`);
    await page.getByRole('link', { name: 'Paid elsewhere' }).first().click();
    await expect(page).toHaveURL(`${live.url}${path}`);
    const documents = await page.evaluate(() => performance.getEntriesByType('navigation').map(({ name }) => name));
    expect(documents).toEqual([`${live.url}${path}`]);
    // The shop is closed next, and pending requests of the page would cause console errors.
    await page.goto('about:blank');
  } finally {
    await live.close();
  }
});

test('after a sign-in in another document the quantity is kept and Back skips /login', async ({ page }) => {
  test.setTimeout(120_000);
  const live = await E2eShop.open(LIVE);
  try {
    const product = await live.ask('buildProduct', { title: 'Three, please', units: 5 });
    const { email } = await live.ask('buildUser', {});
    await openPage(page, `${live.url}/about`);
    await openPage(page, `${live.url}/products/${product.id}`);
    for (const _ of [2, 3]) await page.getByRole('button', { name: 'One more' }).click();
    await page.getByRole('button', { name: 'Buy Now' }).click();
    await expect(page.getByText('You are about to buy Three, please for ₹1,497')).toBeVisible();
    // Load /login as a document, which may not open the payment dialog.
    await page.reload();
    await expect(page.getByText('You are about to buy Three, please for ₹1,497')).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('Correct-Horse-9');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(`${live.url}/products/${product.id}`);
    await expect(page.locator('html')).toHaveAttribute('data-pays', 'true');
    await expect(page.getByRole('status', { name: 'Total' })).toContainText('3 × ₹499');
    await expectHydrated(page);
    await page.goBack();
    await expect(page).toHaveURL(`${live.url}/products/${product.id}`);
    await page.goBack();
    await expect(page).toHaveURL(`${live.url}/about`);
    await page.goto('about:blank');
  } finally {
    await live.close();
  }
});
