import { expectAccessible } from './support/accessible.ts';
import { openApiSession, placeOrder, shortId } from './support/api-calls.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, test } from './support/test.ts';

const COLUMNS = [
  'Order ID',
  'Buyer ID',
  'Product ID',
  'Quantity',
  'Amount Paid',
  'Payment Method',
  'Payment Status',
  'Is Delivered',
  'Razorpay Order ID',
  'Created At',
  'Updated At',
  'Actions',
];

test.beforeEach(async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin' });
});

test('the order table shows its columns, and an order opens in a modal with tabs', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', { title: 'Modal Voucher', price: 250 });
  const { user, order } = await placeOrder(shop, product);
  await page.goto('/admin/orders');
  await expect(page.getByRole('heading', { name: 'Orders Management' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(COLUMNS);
  await page.getByPlaceholder('Search orders...').fill(order._id);
  await expect(page).toHaveURL(/q=/);
  const row = page.getByRole('row').filter({ hasText: shortId(order._id) });
  await expect(row).toContainText(user.id);
  await expect(row).toContainText(product.id);
  await expect(row).toContainText(order.razorpayOrderId);
  await expect(row).toContainText('No');

  await row.getByRole('link', { name: /^View/ }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${order._id}`));
  const modal = page.getByRole('dialog', { name: `Order #${order._id.slice(-8)}` });
  await expect(modal).toContainText('Placed on');
  await expect(modal).toContainText('₹250');
  await expect(modal.getByRole('tabpanel')).toContainText(user.id);
  await modal.getByRole('tab', { name: 'Overview' }).press('ArrowRight');
  await expect(modal.getByRole('tab', { name: 'Payment' })).toBeFocused();
  await expect(modal.getByRole('tabpanel')).toContainText(order.razorpayOrderId);
  await modal.getByRole('tab', { name: 'Products' }).click();
  await expect(modal.getByRole('tabpanel')).toContainText(product.id);
  await expect(modal).toContainText('Last updated');
  await expect(page.getByRole('heading', { name: 'Orders Management', includeHidden: true })).toBeAttached();
  await expectAccessible(page);
  await modal.getByRole('button', { name: 'Close' }).last().click();
  await expect(page).toHaveURL(/\/admin\/orders\?q=/);
  await expect(row.getByRole('link', { name: /^View/ })).toBeFocused();
});

test('the URL of an order opens its page, and an unknown id opens the table', async ({ page, shop, complaints }) => {
  const product = await shop.ask('buildProduct', {});
  const { user, order } = await placeOrder(shop, product);
  await page.goto(`/admin/orders/${order._id}`);
  await expect(page.getByRole('heading', { name: 'Order Details' })).toBeVisible();
  const main = page.getByRole('main');
  for (const text of [order._id, user.id, product.id, order.razorpayOrderId, 'Pending'])
    await expect(main).toContainText(text);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);

  await page.goto('/admin/orders/01900000-0000-7000-8000-000000000000');
  await expect(page).toHaveURL(/\/admin\/orders$/);
  await expectComplaints(complaints, 404);
});

test('completing an order by hand asks for a reason and delivers the order', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', {});
  const { user, order } = await placeOrder(shop, product, { name: 'Nila Das' });
  await page.goto(`/admin/orders?q=${order._id}`);
  const row = page.getByRole('row').filter({ hasText: shortId(order._id) });
  const dropdown = row.getByRole('combobox');
  await expect(dropdown.getByRole('option')).toHaveText(['Pending', 'Completed', 'Failed', 'Refunded']);
  // A full-width control in a table cell would shrink to its arrow.
  expect((await dropdown.boundingBox())?.width).toBeGreaterThan(90);
  await dropdown.selectOption('Completed');
  const question = page.getByRole('alertdialog', { name: 'Complete order' });
  await expect(question).toContainText('No payment was found');
  await expect(question).toContainText(`delivered to ${user.name}`);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Complete and deliver' }).click();
  await expect(question.getByText('Reason is required')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(dropdown).toHaveValue('pending');

  await dropdown.selectOption('Completed');
  await question.getByLabel('Reason').fill('Replaces a broken code');
  await question.getByLabel('I have received the money').uncheck();
  await question.getByRole('button', { name: 'Complete and deliver' }).click();
  await expect(page.getByText('Order updated successfully')).toBeVisible();
  await expect(row).toContainText('Yes');
  await expect(row).toContainText('₹0');
  await expect(dropdown).toHaveCount(0);
  await page.goto(`/admin/audit?q=${order._id}`);
  await expect(page.getByRole('row').filter({ hasText: 'Order completed' })).toContainText(
    'reason: Replaces a broken code; received: no',
  );
});

test('completing an order settles captured money and waits for a pending payment', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', {});
  const { order: paid } = await placeOrder(shop, product);
  const { order: late } = await placeOrder(shop, product);
  await shop.ask('payWithoutEvent', paid.razorpayOrderId);
  await shop.ask('authorise', late.razorpayOrderId);
  const question = page.getByRole('alertdialog', { name: 'Complete order' });
  const choose = async (id: string) => {
    await page.goto(`/admin/orders?q=${id}`);
    await page
      .getByRole('row')
      .filter({ hasText: shortId(id) })
      .getByRole('combobox')
      .selectOption('Completed');
  };
  await choose(paid._id);
  await expect(question).toContainText('The payment was found, and the order is completed');
  await expect(question.getByRole('button', { name: 'Complete and deliver' })).toHaveCount(0);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Close' }).click();
  const row = page.getByRole('row').filter({ hasText: shortId(paid._id) });
  await expect(row).toContainText('Yes');
  await expect(row.getByRole('combobox')).toHaveCount(0);
  await shop.ask('releaseEvents', undefined);

  await choose(late._id);
  await expect(question).toContainText('A payment for this order is on its way');
  await expect(question.getByRole('button', { name: 'Complete and deliver' })).toHaveCount(0);
});

test('the status select of a refunded order offers only possible statuses', async ({ page, shop }) => {
  const { order } = await placeOrder(shop, await shop.ask('buildProduct', {}));
  await page.goto(`/admin/orders?q=${order._id}`);
  const dropdown = page
    .getByRole('row')
    .filter({ hasText: shortId(order._id) })
    .getByRole('combobox');
  await dropdown.selectOption('Refunded');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(dropdown).toHaveValue('refunded');
  await expect(dropdown.getByRole('option')).toHaveText(['Pending', 'Completed', 'Failed', 'Refunded']);
  await shop.ask('capture', order.razorpayOrderId);
  await expect.poll(() => shop.ask('ledgerOf', order.razorpayOrderId)).toMatchObject({ refunded: 49_900 });
  await page.reload();
  await expect(dropdown.getByRole('option')).toHaveText(['Refunded']);
});

test('keys move through the status list without choosing, and a choice asks first', async ({ page, shop }) => {
  const { order } = await placeOrder(shop, await shop.ask('buildProduct', {}));
  await page.goto(`/admin/orders?q=${order._id}`);
  const row = page.getByRole('row').filter({ hasText: shortId(order._id) });
  const dropdown = row.getByRole('combobox');
  const question = page.getByRole('alertdialog', { name: 'Change payment status' });
  await dropdown.focus();
  // The first key opens the list.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(question).toContainText(`Mark order ${shortId(order._id)} as failed?`);
  await page.keyboard.press('Escape');
  await expect(dropdown).toBeFocused();
  await expect(dropdown).toHaveValue('pending');
  for (const key of ['f', 'f', 'Enter']) await page.keyboard.press(key);
  await question.getByRole('button', { name: 'Change status' }).press('Enter');
  await expect(row.getByRole('cell', { name: 'Failed', exact: true })).toBeVisible();
  await expect(dropdown).toBeFocused();
});

test('a refund asks first and returns captured money at the provider', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', { price: 1250 });
  const { user, order } = await placeOrder(shop, product, { name: 'Ravi Iyer' });
  await shop.ask('payWithoutEvent', order.razorpayOrderId);
  const ledger = () => shop.ask('ledgerOf', order.razorpayOrderId);
  expect(await ledger()).toMatchObject({ captured: 125_000, refunded: 0 });

  await page.goto(`/admin/orders?q=${order._id}`);
  const row = page.getByRole('row').filter({ hasText: shortId(order._id) });
  const dropdown = row.getByRole('combobox');
  await dropdown.selectOption('Refunded');
  const question = page.getByRole('alertdialog', { name: 'Refund order' });
  await expect(question).toContainText(`Refund order ${shortId(order._id)}?`);
  await expect(question).toContainText('No payment has been recorded for it yet');
  await expect(question).toContainText(`goes back to ${user.name} through the payment provider`);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(dropdown).toHaveValue('pending');
  await dropdown.selectOption('Refunded');
  await question.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByText('Order updated successfully')).toBeVisible();
  await expect(row.getByRole('cell', { name: 'Refunded', exact: true })).toBeVisible();

  await shop.ask('releaseEvents', undefined);
  await expect.poll(ledger).toMatchObject({ captured: 125_000, refunded: 125_000 });
  await page.reload();
  await expect(row.getByRole('cell', { name: 'Refunded', exact: true })).toBeVisible();
  await expect(row.getByRole('cell', { name: 'No', exact: true })).toBeVisible();
});

