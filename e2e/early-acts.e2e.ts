import type { Page } from '@playwright/test';
import { paymentDialog } from './support/buyer.ts';
import { APPLICATION, openWithoutApplication } from './support/held-application.ts';
import { expectAlive, openPage } from './support/open-page.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search products' });
const contactForm = (page: Page) => page.getByRole('main').locator('form');

test('Buy Now and the quantity, pressed early, take effect', async ({ page, shop }) => {
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

test('Buy Now, pressed early, leads a visitor to sign in', async ({ page, shop }) => {
  const product = await shop.ask('buildProduct', {});
  const application = await openWithoutApplication(page, `/products/${product.id}`);
  await button(page, 'Buy Now').press('Enter');
  application.release();
  await expect(page).toHaveURL('/login');
});

test('a search that is typed early stays typed, and is answered as one typed later', async ({ page, shop }) => {
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

test('a message sent early is sent once, however often the button is pressed', async ({ page, shop }) => {
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

test('a half-written message stays, and its mistakes are found when it is sent', async ({ page }) => {
  const application = await openWithoutApplication(page, '/contact');
  const form = contactForm(page);
  await form.getByLabel('Name').fill('Early Bird');
  await form.getByLabel('Message').fill('Half a');
  application.release();
  await expectAlive(page);
  await expect(form.getByLabel('Message')).toHaveValue('Half a');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByText('Email is required')).toBeVisible();
  await expect(form.getByText('Name is required')).toHaveCount(0);
  await expect(form.getByText('Message is required')).toHaveCount(0);
});

test('an order of the list and a theme, chosen early, hold, and a menu pressed twice is open', async ({ page }) => {
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

test.describe('what cannot be fetched', () => {
  test.afterEach(async ({ page, complaints }) => {
    // Files that are still being refused are complained of until then.
    await page.close();
    expect(complaints.filter((text) => !/ERR_FAILED|Failed to fetch dynamically/.test(text))).toEqual([]);
    complaints.length = 0;
  });

  test('is left out, where the page makes sense without it', async ({ page, shop }) => {
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
      // The page has heard of it by then, and React, which waits a little before it draws what came late, has drawn.
      await page.evaluate((url) => import(url).catch(() => undefined), url);
      await page.clock.runFor(1000);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    }
  });

  test('is told of each time that somebody opens it, and the page stays', async ({ page, shop }) => {
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

  test('is told of in its place', async ({ page, shop }) => {
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

  test('leaves nothing pressed waiting, where it is the application, and says what to do', async ({ page }) => {
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
    await expectAlive(page);
    await expect(notice(page)).toBeHidden();
  });

  test('is told of where the document itself asks for it', async ({ page }) => {
    await page.route(APPLICATION, (route) => route.abort());
    await page.goto('/login');
    await expect(notice(page)).toBeVisible();
  });

  test('is told of where only the part of this page is missing', async ({ page }) => {
    await page.route(/\/assets\/my-orders\.page/, (route) => route.abort());
    await page.goto('/account/my-orders');
    await expect(notice(page)).toBeVisible();
  });
});
