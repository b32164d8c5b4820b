import { expectAccessible } from './support/accessible.ts';
import { openApiSession } from './support/api-calls.ts';
import { payByCard, paymentDialog, startBuying } from './support/buyer.ts';
import { holdReply } from './support/held-reply.ts';
import { intercept } from './support/intercept.ts';
import { dropSession, signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, test } from './support/test.ts';

test('My Orders lists three orders a page and opens one at a time', async ({ page, shop }) => {
  await signInAs(page, shop);
  for (let number = 1; number <= 4; number++) {
    const product = await shop.ask('buildProduct', { price: 0, title: `Gift ${number}`, company: 'متجر الهدايا' });
    await page.goto(`/products/${product.id}`);
    await page.getByRole('button', { name: 'Buy Now' }).click();
    await expect(page.getByRole('dialog', { name: 'Order Successful' })).toBeVisible();
  }
  await page.goto('/account/my-orders');
  const orders = page.getByRole('main').getByRole('article');
  await expect(orders).toHaveCount(3);
  await expect(orders.first()).toContainText('Gift 4');
  // The date stays left-to-right beside a right-to-left company name.
  await expect(orders.first().getByText(/^\d+ \w+ \d{4}, \d\d:\d\d$/)).toBeVisible();
  // At any width, the arrow stays on the line of the amount.
  for (const width of [470, 490, 510, 530, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    const arrow = await orders.first().locator('h2 svg').last().boundingBox();
    const amount = await orders.first().getByText('₹0').boundingBox();
    expect(arrow?.y).toBeLessThan((amount?.y ?? 0) + (amount?.height ?? 0));
  }
  // The placeholder is not larger than a picture.
  expect((await orders.first().locator('svg').first().boundingBox())?.width).toBe(80);
  await page.getByRole('button', { name: /Gift 4/ }).click();
  await expect(page.getByRole('button', { name: /Gift 4/ })).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: /Gift 3/ }).click();
  await expect(page.getByRole('button', { name: /Gift 4/ })).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: '2' }).click();
  await expect(orders).toHaveCount(1);
  await expect(orders.first()).toContainText('Gift 1');
  await page.reload();
  await expect(orders.first()).toContainText('Gift 1');
  await page.goto('/account/my-orders?page=9');
  await expect(page.getByText('There is nothing on this page')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the first page' }).click();
  await expect(orders).toHaveCount(3);
});

test('a late reply for one page of My Orders does not replace another page', async ({ page, shop, complaints }) => {
  await signInAs(page, shop);
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
  await intercept(page, secondPage, (route) => route.fulfill({ status: 503, json: { message: 'Down' } }), { times: 1 });
  await pages.getByRole('link', { name: '2' }).click();
  await expect(page.getByRole('alert')).toContainText('Down');
  await expectComplaints(complaints, 503);
  const answer = await holdReply(page, secondPage);
  await page.getByRole('button', { name: 'Try again' }).click();
  await answer.asked;
  await pages.getByRole('link', { name: '1' }).click();
  await expect(page).toHaveURL(/page=1/);
  await expect(orders.first()).toContainText('Gift 4');
  await answer.release();
  await expect(orders).toHaveCount(3);
  await expect(orders.first()).toContainText('Gift 4');
});

test('My Orders never shows the orders of the previous user of the tab', async ({ page, shop, complaints }) => {
  await signInAs(page, shop);
  const next = await shop.ask('buildUser', {});
  const product = await shop.ask('buildProduct', { price: 0, title: 'A Gift of the First' });
  const data = { productId: product.id, amount: 0, quantity: 1 };
  await page.request.post('/api/v1/orders/create', { data, headers: { origin: shop.url } });
  await page.goto('/account/my-orders');
  const orders = page.getByRole('main').getByRole('article');
  await expect(orders).toContainText('A Gift of the First');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByLabel('Email').fill(next.email);
  await page.getByLabel('Password').fill('Correct-Horse-9');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('link', { name: 'Account' }).click();

  const down = await holdReply(page, /\/orders\/my-orders/, (route) =>
    route.fulfill({ status: 503, json: { message: 'Down' } }),
  );
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await down.asked;
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();
  await expect(orders).toHaveCount(0);
  await down.release();
  await expect(page.getByText('Your orders could not be loaded')).toBeVisible();
  await expect(orders).toHaveCount(0);
  await expectComplaints(complaints, 503);
});

