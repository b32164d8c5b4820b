import { expectAccessible } from './support/accessible.ts';
import { E2eShop } from './support/shop.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, test } from './support/test.ts';

test('the back office shows what an administrator may do, and nothing else', async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin', permissions: ['support'] });
  await page.goto('/admin');
  await expect(page).toHaveURL('/admin/customers');
  const sections = page.getByRole('navigation', { name: 'Back office' });
  await expect(sections.getByRole('link')).toHaveText(['Customers', /^Feedbacks/]);
  await page.goto('/admin/orders');
  await expect(page).toHaveURL('/unauthorized');
});

test('an administrator without any permission is told so', async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin', permissions: [] });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Nothing to do here yet' })).toBeVisible();
  await expectAccessible(page);
});

test('an owner gives an administrator some permissions', async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin' });
  const person = await shop.ask('buildUser', { name: `Desk ${Date.now()}` });
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
  // What somebody else has changed since is not taken back.
  await shop.ask('query', `update users set active = false where id = '${person.id}'`);
  await panel.getByLabel('Stock', { exact: true }).uncheck();
  await panel.getByRole('button', { name: 'Save changes' }).click();
  await expect(panel).toHaveCount(0);
  expect(await shop.ask('query', `select active, permissions from users where id = '${person.id}'`)).toEqual([
    { active: false, permissions: ['catalogue'] },
  ]);
});

test('a shop that asks for a second factor leads administrators to it', async ({ page, complaints }) => {
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
    // The shop is closed now, and a page that still asks it something would complain.
    await page.goto('about:blank');
  } finally {
    await strict.close();
  }
});
