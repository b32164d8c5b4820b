import type { Page } from '@playwright/test';
import { paymentDialog } from './support/buyer.ts';
import { holdReply } from './support/held-reply.ts';
import { intercept } from './support/intercept.ts';
import { userRequestsDone } from './support/open-page.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, NO_ANSWER, test } from './support/test.ts';

const PASSWORD = 'Correct-Horse-9';

/** Opens the profile and waits until it is loaded. The page makes no requests by itself after that. */
async function openProfile(page: Page) {
  const loaded = page.waitForResponse((response) => response.url().endsWith('/auth/profile'));
  await page.goto('/account/profile');
  await loaded;
}

test('a visitor at /account goes to /login, and signing in leads back (spec point 31)', async ({ page, shop }) => {
  const { email } = await shop.ask('buildUser', {});
  await page.goto('/account/profile');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/account/profile');
  await page.goto('/admin/orders');
  await expect(page).toHaveURL('/unauthorized');
});

test('/admin sends a visitor to /login and a moderator to /unauthorized', async ({ page, shop }) => {
  await page.goto('/admin');
  await expect(page).toHaveURL('/login');
  await signInAs(page, shop, { role: 'moderator' });
  await page.goto('/admin');
  await expect(page).toHaveURL('/unauthorized');
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
});

test('/login and /register replace themselves with / for a signed-in user', async ({ page, shop }) => {
  await signInAs(page, shop);
  for (const path of ['/login', '/register']) {
    await page.goto('/faq');
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await page.goBack();
    await expect(page).toHaveURL('/faq');
  }
});

test("a guarded page shows 'Loading...' during the session check", async ({ page, shop }) => {
  await signInAs(page, shop);
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/v1/auth/me', async (route) => {
    await isAnswered;
    await route.continue();
  });
  await page.goto('/account/profile', { waitUntil: 'commit' });
  await expect(page.getByRole('main').getByText('Loading...')).toBeVisible();
  answer();
  await expect(page.getByRole('tab', { name: 'Profile' })).toBeVisible();
});

test('every account page survives a reload', async ({ page, shop }) => {
  const screens = [
    ['/login', 'Welcome back'],
    ['/register', 'Create your account'],
    ['/forgot-password', 'Forgot your password?'],
    [`/reset-password/${'x'.repeat(43)}`, 'Choose a new password'],
    ['/unauthorized', /./],
  ] as const;
  for (const [path, heading] of screens) {
    await page.goto(path);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveURL(path);
  }
  const { name } = await signInAs(page, shop);
  await page.goto('/account/profile');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('a visitor who registers in order to buy returns to the product', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', {});
  await page.goto(`/products/${product.id}`);
  await page.getByRole('button', { name: 'Buy Now' }).first().click();
  await expect(page).toHaveURL('/login');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Full Name').fill('Ravi Buyer');
  await page.getByLabel('Mobile Number').fill('+91 98765 43210');
  await page.getByLabel('Email').fill(`ravi-${product.id}@example.com`);
  await page.getByLabel('Password').fill('Monsoon-2026!');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL(`/products/${product.id}`);
  const stored = await shop.ask('query', `select mobile from users where email = 'ravi-${product.id}@example.com'`);
  expect(stored).toEqual([{ mobile: '9876543210' }]);
});

test('a session that expires during an edit leads to the sign-in page and back', async ({ page, shop, complaints }) => {
  const { id, email } = await signInAs(page, shop);
  await openProfile(page);
  await page.getByLabel('Full Name').fill('Somebody Else');
  await shop.ask('query', `delete from sessions where user_id = '${id}'`);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await expectComplaints(complaints, 401);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/account/profile');
  await expect(page.getByLabel('Full Name')).toHaveValue('Somebody Else');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('heading', { name: 'Somebody Else' })).toBeVisible();
});

test('the links of the sign-in page work after an expired session', async ({ page, shop, complaints }) => {
  const { id } = await signInAs(page, shop);
  await openProfile(page);
  await shop.ask('query', `delete from sessions where user_id = '${id}'`);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page).toHaveURL('/login');
  await expectComplaints(complaints, 401);
  await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Get Started' })).toBeVisible();
});

test('typing keeps a session alive, and an idle session expires', async ({ page, shop }) => {
  await signInAs(page, shop);
  await page.clock.install();
  await page.goto('/account/profile');
  const refreshes: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) refreshes.push(request.url());
  });
  await expect(page.getByRole('tab', { name: 'Profile' })).toBeVisible();
  await page.clock.fastForward('10:00');
  await page.clock.fastForward('10:00');
  expect(refreshes).toHaveLength(0);
  await page.getByLabel('Full Name').press('End');
  const refreshed = page.waitForResponse((response) => response.url().endsWith('/auth/refresh'));
  await page.clock.fastForward('10:00');
  expect((await refreshed).status()).toBe(200);
  expect(refreshes).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Profile' })).toBeVisible();
});

