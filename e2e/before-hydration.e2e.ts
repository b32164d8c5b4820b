import type { Page } from '@playwright/test';
import { paymentDialog } from './support/buyer.ts';
import { APPLICATION, openWithoutApplication } from './support/held-application.ts';
import { expectHydrated, openPage } from './support/open-page.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search products' });
const contactForm = (page: Page) => page.getByRole('main').locator('form');

test('a quantity and Buy Now take effect when clicked before hydration', async ({ page, shop }) => {
  await signInAs(page, shop);
  const product = await shop.ask('buildProduct', { price: 250, units: 9 });
  const application = await openWithoutApplication(page, `/products/${product.id}`);
  await button(page, 'One more').click();
  await button(page, 'One more').click();
  await button(page, 'Buy Now').click();
  await expect(button(page, 'Buy Now')).toHaveAttribute('aria-busy', 'true');
  await application.asked;
  application.release();
  await expect(paymentDialog(page)).toContainText('₹750');
  const orders = await shop.ask('query', `select quantity from orders where product_id = '${product.id}'`);
  expect(orders).toEqual([{ quantity: 3 }]);
});

test('Buy Now leads a visitor to the sign-in page when clicked before hydration', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', {});
  const application = await openWithoutApplication(page, `/products/${product.id}`);
  await button(page, 'Buy Now').press('Enter');
  application.release();
  await expect(page).toHaveURL('/login');
});

test('search text that is typed before hydration stays and gets suggestions', async ({ page, shop }) => {
  await shop.ask('buildProduct', { company: 'Pangolin', title: 'Pangolin Pass' });
  const application = await openWithoutApplication(page, '/');
  await searchBox(page).pressSequentially('pangolin');
  application.release();
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(suggestions.getByRole('option')).toHaveText([/Pangolin Pass/]);
  await expect(searchBox(page)).toHaveValue('pangolin');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL('/?q=pangolin');
});

test('search and links work without the application', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', { company: 'Tapir', title: 'Tapir Pass' });
  await openWithoutApplication(page, '/');
  await searchBox(page).fill('tapir');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL('/?q=tapir');
  await page.getByRole('link', { name: product.title }).click();
  await expect(page.getByRole('heading', { level: 1, name: product.title })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL('/faq');
});

test('a message is sent once when its button is clicked twice before hydration', async ({ page, shop }) => {
  const application = await openWithoutApplication(page, '/contact');
  const form = contactForm(page);
  await form.getByLabel('Name').fill('Early Bird');
  await form.getByLabel('Email').fill('early@example.com');
  await form.getByLabel('Type').selectOption({ label: 'Billing Question' });
  await form.getByLabel('Message').fill('I was here before your scripts.');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(page).toHaveURL('/contact');
  application.release();
  await expect(page.getByRole('dialog', { name: 'Message Sent' })).toBeVisible();
  const sent = await shop.ask('query', "select name, contact_type from contacts where email = 'early@example.com'");
  expect(sent).toEqual([{ name: 'Early Bird', contact_type: 'billing' }]);
});

test('text that is typed before hydration stays and is validated on submit', async ({ page }) => {
  const application = await openWithoutApplication(page, '/contact');
  const form = contactForm(page);
  await form.getByLabel('Name').fill('Early Bird');
  await form.getByLabel('Message').fill('Half a');
  application.release();
  await expectHydrated(page);
  await expect(form.getByLabel('Message')).toHaveValue('Half a');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByText('Email is required')).toBeVisible();
  await expect(form.getByText('Name is required')).toHaveCount(0);
  await expect(form.getByText('Message is required')).toHaveCount(0);
});

test('a sort order, a theme and a menu keep the choice made before hydration', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const application = await openWithoutApplication(page, '/');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.getByLabel('Sort by').selectOption('Price: low to high');
  await button(page, 'Menu').click();
  await button(page, 'Menu').click();
  application.release();
  await expect(page).toHaveURL('/?sort=price-asc');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(button(page, 'Menu')).toHaveAttribute('aria-expanded', 'true');
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
});

const RELOAD = 'could not be loaded. Reload the page when you are connected again.';

