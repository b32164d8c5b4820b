import { expectAccessible } from './support/accessible.ts';
import { placeOrder } from './support/api-calls.ts';
import { intercept } from './support/intercept.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, NO_ANSWER, test } from './support/test.ts';

test.beforeEach(async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin' });
});

test('the customer list has search and pages, and its rows open the details', async ({ page, shop }) => {
  const name = `Page Turner ${Date.now()}`;
  for (let count = 0; count < 21; count += 1) await shop.ask('buildUser', { name });
  await page.goto('/admin/customers');
  await expect(page.getByRole('heading', { name: 'Customers', exact: true })).toBeVisible();
  await page.getByPlaceholder('Search customers...').fill(name);
  // Wait for the URL: without other customers the unfiltered list would look the same.
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByText('Showing 1 to 20 of 21 results')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['Customer', 'Email', 'Role', 'Status', 'Joined', 'View']);
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  const status = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /result/ });
  await expect(status).toHaveText('21 results, page 1 of 2');
  await page.getByRole('button', { name: 'Next' }).press('Enter');
  await expect(page.getByText('Showing 21 to 21 of 21 results')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Next' })).toBeFocused();
  await expect(status).toHaveText('21 results, page 2 of 2');
  await page.getByRole('link', { name: `View ${name}` }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByText('Active Customer')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible();
  await expect(page.getByText("This customer hasn't placed any orders yet.")).toBeVisible();

  await page.goto(`/admin/customers?search=${encodeURIComponent(name)}&page=999`);
  await expect(page.getByText('Showing 21 to 21 of 21 results')).toBeVisible();
  await page.getByPlaceholder('Search customers...').fill('nobody-is-called-this');
  await expect(status).toHaveText('No results');
  await expect(page.getByRole('heading', { name: 'No customers found' })).toBeVisible();
  await expect(page.getByText('Try adjusting your search query')).toBeVisible();
});

test('customer details show an avatar or initials, and all fields of each order', async ({
  page,
  shop,
  complaints,
}) => {
  const product = await shop.ask('buildProduct', { title: 'History Voucher', price: 1_23_456 });
  const { user, order } = await placeOrder(shop, product, { name: 'Asha Rao' });
  await page.goto(`/admin/customers/${user.id}`);
  const main = page.getByRole('main');
  await expect(main.locator('img[src="/avatars/Asha%20Rao.svg"]')).toBeVisible();
  await expect(main.getByRole('link', { name: user.email })).toHaveAttribute('href', `mailto:${user.email}`);
  await expect(main.getByRole('heading', { name: 'Order History (1)' })).toBeVisible();
  const entry = main.locator('summary');
  for (const text of [order._id, '₹1,23,456', 'Processing']) await expect(entry).toContainText(text);
  await entry.focus();
  await page.keyboard.press('Enter');
  for (const label of ['Razorpay order id', 'Payment status', 'Quantity', 'Updated at', 'How to redeem', 'Expiry date'])
    await expect(main.getByText(label, { exact: true }).first()).toBeVisible();
  await expect(main.getByText('Refunded amount', { exact: true }).locator('+ dd')).toHaveText('₹0');
  await expectAccessible(page);

  await page.route('**/avatars/**', (route) => route.abort());
  await page.reload();
  await expect(main.getByText('AR', { exact: true })).toBeVisible();
  await page.route('**/api/v1/admin/customers/*', (route) => route.fulfill({ status: 503, json: { message: 'Down' } }));
  await page.reload();
  await expect(main.getByRole('heading', { name: 'Error loading customer details' })).toBeVisible();
  await main.getByRole('link', { name: 'Back to Customers' }).click();
  await expect(page).toHaveURL('/admin/customers');
  await expectComplaints(complaints, 503, NO_ANSWER);
});

test('the user panel changes the role and deactivates a user', async ({ page, shop, complaints }) => {
  const user = await shop.ask('buildUser', { name: `Candidate ${Date.now()}` });
  await page.goto(`/admin/users?search=${encodeURIComponent(user.name)}`);
  await page.getByRole('link', { name: `View ${user.name}` }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/users/${user.id}`));
  const panel = page.getByRole('dialog', { name: 'User details' });
  await panel.getByLabel('Role').selectOption('moderator');
  await panel.getByLabel('Active').uncheck();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('User updated successfully')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: user.name });
  await expect(row).toContainText('moderator');
  await expect(row).toContainText('Inactive');

  await intercept(page, '**/api/v1/admin/users?*', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  await page.goto('/admin/users?search=nobody-is-called-this');
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  await expectComplaints(complaints, 503);
});

test('a role badge does not wrap beside a long email address', async ({ page, shop }) => {
  const email = `${'w'.repeat(60)}@${'x'.repeat(60)}.example.com`;
  const { name } = await shop.ask('buildUser', { name: `Long Address ${Date.now()}`, email });
  await page.goto(`/admin/users?search=${encodeURIComponent(name)}`);
  const role = page.getByRole('row').filter({ hasText: name }).getByText('customer', { exact: true });
  await expect(role).toBeVisible();
  expect((await role.boundingBox())?.height).toBeLessThan(30);
});

test('the role of the last active administrator cannot be changed', async ({ page, shop, complaints }) => {
  const me = await signInAs(page, shop, { role: 'admin' });
  await shop.ask('query', `update users set active = false where role = 'admin' and id <> '${me.id}'`);
  await page.goto(`/admin/users/${me.id}`);
  const panel = page.getByRole('dialog', { name: 'User details' });
  await panel.getByLabel('Role').selectOption('customer');
  await panel.getByRole('button', { name: 'Save changes' }).click();
  await expect(panel.getByRole('alert')).toHaveText(
    'This is the last active administrator. Make somebody else an administrator first.',
  );
  await expectComplaints(complaints, 409);
});
