import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { openApiSession, placeOrder, shortId } from './support/api-calls.ts';
import { payByCard, startBuying } from './support/buyer.ts';
import { intercept } from './support/intercept.ts';
import type { E2eShop } from './support/shop.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const refundButton = (page: Page) => page.getByRole('button', { name: 'Refund order' });
const refundQuestion = (page: Page) => page.getByRole('alertdialog', { name: 'Refund order' });

/** An admin in a second browser, beside the customer's. */
async function openAdminTab(browser: Browser, shop: E2eShop) {
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  const admin = await signInAs(page, shop, { role: 'admin', name: 'Meera Pillai' });
  return { page, admin, close: () => context.close() };
}

test('a delivered order is refunded once, and admin, customer and audit log show it', async ({
  page,
  shop,
  browser,
}) => {
  test.setTimeout(120_000);
  const customer = await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { title: 'Broken Voucher', price: 1250 });
  await startBuying(page, product.id);
  await payByCard(page, '4100 2800 0000 1007');
  await expect(page.getByRole('dialog', { name: 'Order Successful' })).toBeVisible();
  const [order] = await shop.ask(
    'query',
    `select id, at.provider_order_id from orders join provider_orders at on order_id = id where product_id = '${product.id}'`,
  );

  const adminTab = await openAdminTab(browser, shop);
  await adminTab.page.goto(`/admin/orders?q=${order.id}`);
  await adminTab.page.getByRole('link', { name: `View ${shortId(order.id)}` }).click();
  await refundButton(adminTab.page).click();
  const question = refundQuestion(adminTab.page);
  await expect(question).toContainText(
    `Refund order ${shortId(order.id)}? ₹1,250 goes back to ${customer.name} through the payment provider.`,
  );
  await expect(question).toContainText('The code was not revealed in the shop and is withdrawn');
  await expectAccessible(adminTab.page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(refundButton(adminTab.page)).toBeFocused();
  await refundButton(adminTab.page).click();

  const address = `**/api/v1/admin/orders/${order.id}`;
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
  const reconnect = await intercept(adminTab.page, address, async (route) => {
    await lost;
    await route.abort();
  });
  await question.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(question.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  lose();
  await expect(question.getByRole('alert')).toContainText('Try again: an order is refunded only once.');
  await expectAccessible(adminTab.page);
  reconnect();
  await question.getByRole('button', { name: 'Refund', exact: true }).click();
  const modal = adminTab.page.getByRole('dialog', { name: `Order #${order.id.slice(-8)}` });
  await expect(modal.getByRole('status')).toContainText(`₹1,250 goes back to ${customer.name}`);
  await expect(question).toBeHidden();
  await expect(refundButton(adminTab.page)).toHaveCount(0);
  await expect(modal.getByRole('tabpanel')).toContainText('Refunded');
  await modal.getByRole('tab', { name: 'Payment' }).click();
  await expect(modal.getByRole('tabpanel')).toContainText('Refunded');

  await expect
    .poll(() => shop.ask('ledgerOf', order.provider_order_id))
    .toMatchObject({ captured: 125_000, refunded: 125_000 });
  expect(await shop.ask('query', `select status from refunds where order_id = '${order.id}'`)).toHaveLength(1);
  await adminTab.page.goto(`/admin/orders/${order.id}`);
  await expect(adminTab.page.getByRole('main')).toContainText('Refunded');
  await expect(refundButton(adminTab.page)).toHaveCount(0);
  await adminTab.page.goto(`/admin/audit?q=${order.id}`);
  const entry = adminTab.page.getByRole('row').filter({ hasText: 'Order refunded' });
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText(adminTab.admin.email);
  await adminTab.close();

  await page.goto('/account/my-orders');
  await page.getByRole('button', { name: /Broken Voucher/ }).click();
  await expect(page.getByText('This order was refunded.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Refunded');
});

test('an order paid by hand is refunded by hand, and a free order has no refund', async ({ page, shop }) => {
  const { user, order } = await placeOrder(shop, await shop.ask('buildProduct', {}), { name: 'Ravi Iyer' });
  const free = await placeOrder(shop, await shop.ask('buildProduct', { price: 0 }));
  const admin = await openApiSession(shop, { role: 'admin' });
  await admin.calls.patch(`/api/v1/admin/orders/${order._id}/status`, { data: { status: 'completed' } });
  await signInAs(page, shop, { role: 'admin' });

  await page.goto(`/admin/orders/${order._id}`);
  await refundButton(page).click();
  await expect(refundQuestion(page)).toContainText(`return it to ${user.name} yourself`);
  await refundQuestion(page).getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText(`return it to ${user.name} yourself`);
  await expect(page.getByRole('main')).toContainText('Refunded');
  await expect(refundButton(page)).toHaveCount(0);
  await expectAccessible(page);

  await page.goto(`/admin/orders/${free.order._id}`);
  await expect(page.getByRole('main')).toContainText('Completed');
  await expect(refundButton(page)).toHaveCount(0);
});

test('the refund question shows the remaining amount and the fate of a revealed code', async ({ page, shop }) => {
  const { user, order } = await placeOrder(shop, await shop.ask('buildProduct', { price: 1250 }));
  const admin = await openApiSession(shop, { role: 'admin' });
  await admin.calls.patch(`/api/v1/admin/orders/${order._id}/status`, { data: { status: 'completed' } });
  await shop.ask(
    'query',
    `update orders set provider_payment_id = 'pay_part', refunded_paise = 40010 where id = '${order._id}'`,
  );
  await shop.ask(
    'query',
    `insert into reveals (id, order_id, revealed_at) values (gen_random_uuid(), '${order._id}', now())`,
  );
  await signInAs(page, shop, { role: 'admin' });
  await page.goto(`/admin/orders/${order._id}`);
  await refundButton(page).click();
  await expect(refundQuestion(page)).toContainText(`₹849.90 goes back to ${user.name} through the payment provider.`);
  await expect(refundQuestion(page)).toContainText('The code was revealed and stays with the customer.');
});
