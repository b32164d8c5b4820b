import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { dropSession, signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, test } from './support/test.ts';

const PASSWORD = 'Correct-Horse-9';
const STEP_MS = 30_000;
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function givePassword(page: Page, email: string) {
  await page.goto('/login');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(PASSWORD);
  await button(page, 'Sign In').click();
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
}

async function setUp(page: Page) {
  await page.goto('/account/profile#security');
  const section = page.getByRole('region', { name: 'Two-factor sign-in' });
  await section.getByRole('button', { name: 'Set up two-factor sign-in' }).click();
  await expect(section.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = (await section.locator('code').textContent()) ?? '';
  return { section, secret };
}

test('a user sets up, uses and turns off two-factor sign-in', async ({ page, shop, browser, complaints }) => {
  test.setTimeout(120_000);
  const user = await signInAs(page, shop);
  await setUp(page);
  const heading = page.getByRole('heading', { name: 'Two-factor sign-in' });
  const steps = page.locator('form').filter({ hasText: 'Scan this with an authenticator app' });
  await expect(steps).toBeFocused();
  await steps.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(heading).toBeFocused();
  const { section, secret } = await setUp(page);
  await expectAccessible(page);

  await section.getByLabel('Code', { exact: true }).fill('000000');
  await section.getByRole('button', { name: 'Turn on' }).click();
  await expect(section.getByText('This code is wrong or was already used')).toBeVisible();
  const first = await shop.ask('appCode', secret);
  await section.getByLabel('Code', { exact: true }).fill(first);
  await section.getByRole('button', { name: 'Turn on' }).click();
  await expect(section.getByRole('heading', { name: 'Keep your recovery codes' })).toBeFocused();
  await expectAccessible(page);
  const codes = await section.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  const download = page.waitForEvent('download');
  await section.getByRole('link', { name: 'Download codes' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await section.getByRole('button', { name: 'I have kept them' }).press('Enter');
  await expect(heading).toBeFocused();
  await expect(section.getByText('with 10 recovery codes left')).toBeVisible();

  await test.step('a stolen password does not sign in alone or with a used code', async () => {
    const thief = await (await browser.newContext({ baseURL: shop.url })).newPage();
    await givePassword(thief, user.email);
    await expect(field(thief, 'Code')).toBeFocused();
    await expect(field(thief, 'Code')).toHaveAttribute('autocomplete', 'one-time-code');
    await expectAccessible(thief);
    await field(thief, 'Code').fill(first);
    await button(thief, 'Sign In').click();
    await expect(thief.getByText('This code is wrong or was already used.')).toBeVisible();
    await expect(thief.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');
    await thief.goto('/account/profile');
    await expect(thief).toHaveURL('/login');
    await thief.context().close();
  });

  await test.step('the app code signs in, and a recovery code signs in once', async () => {
    await button(page, 'Log out').click();
    await expect(page).toHaveURL('/login');
    await shop.ask('advanceClock', STEP_MS);
    await givePassword(page, user.email);
    await field(page, 'Code').fill(await shop.ask('appCode', secret));
    await button(page, 'Sign In').click();
    await expect(page).toHaveURL('/');

    await dropSession(page);
    await givePassword(page, user.email);
    await button(page, 'Use a recovery code').click();
    await field(page, 'Recovery code').fill(codes[0] ?? '');
    await button(page, 'Sign In').click();
    await expect(page).toHaveURL('/');
  });

  await test.step('the password and a code turn two-factor sign-in off', async () => {
    await page.goto('/account/profile#security');
    await expect(section.getByText('with 9 recovery codes left')).toBeVisible();
    await section.getByRole('button', { name: 'Turn off' }).press('Enter');
    await section.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(heading).toBeFocused();
    await section.getByRole('button', { name: 'Turn off' }).press('Enter');
    await expect(section.locator('form')).toBeFocused();
    await section.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await section.getByLabel('Code', { exact: true }).fill(codes[1] ?? '');
    await expectAccessible(page);
    await section.getByRole('button', { name: 'Turn off two-factor sign-in' }).click();
    await expect(section.getByRole('button', { name: 'Set up two-factor sign-in' })).toBeVisible();
  });
  await expectComplaints(complaints, 422);
});

test('a second step that takes too long returns to the password', async ({ page, shop, complaints }) => {
  const user = await signInAs(page, shop);
  const { section, secret } = await setUp(page);
  await section.getByLabel('Code', { exact: true }).fill(await shop.ask('appCode', secret));
  await section.getByRole('button', { name: 'Turn on' }).click();
  await expect(section.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible();
  await dropSession(page);
  await givePassword(page, user.email);
  await shop.ask('advanceClock', 6 * 60_000);
  await field(page, 'Code').fill(await shop.ask('appCode', secret));
  await button(page, 'Sign In').click();
  await expect(page.getByText('That took too long. Please enter your password again.')).toBeVisible();
  await expectComplaints(complaints, 401);
});

test('reauthentication is asked for once, and the call then continues by itself', async ({
  page,
  shop,
  complaints,
}) => {
  await signInAs(page, shop, { role: 'admin' });
  const product = await shop.ask('buildProduct', { title: 'Guarded Voucher' });
  await page.goto('/admin/products');
  await shop.ask('advanceClock', 11 * 60_000);
  await page.goto(`/admin/products/${product.id}`);
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(proof).toBeVisible();
  await expectAccessible(page);
  await proof.getByLabel('Password', { exact: true }).fill('Wrong-Horse-9');
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof.getByText('Current password is incorrect')).toBeVisible();
  await proof.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof).toBeHidden();
  await expect(page.getByLabel('Product Code')).toHaveValue(product.code);

  await page.reload();
  await expect(page.getByLabel('Product Code')).toHaveValue(product.code);
  await expect(proof).toBeHidden();
  await expectComplaints(complaints, 403, 422);
});

test('a user sees and ends their sessions on other devices', async ({ page, shop, browser }) => {
  const user = await shop.ask('buildUser', {});
  const enter = async (visitor: Page) => {
    await visitor.goto(`${shop.url}/login`);
    await field(visitor, 'Email').fill(user.email);
    await field(visitor, 'Password').fill(PASSWORD);
    await button(visitor, 'Sign In').click();
    await expect(visitor).toHaveURL(`${shop.url}/`);
  };
  const elsewhere = await (await browser.newContext()).newPage();
  // Sign in twice, the second time without the cookie of the first.
  await enter(elsewhere);
  await dropSession(elsewhere);
  await enter(elsewhere);
  await enter(page);
  await page.goto('/account/profile#security');
  const section = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(section.getByRole('listitem')).toHaveCount(3);
  await expect(section.getByText('This one')).toHaveCount(1);
  await section
    .getByRole('button', { name: /^Sign out (?!everywhere)/ })
    .last()
    .press('Enter');
  await expect(section.getByRole('heading')).toBeFocused();
  await expect(section.getByRole('listitem')).toHaveCount(2);
  await section.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(section.getByRole('listitem')).toHaveCount(1);
  await elsewhere.goto(`${shop.url}/account/profile`);
  await expect(elsewhere).toHaveURL(`${shop.url}/login`);
  await elsewhere.context().close();
});