test.describe('a chunk that cannot be loaded', () => {
  test.afterEach(async ({ page, complaints }) => {
    // Requests that are still running fail with console errors until the page is closed.
    await page.close();
    expect(complaints.filter((text) => !/ERR_FAILED|Failed to fetch dynamically/.test(text))).toEqual([]);
    complaints.length = 0;
  });

  test('a page leaves out an optional part whose chunk cannot be loaded', async ({ page, shop }) => {
    await page.clock.install();
    await page.route(/viewed-row|passkey-sign-in|popular-instead|back-in-stock/, (route) => route.abort());
    const product = await shop.ask('buildProduct', { title: 'Came too late', units: 0 });
    for (const [path, heading, file] of [
      [`/products/${product.id}`, 'Came too late', /back-in-stock/],
      ['/?q=nothing-of-the-kind', 'No products found', /popular-instead/],
      ['/login', 'Welcome back', /passkey-sign-in/],
      ['/', 'All products', /viewed-row/],
    ] as const) {
      const refused = page.waitForEvent('requestfailed', (request) => file.test(request.url()));
      await openPage(page, path);
      const url = (await refused).url();
      // The import has failed in the page too. React delays late content a little, so the clock runs on.
      await page.evaluate((url) => import(url).catch(() => undefined), url);
      await page.clock.runFor(1000);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    }
  });

  test('a dialog whose chunk cannot be loaded shows a message at each attempt to open it', async ({ page, shop }) => {
    await page.route(/filter-sheet|product-zoom/, (route) => route.abort());
    await page.setViewportSize({ width: 360, height: 740 });
    const product = await shop.ask('buildProduct', { title: 'Not seen closer' });
    await shop.ask('buildPictures', { productId: product.id, count: 1 });
    await openPage(page, '/');
    const told = (what: string) => page.getByText(`${what} ${RELOAD}`);
    for (const _ of ['first', 'second']) {
      await button(page, 'Filters').click();
      await expect(told('The filters')).toBeVisible();
      await button(page, 'Dismiss').click();
      await expect(told('The filters')).toHaveCount(0);
    }
    await openPage(page, `/products/${product.id}`);
    await button(page, 'Zoom picture 1 of 1').click();
    await expect(told('The larger picture')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Not seen closer' })).toBeVisible();
  });

  test('a part whose chunk cannot be loaded shows a message in its place', async ({ page, shop }) => {
    await page.route(/(security|shortcut-list|saved-views|product-form)-(?!values)/, (route) => route.abort());
    await signInAs(page, shop, { role: 'admin' });
    await openPage(page, '/account/profile');
    await page.getByRole('tab', { name: 'Security' }).click();
    await expect(page.getByRole('tabpanel')).toHaveText(`This part ${RELOAD}`);
    await page.getByRole('tab', { name: 'Profile' }).click();
    await expect(page.getByLabel('Full Name')).toBeVisible();
    await openPage(page, '/admin/products');
    await button(page, 'Keyboard shortcuts').click();
    await expect(page.getByText(`The list ${RELOAD}`)).toBeVisible();
    await button(page, 'Views').click();
    await expect(page.getByText(`Your views ${RELOAD}`)).toBeVisible();
    await page.getByRole('link', { name: 'Add New Product' }).click();
    await expect(page.getByRole('dialog', { name: 'Add New Product' })).toContainText(`The form ${RELOAD}`);
  });

  const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'This page did not load completely' });

  test('a missing application ends all busy states and offers a reload', async ({ page }) => {
    const application = await openWithoutApplication(page, '/contact');
    const send = contactForm(page).getByRole('button', { name: 'Send Message' });
    await send.click();
    await expect(page.locator('[aria-busy]')).toHaveCount(1);
    application.refuse();
    await expect(notice(page)).toBeVisible();
    await expect(page.locator('[aria-busy]')).toHaveCount(0);
    await send.click();
    await expect(page.locator('[aria-busy]')).toHaveCount(0);
    application.allow();
    await notice(page).getByRole('link', { name: 'load it again' }).click();
    await expectHydrated(page);
    await expect(notice(page)).toBeHidden();
  });

  test('a missing application shows a message on pages that load it at once', async ({ page }) => {
    await page.route(APPLICATION, (route) => route.abort());
    await page.goto('/login');
    await expect(notice(page)).toBeVisible();
  });

  test('a missing page chunk shows the same message as a missing application', async ({ page }) => {
    await page.route(/\/assets\/my-orders\.page/, (route) => route.abort());
    await page.goto('/account/my-orders');
    await expect(notice(page)).toBeVisible();
  });
});
