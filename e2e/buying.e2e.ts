import { expectAccessible } from './support/accessible.ts';
import { payByCard, payByUpi, paymentDialog, startBuying } from './support/buyer.ts';
import { holdReply } from './support/held-reply.ts';
import { intercept } from './support/intercept.ts';
import { openPage, userRequestsDone } from './support/open-page.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, NO_ANSWER, test } from './support/test.ts';

const GOOD_CARD = '4100 2800 0000 1007';
const DECLINED_CARD = '4100 2800 0006 0003';
const POOR_CARD = '4100 2800 0008 0001';

const unitsOf = (productId: string) =>
  `select state, count(*)::int as units from units where product_id = '${productId}' group by state order by state`;

test('a buyer pays by card, gets the code in My Orders and by mail, and rates it', async ({ page, shop, context }) => {
  test.setTimeout(120_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const user = await signInAs(page, shop);
  const product = await shop.ask('buildProduct', {
    title: 'Chai Voucher',
    price: 1_23_456,
    code: 'CHAI-0001-TEST',
    how_to_redeem: [`Open https://redeem.example/${'a1b2c3d4'.repeat(8)}`],
  });
  await startBuying(page, product.id);
  await expect(paymentDialog(page)).toContainText('Test payment – no real money moves');
  await expect(paymentDialog(page)).toContainText('₹1,23,456');
  await expectAccessible(page);
  await payByCard(page, GOOD_CARD);

  const modal = page.getByRole('dialog', { name: 'Order Successful' });
  await expect(modal).toBeVisible();
  for (const label of ['Order ID', 'Payment Date', 'Payment ID', 'Payment Method', 'Quantity'])
    await expect(modal.getByText(label, { exact: true })).toBeVisible();
  await expect(modal.getByText('Completed')).toBeVisible();
  await expect(modal.getByText('₹1,23,456 INR')).toBeVisible();
  await expect(modal.locator('.confetti i')).toHaveCount(20);
  await expect(modal.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', '/contact');
  await expectAccessible(page);

  await modal.getByRole('link', { name: 'View My Orders' }).click();
  await expect(page).toHaveURL('/account/my-orders');
  const order = page.getByRole('button', { name: /Chai Voucher/ });
  await expect(order).toContainText('Delivered');
  await order.click();
  const main = page.getByRole('main');
  await expect(main).not.toContainText('CHAI');
  await main.getByRole('button', { name: 'Reveal code' }).click();
  await main.getByRole('button', { name: 'Copy code' }).click();
  await expect(main.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('CHAI-0001-TEST');

  await main.getByRole('radio', { name: '4 stars' }).check();
  await main.getByRole('button', { name: 'Save rating' }).click();
  await expect(main.getByRole('button', { name: 'Change rating' })).toBeFocused();
  await expect(main.getByRole('region', { name: 'Receipt' })).toContainText('₹1,23,456');
  await expectAccessible(page);

  const mails = await shop.ask('mailsTo', user.email);
  const delivery = mails.find((mail) => mail.subject?.includes('Chai Voucher'));
  expect(delivery?.text).toContain('CHAI-0001-TEST');
  expect(mails.map((mail) => mail.subject).join()).not.toContain('CHAI-0001');
  await page.goto(`/products/${product.id}`);
  await expect(page.getByRole('img', { name: /4/ }).first()).toBeVisible();

  await page.goto('about:blank');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.setContent(delivery?.html ?? '');
  await expect(page.getByRole('row', { name: 'Payment' })).toContainText('Card, pay_');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

for (const [number, reason] of [
  [DECLINED_CARD, /Payment failed: .*declined/i],
  [POOR_CARD, /Payment failed: .*insufficient/i],
] as const)
  test(`a failed card (${number}) shows the reason and frees the unit`, async ({ page, shop, complaints }) => {
    await signInAs(page, shop);
    const product = await shop.ask('buildProduct', { units: 1 });
    await startBuying(page, product.id);
    await payByCard(page, number);
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText(reason);
    await expectAccessible(page);
    await expect(async () => {
      expect(await shop.ask('query', unitsOf(product.id))).toEqual([{ state: 'available', units: 1 }]);
    }).toPass();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await payByCard(page, GOOD_CARD);
    await expect(page.getByRole('dialog', { name: 'Order Successful' })).toBeVisible();
    await expectComplaints(complaints, 400);
  });

test('closing the payment dialog without paying cancels the order and frees the unit', async ({ page, shop }) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { units: 1 });
  await startBuying(page, product.id);
  expect(await shop.ask('query', unitsOf(product.id))).toEqual([{ state: 'held', units: 1 }]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Buy Now' })).toBeEnabled();
  await expect(async () => {
    expect(await shop.ask('query', unitsOf(product.id))).toEqual([{ state: 'available', units: 1 }]);
  }).toPass();
  await page.goto('/account/my-orders');
  await expect(page.getByText("You haven't placed any orders yet.")).toBeVisible();
  await expectAccessible(page);
});

test('going back or reloading with an open payment dialog cancels the order', async ({ page, shop }) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { units: 1, title: `Left behind ${Date.now()}` });
  await page.goto('/');
  await page.getByRole('link', { name: product.title }).click();
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(paymentDialog(page)).toBeVisible();
  await expect(page).toHaveURL(`/products/${product.id}`);
  await page.goBack();
  await expect(paymentDialog(page)).toBeHidden();
  const expectUnitReleased = () =>
    expect.poll(() => shop.ask('query', unitsOf(product.id))).toEqual([{ state: 'available', units: 1 }]);
  await expectUnitReleased();
  await page.goto(`/products/${product.id}`);
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(paymentDialog(page)).toBeVisible();
  await page.reload();
  await expectUnitReleased();
});

for (const [moment, address] of [
  ['the order is being made', /\/api\/v1\/orders\/create$/],
  ['the payment dialog is loading', /\/checkout\.js$/],
] as const)
  test(`leaving the page while ${moment} cancels the order`, async ({ page, shop }) => {
    await signInAs(page, shop);
    const product = await shop.ask('buildProduct', { units: 1 });
    await page.goto(`/products/${product.id}`);
    const held = await holdReply(page, address);
    const deletion = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByRole('button', { name: 'Buy Now' }).click();
    await held.asked;
    await page.getByRole('link', { name: 'All products' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /Vouchers, gift cards and keys/ })).toBeVisible();
    await held.release();
    expect((await deletion).status()).toBe(200);
    await expect(paymentDialog(page)).toHaveCount(0);
    expect(await shop.ask('query', unitsOf(product.id))).toEqual([{ state: 'available', units: 1 }]);
  });

test('UPI pays as well', async ({ page, shop }) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', {});
  await startBuying(page, product.id);
  await payByUpi(page, 'success@razorpay');
  await expect(page.getByRole('dialog', { name: 'Order Successful' })).toContainText('UPI');
});