test('a change of an outdated order is refused and shows its new state', async ({ page, shop, complaints }) => {
  const product = await shop.ask('buildProduct', {});
  const { order } = await placeOrder(shop, product);
  await page.goto(`/admin/orders?q=${order._id}`);
  const row = page.getByRole('row').filter({ hasText: shortId(order._id) });
  await expect(row.getByRole('combobox')).toHaveValue('pending');
  const other = await openApiSession(shop, { role: 'admin' });
  const reply = await other.calls.patch(`/api/v1/admin/orders/${order._id}/status`, { data: { status: 'completed' } });
  expect(reply.status()).toBe(200);
  await row.getByRole('combobox').selectOption('Failed');
  await expect(
    page.getByText('This order has been delivered; its payment status can no longer be changed.'),
  ).toBeVisible();
  await expect(row).toContainText('Yes');
  await expectComplaints(complaints, 409);
});

test('the order list has ten rows a page, keeps its filter in the URL and exports CSV', async ({ page, shop }) => {
  const name = `Buyer ${Date.now()}`;
  const product = await shop.ask('buildProduct', { units: 20 });
  for (let count = 0; count < 11; count += 1) await placeOrder(shop, product, { name });
  await page.goto('/admin/orders');
  await page.getByPlaceholder('Search orders...').fill(name);
  // The debounced search must come first, because it resets the filter's page.
  await expect(page).toHaveURL(/q=Buyer/);
  await page.getByLabel('Filter by status').selectOption('Pending');
  await expect(page).toHaveURL(/status=pending/);
  await expect(page.getByRole('row')).toHaveCount(11);
  const pages = page.getByRole('navigation', { name: 'Pagination' });
  await pages.getByRole('link', { name: 'Next' }).press('Enter');
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole('row')).toHaveCount(2);
  // The last page has no Next link.
  await expect(pages.getByRole('link', { name: '2' })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.goBack();
  await expect(page.getByRole('row')).toHaveCount(11);
  await page.goto(`/admin/orders?q=${encodeURIComponent(name)}&page=999`);
  await expect(page).toHaveURL(/page=2$/);
  await expect(page.getByRole('row')).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);

  await page.getByLabel('Filter by status').selectOption('Completed');
  await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible();
  await page.route('**/api/v1/admin/orders?*', (route) =>
    route.fulfill({ json: { data: [], pagination: { page: 1, limit: 10, total: 0, pages: 0 } } }),
  );
  await page.goto('/admin/orders');
  await expect(page.getByRole('heading', { name: "You haven't placed any orders yet." })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Browse Products' })).toHaveAttribute('href', '/');
});

test('a refunded order has the status Refunded on every admin screen', async ({ page, shop }) => {
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

test('the order search finds an order by four characters of its id', async ({ page, shop }) => {
  const { order } = await placeOrder(shop, await shop.ask('buildProduct', {}));
  await page.goto('/admin/orders');
  for (const part of [order._id.slice(-6, -2), order._id.slice(-12, -8)]) {
    await page.getByPlaceholder('Search orders...').fill(part.toUpperCase());
    await expect(page).toHaveURL(new RegExp(`q=${part}`, 'i'));
    await expect(page.getByRole('row').filter({ hasText: shortId(order._id) })).toBeVisible();
  }
});

test('the order of a closed account links to its remaining customer data', async ({ page, shop }) => {
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
