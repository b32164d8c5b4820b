import type { Page } from '@playwright/test';
import { paymentDialog, signInAsNewCustomer } from './support/buyer.ts';
import { openWithoutApplication } from './support/held-application.ts';
import { expect, test } from './support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search products' });
const contactForm = (page: Page) => page.getByRole('main').locator('form');

test.describe('before the application is there', () => {
  test('Buy Now and the quantity are pressed, and take effect', async ({ page, shop }) => {
    await signInAsNewCustomer(page, shop);
    const product = await shop.ask('buildProduct', { price: 250, units: 9 });
    const application = await openWithoutApplication(page, `/products/${product.id}`);
    await button(page, 'One more').click();
    await button(page, 'One more').click();
    await button(page, 'Buy Now').click();
    await expect(button(page, 'Buy Now')).toHaveAttribute('aria-busy', 'true');
    application.release();
    await expect(paymentDialog(page)).toContainText('₹750');
    const orders = await shop.ask('query', `select quantity from orders where product_id = '${product.id}'`);
    expect(orders).toEqual([{ quantity: 3 }]);
  });

  test('Buy Now leads a visitor to sign in', async ({ page, shop }) => {
    const product = await shop.ask('buildProduct', {});
    const application = await openWithoutApplication(page, `/products/${product.id}`);
    await button(page, 'Buy Now').press('Enter');
    application.release();
    await expect(page).toHaveURL('/login');
  });

  test('a typed search stays typed, and is answered as one typed later', async ({ page, shop }) => {
    await shop.ask('buildProduct', { company: 'Pangolin', title: 'Pangolin Pass' });
    const application = await openWithoutApplication(page, '/');
    await searchBox(page).pressSequentially('pangolin');
    application.release();
    await expect(page.getByRole('option')).toHaveText([/Pangolin Pass/]);
    await expect(searchBox(page)).toHaveValue('pangolin');
    await searchBox(page).press('Enter');
    await expect(page).toHaveURL('/?q=pangolin');
  });

  test('search and links work without it', async ({ page, shop }) => {
    const product = await shop.ask('buildProduct', { company: 'Okapi', title: 'Okapi Pass' });
    await openWithoutApplication(page, '/');
    await searchBox(page).fill('okapi');
    await searchBox(page).press('Enter');
    await expect(page).toHaveURL('/?q=okapi');
    await page.getByRole('link', { name: product.title }).click();
    await expect(page.getByRole('heading', { level: 1, name: product.title })).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
    await expect(page).toHaveURL('/faq');
  });

  test('a message is written and sent, once, however often the button is pressed', async ({ page, shop }) => {
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
    await expect(page.getByRole('banner').getByText('Loading...')).toHaveCount(0);
    await expect(form.getByLabel('Message')).toHaveValue('Half a');
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(form.getByText('Email is required')).toBeVisible();
    await expect(form.getByText('Name is required')).toHaveCount(0);
    await expect(form.getByText('Message is required')).toHaveCount(0);
  });

  test('an order of the list and a theme are chosen, and a menu pressed twice is open', async ({ page }) => {
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
});

test.describe('the application is fetched', () => {
  /** When the page asked for its application, and when it had its picture, on the page's own clock. */
  const times = (page: Page) =>
    page.evaluate(() => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const lead = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')?.currentSrc;
      const scripts = files.filter(({ name }) => /\/assets\/(?!boot)[^/]+\.js$/.test(name));
      return {
        asked: Math.min(...scripts.map(({ startTime }) => startTime)),
        pictured: files.find(({ name }) => name === lead)?.responseEnd,
      };
    });

  async function openWithoutPicture(page: Page, path: string) {
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/media/**', async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    // There is no frame before the boot script has run.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    return { release };
  }

  test('once the lead picture is there', async ({ page, shop }) => {
    const product = await shop.ask('buildProduct', {});
    await shop.ask('buildPictures', { productId: product.id, count: 1 });
    const picture = await openWithoutPicture(page, `/products/${product.id}`);
    await page.evaluate(() => document.fonts.ready);
    picture.release();
    await expect(page.getByRole('banner').getByText('Loading...')).toHaveCount(0);
    const { asked, pictured } = await times(page);
    expect(asked).toBeGreaterThan(pictured ?? Number.POSITIVE_INFINITY);
  });

  test('at the first sign of a visitor, whatever else is missing', async ({ page, shop }) => {
    const product = await shop.ask('buildProduct', {});
    await shop.ask('buildPictures', { productId: product.id, count: 1 });
    const picture = await openWithoutPicture(page, `/products/${product.id}`);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('banner').getByText('Loading...')).toHaveCount(0);
    picture.release();
  });

  test('at once where there is nothing to see without it', async ({ page }) => {
    for (const path of ['/login', '/account/my-orders', '/admin/orders', '/reset-password/some-token']) {
      const html = await (await page.request.get(path)).text();
      expect(html, path).toContain('data-start="at-once"');
      expect(html, path).toContain('rel="modulepreload"');
    }
    await page.goto('/login');
    await expect(button(page, 'Sign In')).toBeVisible();
  });
});