test('a browser lost right after paying still gets its code', async ({ page, shop }) => {
  test.setTimeout(120_000);
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { title: 'Late Voucher', units: 1 });
  await startBuying(page, product.id);
  await payByUpi(page, 'late@razorpay');
  await expect(page.getByText('Your bank is still confirming this payment.')).toBeVisible();
  const next = await page.context().newPage();
  await page.close();
  await expect(async () => {
    await next.goto('/account/my-orders');
    await expect(next.getByRole('button', { name: /Late Voucher/ })).toContainText('Delivered', { timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await next.close();
});

test('a visitor signs in and comes back to the product', async ({ page, shop }) => {
  const person = await shop.ask('buildUser', {});
  const product = await shop.ask('buildProduct', {});
  await openPage(page, `/products/${product.id}`);
  await page.getByRole('button', { name: 'One more' }).click();
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText(`You are about to buy ${product.title} for ₹998.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByText(`You are about to buy ${product.title} for ₹998.`)).toBeVisible();
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  // The form that is left has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-9');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(`/products/${product.id}`);
  await expect(page.getByRole('status', { name: 'Total' })).toContainText('2 × ₹499');
});

test('a unit that is released while the page loads is shown as on sale again', async ({ page, shop }) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { units: 1 });
  const data = { productId: product.id, amount: 499, quantity: 1 };
  const headers = { origin: shop.url };
  const { order } = await (await page.request.post('/api/v1/orders/create', { data, headers })).json();
  const purchase = await holdReply(page, /assets\/purchase-[^/]*\.js/);
  await page.goto(`/products/${product.id}`);
  await expect(page.getByText('Sold out', { exact: true })).toBeVisible();
  await purchase.asked;
  await page.request.delete(`/api/v1/orders/${order._id}`, { headers });
  await purchase.release();
  await expect(page.getByRole('button', { name: 'Buy Now' })).toBeEnabled();
});

test('a product that sells out, changes price or is withdrawn is not sold silently', async ({
  page,
  shop,
  complaints,
}) => {
  await signInAs(page, shop);
  const dearer = await shop.ask('buildProduct', {});
  await page.goto(`/products/${dearer.id}`);
  await shop.ask('query', `update products set price_paise = 59900 where id = '${dearer.id}'`);
  await page.getByRole('button', { name: 'Buy Now' }).click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('₹599');
  await alert.getByRole('button', { name: 'Buy at ₹599' }).click();
  await expect(paymentDialog(page)).toContainText('₹599');

  const gone = await shop.ask('buildProduct', { units: 1 });
  await page.goto(`/products/${gone.id}`);
  await shop.ask('query', `update units set state = 'withdrawn' where product_id = '${gone.id}'`);
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(alert).toContainText('sold out');
  await expectComplaints(complaints, 409);
});

test('a one-time product can be bought once and then links to its code', async ({ page, shop }) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { is_one_time_use: true });
  await startBuying(page, product.id);
  await payByCard(page, GOOD_CARD);
  await page.getByRole('dialog', { name: 'Order Successful' }).getByRole('button', { name: 'Close' }).click();
  const owned = page.getByRole('region', { name: 'Buy', exact: true });
  await expect(owned).toContainText(/You bought this on \d+ \w+\./);
  await expect(owned.getByRole('button', { name: 'Buy Now' })).toHaveCount(0);
  await expectAccessible(page);
  await owned.getByRole('link', { name: 'See your code' }).click();
  await expect(page.getByRole('button', { name: product.title })).toHaveAttribute('aria-expanded', 'true');
});

test('a free product is delivered without a payment dialog', async ({ page, shop }) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { price: 0 });
  await page.goto(`/products/${product.id}`);
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(page.getByRole('dialog', { name: 'Order Successful' })).toContainText('₹0 INR');
});

test('failures without a helpful message show the specified texts', async ({ page, shop, complaints }) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', {});
  const reconnect = await intercept(page, '**/api/v1/orders/create', (route) => route.abort());
  await page.goto(`/products/${product.id}`);
  await page.getByRole('button', { name: 'Buy Now' }).click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Order creation failed. Please try again.');
  reconnect();
  const sentence = 'Payment verification failed. Please contact support.';
  await page.route('**/api/v1/orders/verify-payment', (route) =>
    route.fulfill({ status: 400, json: { message: sentence, code: 'SIGNATURE_MISMATCH', requestId: 'x' } }),
  );
  // The order must be unpaid: with captured money it would be delivered, and this message would not appear.
  await page.route('**/api/v1/orders/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ json: { message: 'gone' } }) : route.fallback(),
  );
  await alert.getByRole('button', { name: 'Try again' }).click();
  await payByCard(page, GOOD_CARD);
  await expect(alert.getByText(sentence)).toHaveCount(1);
  await expectComplaints(complaints, 400, NO_ANSWER);
});

test('a session that expires during a purchase leads to the sign-in page and back', async ({
  page,
  shop,
  complaints,
}) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', {});
  const known = userRequestsDone(page);
  await page.goto(`/products/${product.id}`);
  await known;
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(page).toHaveURL('/login');
  await expectComplaints(complaints, 401);
});
