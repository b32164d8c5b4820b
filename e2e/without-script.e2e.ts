import { openWithoutApplication } from './support/held-application.ts';
import { expectHydrated } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const PASSWORD = 'Correct-Horse-9';

test('without JavaScript no page keeps loading, and forms say that they need it', async ({ browser, shop }) => {
  const product = await shop.ask('buildProduct', { title: 'Plain Voucher' });
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: shop.url });
  for (const path of ['/', '/contact', '/login', '/register', '/account/my-orders', `/products/${product.id}`]) {
    await page.goto(path);
    await expect(page.getByText('Loading...').filter({ visible: true }), path).toHaveCount(0);
  }
  for (const [path, what] of [
    ['/login', 'Signing in needs JavaScript'],
    ['/register', 'Registering needs JavaScript'],
    ['/account/my-orders', 'This page needs JavaScript'],
    ['/contact', 'Sending a message needs JavaScript'],
    [`/products/${product.id}`, 'Buying needs JavaScript'],
  ]) {
    await page.goto(path as string);
    await expect(page.getByText(what as string)).toBeVisible();
  }
  await page.close();
});

test('a form that is submitted before any script does not put its text into the URL', async ({ browser, shop }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: shop.url });
  await page.goto('/contact');
  const form = page.getByRole('main').locator('form');
  await form.getByLabel('Message').fill('My code is SECRET-1');
  await form.getByLabel('Name').fill('Asha');
  await form.getByRole('button', { name: 'Send Message' }).click();
  expect(page.url()).not.toContain('SECRET');
  await page.close();
});

test('text and submits from before hydration reach the application', async ({ page, shop }) => {
  const { email } = await shop.ask('buildUser', {});
  const field = (label: string) => page.getByRole('main').getByLabel(label, { exact: true });
  const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();

  let application = await openWithoutApplication(page, '/register');
  await field('Full Name').fill('Asha Rao');
  await field('Password').fill('Abcdefgh1');
  application.release();
  await expectHydrated(page);
  await expect(field('Full Name')).toHaveValue('Asha Rao');
  await expect(page.getByRole('meter', { name: 'Strength' })).toHaveAttribute('aria-valuetext', 'Strong');

  application = await openWithoutApplication(page, '/contact');
  await field('Message').fill('My code does not work');
  application.release();
  await expectHydrated(page);
  await press('Send Message');
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(page.getByText('Message is required')).toHaveCount(0);
  await expect(field('Message')).toHaveValue('My code does not work');

  application = await openWithoutApplication(page, '/forgot-password');
  await field('Email').fill(email);
  await press('Send Reset Link');
  application.release();
  await expectHydrated(page);
  await expect(page.getByRole('dialog', { name: 'Check Your Email' })).toContainText(email);

  application = await openWithoutApplication(page, '/login');
  await field('Email').fill(email);
  await field('Password').fill(PASSWORD);
  await press('Sign In');
  application.release();
  await expectHydrated(page);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible();
});

test('a text selection survives hydration', async ({ page }) => {
  const email = page.getByRole('main').getByLabel('Email', { exact: true });
  const application = await openWithoutApplication(page, '/forgot-password');
  await email.fill('asha@');
  await email.selectText();
  application.release();
  await expectHydrated(page);
  await page.keyboard.insertText('asha@example.in');
  await expect(email).toHaveValue('asha@example.in');
});

test('an upper-case product URL and the skip link work with and without scripts', async ({ browser, shop }) => {
  const product = await shop.ask('buildProduct', { title: 'Shouted gift card' });
  for (const javaScriptEnabled of [true, false]) {
    const page = await browser.newPage({ javaScriptEnabled, baseURL: shop.url, serviceWorkers: 'block' });
    await page.goto(`/products/${product.id.toUpperCase()}`);
    if (javaScriptEnabled) await expectHydrated(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Shouted gift card' })).toBeVisible();
    await expect(page).toHaveTitle(/Shouted gift card/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'All products' })).toBeFocused();
    await page.close();
  }
});
