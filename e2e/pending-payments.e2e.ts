import type { Page } from '@playwright/test';
import { failures } from '@shop/contract/failures/failures';
import { expectAccessible } from './support/accessible.ts';
import { payByCard, payByUpi, paymentDialog, startBuying } from './support/buyer.ts';
import { type Answer, intercept, loseReply } from './support/intercept.ts';
import { openPage } from './support/open-page.ts';
import type { E2eShop } from './support/shop.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, NO_ANSWER, test } from './support/test.ts';

const GOOD_CARD = '4100 2800 0000 1007';
const HOUR_MS = 60 * 60_000;
const CONFIRMING = 'Your bank is confirming ₹499. Do not pay again.';

const success = (page: Page) => page.getByRole('dialog', { name: 'Order Successful' });
const buyNow = (page: Page) => page.getByRole('button', { name: 'Buy Now' });

/** Starts a UPI payment that the bank has not confirmed yet. Returns a function that confirms it. */
async function payLate(page: Page, shop: E2eShop, productId: string) {
  await startBuying(page, productId);
  await shop.ask('confirmLater', HOUR_MS);
  await payByUpi(page, 'late@razorpay');
  await expect(page.getByText('Your bank is still confirming this payment.')).toBeVisible();
  return async () => {
    const [order] = await shop.ask(
      'query',
      `select at.provider_order_id from orders join provider_orders at on order_id = id where product_id = '${productId}'`,
    );
    await shop.ask('capture', order?.provider_order_id);
  };
}

test('a late UPI payment hides Buy Now, shows a waiting line and ends in a code', async ({
  page,
  shop,
  complaints,
}) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { units: 1 });
  const confirmPayment = await payLate(page, shop, product.id);
  await paymentDialog(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: CONFIRMING })).toBeVisible();
  await expect(buyNow(page)).toHaveCount(0);
  await expectAccessible(page);
  await confirmPayment();
  await expect(success(page)).toContainText('pay_');
  await expectComplaints(complaints, 409);
});

test('a recent purchase is shown even if the check of another unpaid order fails', async ({
  page,
  shop,
  complaints,
}) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { units: 9, max_per_customer: 3 });
  await startBuying(page, product.id);
  await payByCard(page, GOOD_CARD);
  await expect(success(page)).toBeVisible();
  const data = { productId: product.id, amount: 499, quantity: 1 };
  await page.request.post('/api/v1/orders/create', { data, headers: { origin: shop.url } });
  await intercept(page, '**/api/v1/orders/*/check', (route) => route.fulfill({ status: 503 }));
  await page.reload();
  const buy = page.getByRole('region', { name: 'Buy', exact: true });
  await expect(buy.getByRole('status').filter({ hasText: 'You bought this' })).toBeVisible();
  await expectComplaints(complaints, 503);
});

test('a buyer who has paid and returns sees their purchase and a link to the code', async ({
  page,
  shop,
  complaints,
}) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', {});
  const confirmPayment = await payLate(page, shop, product.id);
  await paymentDialog(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText(CONFIRMING)).toBeVisible();
  await page.getByRole('link', { name: 'All products' }).click();
  await expect(page).toHaveURL('/');
  await confirmPayment();
  await page.goBack();
  const buy = page.getByRole('region', { name: 'Buy', exact: true });
  await expect(buy.getByRole('status').filter({ hasText: 'You bought this' })).toBeVisible();
  await expect(buyNow(page)).toBeEnabled();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(buy.getByRole('link', { name: 'See your code' })).toBeInViewport({ ratio: 1 });
  await buy.getByRole('link', { name: 'See your code' }).click();
  await expect(page.getByRole('button', { name: 'Reveal code' })).toBeVisible();
  await expectComplaints(complaints, 409);
});

test('a late UPI payment is listed after a reload, and its result appears by itself', async ({ page, shop }) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { units: 1, title: 'Patient Voucher' });
  const confirmPayment = await payLate(page, shop, product.id);
  const [later, orders] = [await page.context().newPage(), await page.context().newPage()];
  await page.close();
  await later.goto(`/products/${product.id}`);
  await expect(later.getByText(CONFIRMING)).toBeVisible();
  await expect(buyNow(later)).toHaveCount(0);
  await orders.goto('/account/my-orders');
  const order = orders.getByRole('button', { name: /Patient Voucher/ });
  await expect(order).toContainText('Awaiting payment');
  await order.click();
  await expect(orders.getByText(CONFIRMING)).toBeVisible();
  await expectAccessible(orders);
  await confirmPayment();
  await expect(order).toContainText('Delivered');
  await expect(orders.getByRole('button', { name: 'Reveal code' })).toBeVisible();
  await expect(success(later)).toBeVisible();
});

test('a lost reply to the verification leads to polling and not to a failure', async ({ page, shop, complaints }) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { units: 1 });
  await startBuying(page, product.id);
  await page.route('**/api/v1/orders/verify-payment', (route) => route.abort());
  await payByCard(page, GOOD_CARD);
  await expect(success(page)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expectComplaints(complaints, NO_ANSWER);
});

test('a connection lost after paying never asks to pay again, and the code comes later', async ({
  page,
  shop,
  complaints,
}) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { units: 1 });
  await startBuying(page, product.id);
  await page.route('**/checkout/pay', async (route) => {
    const response = await route.fetch();
    await page.context().setOffline(true);
    await route.fulfill({ response });
  });
  await payByCard(page, GOOD_CARD);
  await expect(page.getByRole('button', { name: 'Confirming your payment…' })).toBeDisabled();
  await expect(buyNow(page)).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(success(page)).toBeVisible();
  await expect(page.getByText('Failed to fetch')).toHaveCount(0);
  await expectComplaints(complaints, 'net::ERR_INTERNET_DISCONNECTED');
});