test('two tabs that refresh the session at the same time both stay signed in', async ({ page, context, shop }) => {
  await signInAs(page, shop);
  const tabs = [page, await context.newPage()];
  const statuses: number[] = [];
  context.on('response', (response) => {
    if (response.url().endsWith('/auth/refresh')) statuses.push(response.status());
  });
  for (const tab of tabs) {
    await tab.clock.install();
    await openProfile(tab);
  }
  for (let round = 1; round <= 10; round += 1) {
    for (const tab of tabs) await tab.getByLabel('Full Name').press('End');
    await Promise.all(tabs.map((tab) => tab.clock.fastForward('10:00')));
    await expect.poll(() => statuses.length).toBe(2 * round);
  }
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  for (const tab of tabs) await expect(tab.getByRole('tab', { name: 'Profile' })).toBeVisible();
});

/** Fires the event that browsers send when a tab is shown again or Back restores a page from the cache. */
const seeAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('a page that becomes visible again shows the user who is signed in now', async ({ page, shop }) => {
  await signInAs(page, shop, { name: 'Asha Rao' });
  await openProfile(page);
  await signInAs(page, shop, { name: 'Bela Das' });
  await seeAgain(page);
  await expect(page.getByRole('heading', { name: 'Bela Das' })).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveValue('Bela Das');
  await page.getByLabel('Full Name').fill('Bela Sen');
  await page.context().clearCookies();
  // Two windows side by side are always visible, so the focus event triggers the check.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('a click on Buy Now is not inherited by the next user of the page', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', {});
  const orders: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/orders/create')) orders.push(request.url());
  });
  const buyNow = page.getByRole('button', { name: 'Buy Now' });
  await signInAs(page, shop);
  const session = await holdReply(page, /\/auth\/me$/);
  await page.goto(`/products/${product.id}`);
  await buyNow.click();
  await session.release();
  await paymentDialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(buyNow).toBeEnabled();

  const known = userRequestsDone(page);
  await signInAs(page, shop);
  await seeAgain(page);
  await known;
  expect(orders).toHaveLength(1);

  await page.context().clearCookies();
  await seeAgain(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Get Started' })).toBeVisible();
  await buyNow.click();
  await expect(page).toHaveURL('/login');
});

test('a user with a valid session is never asked for a password', async ({ page, shop, complaints }) => {
  const product = await shop.ask('buildProduct', {});
  await page.goto(`/products/${product.id}`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Get Started' })).toBeVisible();
  await signInAs(page, shop);
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible();
  await expect(page).toHaveURL(`/products/${product.id}`);
  await intercept(page, '**/api/v1/auth/me', (route) => route.abort(), { times: 1 });
  await page.goto('/account/my-orders');
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();
  await expectComplaints(complaints, NO_ANSWER);
});

test('the browser validates the sign-in form, and a double click signs in once', async ({ page, shop }) => {
  const { email } = await shop.ask('buildUser', {});
  await page.goto('/login');
  const logins: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/login')) logins.push(request.url());
  });
  const submit = page.getByRole('button', { name: 'Sign In' });
  const password = page.getByLabel('Password');
  const faultOf = (label: string) =>
    page
      .getByLabel(label)
      .evaluate((input: HTMLInputElement) =>
        (['valueMissing', 'typeMismatch', 'tooShort'] as const).find((fault) => input.validity[fault]),
      );
  await submit.click();
  await expect(page.getByLabel('Email')).toBeFocused();
  expect(await faultOf('Email')).toBe('valueMissing');
  expect(await faultOf('Password')).toBe('valueMissing');
  await page.getByLabel('Email').fill('nobody');
  expect(await faultOf('Email')).toBe('typeMismatch');
  await page.getByLabel('Email').fill(email);
  await password.pressSequentially('12345');
  expect(await faultOf('Password')).toBe('tooShort');
  await submit.click();
  expect(logins).toEqual([]);
  await password.fill(PASSWORD);
  await submit.dblclick();
  await expect(page).toHaveURL('/');
  expect(logins).toHaveLength(1);
});

test("failures without a code show the page's own message", async ({ page, shop, complaints }) => {
  await signInAs(page, shop);
  await openProfile(page);
  await page.route('**/api/v1/auth/*', (route) => route.abort());
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('alert')).toHaveText('Update failed');
  await page.getByRole('tab', { name: 'Password' }).click();
  await page.getByLabel('Current Password').fill(PASSWORD);
  await page.getByLabel('New Password').fill('Monsoon-2026!');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByRole('alert')).toHaveText('Password change failed');
  await page.getByRole('tab', { name: 'Delete Account' }).click();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Yes, delete my account' }).click();
  await expect(page.getByRole('alert')).toHaveText('Account deletion failed');
  await expectComplaints(complaints, NO_ANSWER);
});