test('My Orders shows pictures and expiry, marks use, and filters and searches orders', async ({ page, shop }) => {
  await signInAs(page, shop);
  const soon = new Date(Date.now() + 3 * 86_400_000);
  const products = [
    await shop.ask('buildProduct', { price: 0, title: 'Tea voucher', expiry_date: soon, code: 'TEA-0001' }),
    await shop.ask('buildProduct', { price: 0, title: 'Book voucher' }),
  ];
  await shop.ask('buildPictures', { productId: products[0]?.id ?? '', count: 1 });
  for (const { id } of products) {
    const data = { productId: id, amount: 0, quantity: 1 };
    await page.request.post('/api/v1/orders/create', { data, headers: { origin: shop.url } });
  }
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'My Orders' }).click();
  const main = page.getByRole('main');
  const orders = main.getByRole('article');
  const tea = page.getByRole('button', { name: /Tea voucher/ });
  await expect(orders).toHaveCount(2);
  await expect(tea).toContainText(/Valid until \d+ \w+ \d{4}/);
  await expect(tea.locator('img')).toHaveAttribute('src', /media/);

  const show = main.getByRole('navigation', { name: 'Show' });
  await show.getByRole('link', { name: 'Expiring soon' }).click();
  await expect(orders).toHaveCount(1);
  await tea.click();
  await main.getByRole('button', { name: 'Reveal code' }).click();
  await expect(main.getByText('Shown now. Keep it to yourself.')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Copy code' })).toBeFocused();
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Hide code' }).click();
  await expect(main).not.toContainText('TEA');
  await expect(main.getByRole('button', { name: 'Reveal code' })).toBeFocused();
  await expect(main.getByText(/^Last revealed/)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const receipt = await main.getByRole('region', { name: 'Receipt' }).boundingBox();
  expect(receipt?.width, 'of the printed receipt').toBeGreaterThan(900);
  await page.emulateMedia({ media: null });
  await main.getByRole('button', { name: 'Mark as used' }).click();
  await expect(tea).toContainText('Used on');
  await expect(main.getByRole('button', { name: 'Not used after all' })).toBeFocused();
  await page.reload();
  await expect(main.getByText('No orders match.')).toBeVisible();
  await show.getByRole('link', { name: 'Used', exact: true }).click();
  await expect(orders).toHaveCount(1);
  await show.getByRole('link', { name: 'Unused' }).click();
  await expect(orders).toContainText(['Book voucher']);
  await expectAccessible(page);

  await show.getByRole('link', { name: 'All', exact: true }).click();
  await expect(orders).toHaveCount(2);
  await main.getByLabel('Search your orders').fill('tea');
  await page.keyboard.press('Enter');
  await expect(orders).toContainText(['Tea voucher']);
  await expect(main.getByLabel('Search your orders')).toBeFocused();
});

test('an unpaid order in My Orders can be paid or cancelled', async ({ page, shop }) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { title: 'Waiting voucher', units: 1 });
  const data = { productId: product.id, amount: 499, quantity: 1 };
  await page.request.post('/api/v1/orders/create', { data, headers: { origin: shop.url } });
  await page.goto('/account/my-orders');
  const order = page.getByRole('button', { name: /Waiting voucher/ });
  await expect(order).toContainText('Awaiting payment');
  await order.click();
  await expect(page.getByRole('region', { name: 'Receipt' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText("You haven't placed any orders yet.")).toBeVisible();
  await startBuying(page, product.id);
});

