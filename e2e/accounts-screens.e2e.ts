import { expectAccessible } from './support/accessible.ts';
import { openPage } from './support/open-page.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, test } from './support/test.ts';

const PASSWORD = 'Correct-Horse-9';

// expectAccessible runs axe four times.
test.describe.configure({ timeout: 180_000 });

test('the sign-in page is accessible and works by keyboard', async ({ page, shop, complaints }) => {
  const { email } = await shop.ask('buildUser', {});
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await expectAccessible(page);
  await page.getByLabel('Email').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Wrong-Pass-1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'text');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await expectComplaints(complaints, 401);
  await expectAccessible(page);
  await page.getByLabel('Password').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test('the registration page is accessible with and without errors', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('Password').fill('Abcdefgh1');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const name = page.getByLabel('Full Name');
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('Name is required');
  await expectAccessible(page);
});

test('on a phone the message above a long form scrolls into view', async ({ page, shop, complaints }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const { email } = await shop.ask('buildUser', {});
  await openPage(page, '/register');
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Mobile Number').fill('9876543210');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('Monsoon-2026!');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('alert')).toHaveText(/already exists/);
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await expectComplaints(complaints, 409);

  await signInAs(page, shop);
  await openPage(page, '/account/profile');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('main').getByRole('status')).toBeInViewport({ ratio: 1 });
});

test('the password reset pages are accessible, and Escape closes their dialogs', async ({ page, shop }) => {
  const { email } = await shop.ask('buildUser', {});
  await page.goto('/forgot-password');
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Check Your Email' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/login');

  let link: string | undefined;
  await expect(async () => {
    const mails = await shop.ask('mailsTo', email);
    link = mails[0]?.text?.match(/\/reset-password\/[\w-]+/)?.[0];
    expect(link).toBeDefined();
  }).toPass();
  await page.goto(link ?? '');
  await page.getByLabel('New Password').fill('Monsoon-2026!');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Password Reset Successful' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/login');
});

test('the profile page is accessible, and arrow keys move between its tabs', async ({ page, shop }) => {
  await signInAs(page, shop);
  await page.goto('/account/profile');
  await page.getByRole('tab', { name: 'Profile' }).focus();
  await expectAccessible(page);
  await page.getByLabel('Full Name').fill('Asha, not saved yet');
  await page.getByRole('tab', { name: 'Profile' }).focus();
  for (const key of ['ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha, not saved yet');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Password' })).toBeFocused();
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('All fields are required')).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Password' }).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('tab', { name: 'Delete Account' })).toBeFocused();
  const ask = page.getByRole('button', { name: 'Delete Account' });
  await ask.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(ask).toBeFocused();
});

test('the skip link keeps typed text and the open tab of the profile', async ({ page, shop }) => {
  await signInAs(page, shop);
  await openPage(page, '/account/profile');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  const name = page.getByLabel('Full Name');
  await name.fill('Asha, not saved yet');
  await skip.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(name).toHaveValue('Asha, not saved yet');
  await openPage(page, '/account/profile#security');
  await skip.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('tab', { name: 'Security' })).toHaveAttribute('aria-selected', 'true');
});

test('fields on a touch screen have text large enough that a phone does not zoom', async ({ browser, shop }) => {
  const context = await browser.newContext({
    baseURL: shop.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await signInAs(page, shop, { role: 'admin' });
  await shop.ask('buildProduct', {});
  for (const path of ['/', '/contact', '/account/profile', '/admin/orders', '/admin/products/new']) {
    await openPage(page, path);
    const fields = page.locator(':is(input, select, textarea):visible');
    await expect(fields).not.toHaveCount(0);
    if (path === '/admin/products/new') await expect(page.getByLabel('Product Title')).toBeVisible();
    const sizes = await fields.evaluateAll((all) => all.map((field) => parseFloat(getComputedStyle(field).fontSize)));
    expect(Math.min(...sizes), path).toBeGreaterThanOrEqual(16);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
  }
  await context.close();
});