test('a provider failure is not shown as a confirming bank; a lost reply is paid once', async ({
  page,
  shop,
  complaints,
}) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { units: 1 });
  await startBuying(page, product.id);
  const unavailable = { status: 503, json: { message: 'Try again', code: 'TEMPORARILY_UNAVAILABLE' } };
  await intercept(page, '**/checkout/pay', (route) => route.fulfill(unavailable), { times: 1 });
  await payByCard(page, GOOD_CARD);
  const said = paymentDialog(page).getByRole('alert');
  await expect(said).toHaveText('The bank could not be reached. Check your connection and try again.');
  await intercept(page, '**/checkout/pay', loseReply, { times: 1 });
  await payByCard(page, GOOD_CARD);
  await expect(said).toHaveText('The bank could not be reached. Check your connection and try again.');
  await payByCard(page, GOOD_CARD);
  await expect(said).toHaveText('Payment already done for this order.');
  await page.keyboard.press('Escape');
  await expect(success(page)).toBeVisible();
  await expectComplaints(complaints, 503, NO_ANSWER, 400, 409);
});

test('Buy Now without a connection shows a message, and the page keeps working', async ({ page, shop, complaints }) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { units: 1 });
  const own = page.waitForResponse(/\/orders\/my-orders\?product=/);
  await page.goto(`/products/${product.id}`);
  await own;
  await page.context().setOffline(true);
  await buyNow(page).click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Order creation failed. Please try again.');
  await expect(alert).toContainText('The shop cannot be reached.');
  await expect(page.getByText('Failed to fetch')).toHaveCount(0);
  await page.context().setOffline(false);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(paymentDialog(page)).toBeVisible();
  await expectComplaints(complaints, 'net::ERR_INTERNET_DISCONNECTED');
});

test('a click that starts before the purchase chunk is loaded still buys', async ({ page, shop }) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { units: 1 });
  const { promise: isPressed, resolve: press } = Promise.withResolvers<void>();
  await page.route(/assets\/purchase-[^/]*\.js/, async (route) => {
    await isPressed;
    await route.continue();
  });
  const loaded = page.waitForResponse(/assets\/purchase-[^/]*\.js/);
  await page.goto(`/products/${product.id}`);
  await expect(buyNow(page)).toBeEnabled();
  await buyNow(page).hover();
  await page.mouse.down();
  press();
  // A second import resolves when the module is loaded. Its waiting component renders in the following frames.
  await page.evaluate(async (url) => {
    await import(url);
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
  }, (await loaded).url());
  await page.mouse.up();
  await expect(paymentDialog(page)).toBeVisible();
});

test('if the purchase chunk cannot load, nothing is ordered and a reload is offered', async ({
  page,
  shop,
  complaints,
}) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { units: 1 });
  const reconnect = await intercept(page, /assets\/purchase-[^/]*\.js/, (route) => route.abort());
  await page.goto(`/products/${product.id}`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible();
  await buyNow(page).click();
  await expect(page.getByText('Nothing was ordered. The checkout could not be loaded. Reload the page')).toBeVisible();
  await expect(buyNow(page)).toBeEnabled();
  reconnect();
  await page.reload();
  await buyNow(page).click();
  await expect(paymentDialog(page)).toBeVisible();
  await expectComplaints(complaints, NO_ANSWER);
});

/** A proxy timeout with a reply in our failure format. */
const proxyTimeout: Answer = async (route) => {
  await route.fetch();
  const { status, code, message } = failures.databaseUnavailable;
  await route.fulfill({ status, json: { code, message } });
};

for (const [how, answer, complaint] of [
  ['was lost', loseReply, NO_ANSWER],
  ['a proxy replaced', proxyTimeout, 503],
] as const)
  test(`an order whose reply ${how} is made only once`, async ({ page, shop, complaints }) => {
    await signInAs(page, shop);
    const product = await shop.ask('buildProduct', { units: 1 });
    await intercept(page, '**/api/v1/orders/create', answer, { times: 1 });
    await page.goto(`/products/${product.id}`);
    await buyNow(page).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Try again' }).click();
    await payByCard(page, GOOD_CARD);
    await expect(success(page)).toBeVisible();
    await expectComplaints(complaints, complaint);
  });

test('a wish-list heart whose chunk cannot load asks to reload the page', async ({ page, shop, complaints }) => {
  const { title } = await shop.ask('buildProduct', {});
  await intercept(page, /assets\/wishes-[^/]*\.js/, (route) => route.fulfill({ status: 404 }));
  await openPage(page, '/');
  await page.getByRole('button', { name: `Keep ${title} on your wish list` }).click();
  await expect(page.getByText('The wish list could not be loaded. Reload the page')).toBeVisible();
  await expectComplaints(complaints, 404);
});

test('a page whose chunk cannot load keeps the header and offers a reload', async ({ page, complaints }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
  const reconnect = await intercept(page, /assets\/faq\.page-[^/]*\.js/, (route) => route.abort());
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Get Started' })).toBeVisible();
  await expectAccessible(page);
  reconnect();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Something went wrong');
  complaints.length = 0;
});