test('every result of paying or cancelling in My Orders is shown and keeps the focus', async ({
  page,
  shop,
  complaints,
}) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { title: 'Waiting voucher', units: 1 });
  const main = page.getByRole('main');
  const heading = main.getByRole('heading', { level: 1 });
  const payNow = main.getByRole('button', { name: 'Pay now' });
  const cancel = main.getByRole('button', { name: 'Cancel order' });
  const openUnpaidOrder = async () => {
    const data = { productId: product.id, amount: 499, quantity: 1 };
    const reply = await page.request.post('/api/v1/orders/create', { data, headers: { origin: shop.url } });
    await page.goto(`/account/my-orders?order=${(await reply.json()).order._id}`);
  };

  const recover = await intercept(page, /\/check$/, (route) =>
    route.fulfill({ status: 503, json: { message: 'Down' } }),
  );
  await openUnpaidOrder();
  await expect(main.getByText('cannot check the payment of this order')).toBeVisible();
  await expect(payNow).toHaveCount(0);
  await expect(cancel).toBeVisible();
  recover();
  await expect(payNow).toBeVisible();

  const isDeletion = /\/orders\/[^/]+$/;
  await intercept(page, isDeletion, (route) => route.fulfill({ status: 503, json: { message: 'Not now' } }), {
    times: 1,
  });
  await cancel.click();
  await expect(page.getByText('Not now')).toBeVisible();
  await expect(cancel).toBeEnabled();
  await payNow.click();
  await expect(paymentDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Order deleted successfully')).toBeVisible();
  await expect(heading).toBeFocused();

  await openUnpaidOrder();
  await payNow.click();
  await payByCard(page, '4100 2800 0006 0003');
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText(/Payment failed: .*declined/i);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(`/products/${product.id}`);

  await openUnpaidOrder();
  await payNow.click();
  await payByCard(page, '4100 2800 0000 1007');
  const success = page.getByRole('dialog', { name: 'Order Successful' });
  await success.getByRole('link', { name: 'View My Orders' }).click();
  await expect(success).toHaveCount(0);
  await expect(main.getByRole('button', { name: /Waiting voucher/ })).toContainText('Delivered');
  await expect(heading).toBeFocused();
  await expectComplaints(complaints, 400, 503);
});

test('an unpaid order without a hold says that others may buy, and can be cancelled', async ({ page, shop }) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', {});
  const data = { productId: product.id, amount: 499, quantity: 1 };
  const reply = await page.request.post('/api/v1/orders/create', { data, headers: { origin: shop.url } });
  const { calls } = await openApiSession(shop, { role: 'admin' });
  const id = (await reply.json()).order._id;
  for (const status of ['failed', 'pending'])
    await calls.patch(`/api/v1/admin/orders/${id}/status`, { data: { status } });
  await page.goto(`/account/my-orders?order=${id}`);
  const main = page.getByRole('main');
  await expect(main.getByText('This order has not been paid for')).toBeVisible();
  await expect(main.getByText('others may buy it')).toBeVisible();
  await expect(main.getByText('quarter of an hour')).toHaveCount(0);
  await expect(main.getByRole('button', { name: 'Pay now' })).toBeVisible();
  await main.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText('Order deleted successfully')).toBeVisible();
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a link to an order shows it open, also after a sign-in', async ({ page, shop }) => {
  const person = await shop.ask('buildUser', {});
  await page.goto('/login');
  const signIn = async () => {
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-9');
    await page.getByRole('button', { name: 'Sign In' }).click();
  };
  await signIn();
  await expect(page).toHaveURL('/');
  const ids: string[] = [];
  for (let number = 1; number <= 4; number++) {
    const product = await shop.ask('buildProduct', { price: 0, title: `Gift ${number}` });
    const data = { productId: product.id, amount: 0, quantity: 1 };
    const reply = await page.request.post('/api/v1/orders/create', { data, headers: { origin: shop.url } });
    ids.push((await reply.json()).order._id);
  }
  await dropSession(page);
  await page.goto(`/account/my-orders?order=${ids[0]}`);
  await expect(page).toHaveURL('/login');
  await signIn();
  await expect(page.getByRole('button', { name: /Gift 1/ })).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('navigation', { name: 'Pagination' }).locator('[aria-current]')).toHaveText('2');
});
