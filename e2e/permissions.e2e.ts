import { expectAccessible } from './support/accessible.ts';
import { placeOrder, shortId } from './support/api-calls.ts';
import { productForm } from './support/product-form.ts';
import { E2eShop } from './support/shop.ts';
import { signInAs } from './support/sign-in.ts';
import { buildPool } from './support/stock.ts';
import { expect, expectComplaints, test } from './support/test.ts';

test('the administration shows only the sections that an admin may use', async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin', permissions: ['support'] });
  await page.goto('/admin');
  await expect(page).toHaveURL('/admin/customers');
  const sections = page.getByRole('navigation', { name: 'Back office' });
  await expect(sections.getByRole('link')).toHaveText(['Customers', /^Feedbacks/]);
  await page.goto('/admin/orders');
  await expect(page).toHaveURL('/unauthorized');
});

test('an admin is not offered actions that the server would refuse', async ({ page, shop, complaints }) => {
  const mark = `Offered ${Date.now()}`;
  const pool = await buildPool(shop, { title: mark, codes: `O${Date.now()}` });
  const empty = await buildPool(shop, { title: `${mark}, empty` });
  const { order } = await placeOrder(shop, { id: pool.id, price_paise: 0 }, { name: `${mark} Buyer` });
  const main = page.getByRole('main');

  await signInAs(page, shop, { role: 'admin', permissions: ['orders'] });
  await page.goto(`/admin/orders?q=${order._id}`);
  const row = page.getByRole('row').filter({ hasText: `${mark} Buyer` });
  await expect(row.getByRole('link')).toHaveText([shortId(order._id), 'View']);

  await signInAs(page, shop, { role: 'admin', permissions: ['stock'] });
  await page.goto(`/admin/products?q=${encodeURIComponent(mark)}`);
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(main.getByRole('checkbox')).toHaveCount(0);
  await expect(main.getByRole('link', { name: /Add New|Export|Edit|Duplicate/ })).toHaveCount(0);
  await expect(main.getByRole('button', { name: /Import|Delete/ })).toHaveCount(0);
  await main.getByRole('link', { name: mark, exact: true }).click();
  await expect(page).toHaveURL(`/admin/products/${pool.id}/batches`);
  await expect(main.getByRole('button', { name: 'Add codes' })).toBeEnabled();
  await expect(main.getByRole('link', { name: 'Edit product' })).toHaveCount(0);
  await page.goto(`/admin/products/${empty.id}`);
  await expect(page).toHaveURL(`/admin/products/${empty.id}/batches`);
  const [batch] = await shop.ask('query', `select id from batches where product_id = '${pool.id}'`);
  await page.goto(`/admin/batches/${batch?.['id']}`);
  const opened = page.getByRole('dialog', { name: 'Batch FIRST' });
  await expect(opened.getByRole('button', { name: 'Recall batch' })).toBeVisible();
  await expect(opened.getByRole('heading', { name: /Buyers/ })).toHaveCount(0);
  await opened.getByRole('button', { name: 'Recall batch' }).click();
  const recall = page.getByRole('dialog', { name: 'Recall batch FIRST' });
  await expect(recall).toContainText('1 code was delivered: the buyers keep them.');

  const [owner, customer] = [await shop.ask('buildUser', { role: 'admin' }), await shop.ask('buildUser', {})];
  await signInAs(page, shop, { role: 'admin', permissions: ['people'] });
  await page.goto(`/admin/users/${customer.id}`);
  const active = page.getByRole('dialog', { name: 'User details' }).getByLabel('Active');
  await expect(active).toBeEnabled();
  await page.goto(`/admin/users/${owner.id}`);
  await expect(active).toBeDisabled();

  const editor = await signInAs(page, shop, { role: 'admin', permissions: ['catalogue'] });
  await page.goto(`/admin/products/${empty.id}`);
  const form = productForm(page, 'Edit Product');
  const save = form.getByRole('button', { name: 'Save Product' });
  await expect(form.getByText('Available', { exact: true })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Add codes' })).toHaveCount(0);
  await expect(form.getByRole('link', { name: 'Batches' })).toHaveCount(0);
  await form.getByLabel('Subtitle').fill('Still empty');
  await save.click();
  await expect(page).toHaveURL(/\/admin\/products\??$/);
  await page.getByRole('link', { name: `Edit ${mark}, empty` }).click();
  await form.getByLabel('Subtitle').fill('Too late');
  await shop.ask('query', `update users set permissions = '{stock}' where id = '${editor.id}'`);
  await save.click();
  await expect(form.getByRole('alert')).toHaveText("You don't have permission to access this page.");
  await expectComplaints(complaints, 403);
});

test('an admin without any permission sees a notice', async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin', permissions: [] });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Nothing to do here yet' })).toBeVisible();
  await expectAccessible(page);
});

test('an owner makes a user an admin with some permissions', async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin' });
  const person = await shop.ask('buildUser', { name: `Assistant ${Date.now()}` });
  await page.goto(`/admin/users/${person.id}?search=${encodeURIComponent(person.name)}`);
  const panel = page.getByRole('dialog', { name: 'User details' });
  await panel.getByLabel('Role').selectOption('admin');
  await panel.getByLabel('Rights').selectOption('some');
  await panel.getByLabel('Stock', { exact: true }).check();
  await panel.getByLabel('Catalogue', { exact: true }).check();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('User updated successfully')).toBeVisible();
  const stored = await shop.ask('query', `select permissions from users where id = '${person.id}'`);
  expect(stored).toEqual([{ permissions: ['catalogue', 'stock'] }]);

  await page.getByRole('link', { name: `View ${person.name}` }).click();
  await expect(panel.getByLabel('Active')).toBeChecked();
  // The panel must not undo a change that somebody else made meanwhile.
  await shop.ask('query', `update users set active = false where id = '${person.id}'`);
  await panel.getByLabel('Stock', { exact: true }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Cancel' }).click();
  await panel.getByRole('button', { name: 'Save changes' }).click();
  await expect(panel).toHaveCount(0);
  expect(await shop.ask('query', `select active, permissions from users where id = '${person.id}'`)).toEqual([
    { active: false, permissions: ['catalogue'] },
  ]);
});

test('a shop that requires a second factor leads admins to its setup', async ({ page, complaints }) => {
  test.setTimeout(120_000);
  const strict = await E2eShop.open({ REQUIRE_SECOND_FACTOR: 'on' });
  try {
    const { cookies } = await strict.ask('openSession', { role: 'admin' });
    await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: strict.url })));
    await page.goto(`${strict.url}/admin/orders`);
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Set it up' }).click();
    const section = page.getByRole('region', { name: 'Two-factor sign-in' });
    await section.getByRole('button', { name: 'Set up two-factor sign-in' }).click();
    const secret = (await section.locator('code').textContent()) ?? '';
    await section.getByLabel('Code', { exact: true }).fill(await strict.ask('appCode', secret));
    await section.getByRole('button', { name: 'Turn on' }).click();
    await section.getByRole('button', { name: 'I have kept them' }).click();
    await page.goto(`${strict.url}/admin/orders`);
    await expect(page.getByRole('heading', { name: 'Orders Management' })).toBeVisible();
    await expectComplaints(complaints, 403);
    // The shop closes now. Requests of an open page would log errors on the console.
    await page.goto('about:blank');
  } finally {
    await strict.close();
  }
});
