import type { Page } from '@playwright/test';
import { indianDay } from '../api/src/platform/indian-day.ts';
import { expectAccessible } from './support/accessible.ts';
import { focusStop } from './support/focus-stop.ts';
import { holdReply } from './support/held-reply.ts';
import { openPage } from './support/open-page.ts';
import { dropSession, signInAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const header = (page: Page) => page.getByRole('banner');
const notice = (page: Page) => page.getByRole('complementary', { name: 'Development notice' });
const pages = ['/', '/about', '/contact', '/privacy-policy', '/terms-and-conditions', '/faq', '/unauthorized'];

test.describe('the header', () => {
  test('the header stays at the top of every page', async ({ page }) => {
    for (const path of pages) {
      await openPage(page, path);
      await page.mouse.wheel(0, 2000);
      await expect(header(page), path).toBeInViewport({ ratio: 1 });
    }
  });

  test('the header shows a progress line during a navigation', async ({ page }) => {
    await openPage(page, '/about');
    const answer = await holdReply(page, /\/api\/v1\/products\?/);
    await header(page).getByRole('link', { name: 'Digital Goods Marketplace' }).click();
    await answer.asked;
    const line = () => page.getByRole('main').evaluate((main) => getComputedStyle(main, '::before').borderTopWidth);
    await expect.poll(line).toBe('3px');
    await answer.release();
    await expect(page).toHaveURL('/');
    await expect.poll(line).toBe('0px');
  });

  test('the header has two menus and opens one at a time', async ({ page }) => {
    await openPage(page, '/');
    const about = header(page).getByRole('button', { name: 'About' });
    const legal = header(page).getByRole('button', { name: 'Legal' });
    const link = (name: string) => header(page).getByRole('link', { name });

    await about.click();
    await expect(link('About Us')).toHaveAttribute('href', '/about');
    await expect(link('FAQ')).toHaveAttribute('href', '/faq');
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });

    await legal.click();
    await expect(about).toHaveAttribute('aria-expanded', 'false');
    await expect(link('Privacy Policy')).toHaveAttribute('href', '/privacy-policy');
    await expect(link('Terms & Conditions')).toHaveAttribute('href', '/terms-and-conditions');
    await legal.click();
    await expect(legal).toHaveAttribute('aria-expanded', 'false');
    await expect(link('Privacy Policy')).toBeHidden();
    await expect(link('Contact')).toHaveAttribute('href', '/contact');
    await expect(link('Get Started')).toHaveAttribute('href', '/login');
    await expect(link('Digital Goods Marketplace')).toHaveAttribute('href', '/');
  });

  test('the header menus work by keyboard, and Escape returns the focus', async ({ page }) => {
    await openPage(page, '/');
    const legal = header(page).getByRole('button', { name: 'Legal' });
    await legal.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(header(page).getByRole('link', { name: 'Privacy Policy' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(legal).toBeFocused();
    await expect(legal).toHaveAttribute('aria-expanded', 'false');

    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/privacy-policy');
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeFocused();
    await expect(legal).toHaveAttribute('aria-expanded', 'false');
  });

  test('the header links customers to their account and admins also to the dashboard', async ({ page, shop }) => {
    const link = (name: string) => header(page).getByRole('link', { name });
    await signInAs(page, shop);
    await openPage(page, '/about');
    await expect(link('Account')).toHaveAttribute('href', '/account');
    await expect(link('Get Started')).toBeHidden();
    await expect(link('Dashboard')).toBeHidden();

    await dropSession(page);
    await signInAs(page, shop, { role: 'admin' });
    await openPage(page, '/about');
    await expect(link('Dashboard')).toHaveAttribute('href', '/admin/dashboard');
    await expect(link('Account')).toBeVisible();
  });

  for (const width of [320, 360])
    test(`the header menu at ${width} px closes after a choice`, async ({ page }) => {
      await page.setViewportSize({ width, height: 700 });
      await openPage(page, '/about');
      const menu = header(page).getByRole('button', { name: 'Menu' });
      await menu.click();
      const links = header(page).getByRole('navigation').getByRole('link');
      await expect(links).toHaveText([
        'About Us',
        'FAQ',
        'Privacy Policy',
        'Terms & Conditions',
        'Contact',
        'Get Started',
      ]);
      await page.keyboard.press('Escape');
      await expect(menu).toBeFocused();
      await expect(links.first()).toBeHidden();

      await menu.click();
      await header(page).getByRole('link', { name: 'FAQ' }).click();
      await expect(page).toHaveURL('/faq');
      await expect(menu).toHaveAttribute('aria-expanded', 'false');
    });
});

test('the footer has every link, the version and the year', async ({ page }) => {
  await openPage(page, '/');
  const footer = page.getByRole('contentinfo');
  const links = {
    'Browse Products': '/',
    Categories: '/categories',
    Company: '/company',
    Contact: '/contact',
    FAQ: '/faq',
    'About Us': '/about',
    'Terms & Conditions': '/terms-and-conditions',
    'Privacy Policy': '/privacy-policy',
  };
  for (const [name, href] of Object.entries(links))
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  await expect(footer).toContainText('v1.2.0');
  await expect(footer).toContainText(`© ${indianDay(new Date()).slice(0, 4)} Digital Goods Marketplace`);
  // In forced-colours mode the chosen theme must still be recognisable.
  await page.emulateMedia({ forcedColors: 'active' });
  const chosen = page.getByRole('group', { name: 'Theme' }).locator('label:has(:checked)');
  const [theme, body] = await Promise.all(
    [chosen, page.locator('body')].map((part) => part.evaluate((box) => getComputedStyle(box).backgroundColor)),
  );
  expect(theme).not.toBe(body);
});

test.describe('the development notice', () => {
  const text =
    'Development Notice: This website is currently under active development. Some features may be incomplete.';

  test('the notice closes only by its button and stays closed for the visit', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.clock.install();
    await openPage(page, '/about');
    await expect(notice(page)).toHaveText(new RegExp(text));
    const duration = await notice(page)
      .locator('.animate-notice')
      .evaluate((bar) => {
        const [animation] = bar.getAnimations();
        animation?.finish();
        return animation?.effect?.getTiming().duration;
      });
    expect(duration).toBe(8000);
    await page.clock.runFor(60_000);
    await expect(notice(page)).toBeVisible();

    await notice(page).getByRole('button', { name: 'Close notice' }).click();
    await expect(notice(page)).toBeHidden();
    await page.reload();
    await expect(notice(page)).toBeHidden();
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await expect(notice(page)).toBeVisible();
  });

  test('the notice has no animation with reduced motion', async ({ page }) => {
    await openPage(page, '/about');
    const bar = notice(page).locator('.animate-notice');
    expect(await bar.evaluate((element) => element.getAnimations().length)).toBe(0);
  });
});

for (const [how, forbid] of [
  [
    'forbids storage',
    () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  ],
  ['has no storage', () => null],
] as const)
  test(`the shop works in a browser that ${how}`, async ({ page, shop }) => {
    const product = await shop.ask('buildProduct', { title: 'Kept by nobody' });
    await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: ${forbid} });`);
    await openPage(page, `/products/${product.id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Kept by nobody' })).toBeVisible();
    await openPage(page, '/');
    await expect(page.getByRole('link', { name: 'Kept by nobody' }).first()).toBeVisible();
    await notice(page).getByRole('button', { name: 'Close notice' }).click();
    await expect(notice(page)).toBeHidden();
    // The wish-list button leads to the sign-in page, and the pages work after signing in.
    await page.getByRole('button', { name: 'Keep Kept by nobody on your wish list' }).click();
    await expect(page).toHaveURL('/login');
    await signInAs(page, shop, { role: 'admin' });
    await openPage(page, '/');
    await expect(page.getByRole('heading', { level: 2, name: 'All products' })).toBeVisible();
    await openPage(page, '/admin/orders');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByRole('checkbox').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Orders Management' })).toBeVisible();
  });

test('invalid data in the browser storage does not break a page', async ({ page }) => {
  for (const stored of ['null', '{}', '[', '[null]']) {
    await openPage(page, '/');
    await page.evaluate((stored) => localStorage.setItem('viewed-products', stored), stored);
    const row = page.waitForResponse(/viewed-row/);
    await openPage(page, '/');
    await row;
    await expect(page.getByRole('heading', { level: 2, name: 'All products' }), stored).toBeVisible();
  }
});

for (const [width, height] of [
  [360, 640],
  [1280, 720],
] as const)
  test(`no floating element covers the focused element at ${width} px`, async ({ page, shop }) => {
    // A company name without spaces could push the filters under the cards.
    await shop.ask('buildProduct', { company: 'prepaidcustomercare.india@telcocommunications.example' });
    await page.setViewportSize({ width, height });
    for (const path of ['/', '/terms-and-conditions', '/faq', '/contact']) {
      await openPage(page, path);
      await page.keyboard.press('Tab');
      const covered = [];
      let name: string | null = '';
      for (let stops = 0; stops < 80; stops += 1) {
        const stop = await focusStop(page);
        if (!stop) break;
        name = stop.name;
        if (!stop.isVisible) covered.push(stop.name);
        await page.keyboard.press('Tab');
      }
      expect(name, `${path}: the last stop`).toBe('Report an Issue');
      expect(covered, path).toEqual([]);
    }
  });

test('every link on every public page leads to a page', async ({ page, shop }) => {
  await shop.ask('buildProduct', { title: 'Crawled Gift Card' });
  const found = new Map(pages.map((path) => [path, 'the list of pages']));
  for (const [path, from] of found) {
    const response = await page.goto(path);
    expect(response?.status(), `${path}, linked from ${from}`).toBe(200);
    await expect(page.getByRole('heading', { level: 1 }), path).not.toHaveCount(0);
    const hrefs = await page
      .locator('a[href]')
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href)).map(({ href }) => href));
    for (const href of hrefs) {
      const { origin, pathname } = new URL(href);
      if (origin === shop.url && !found.has(pathname)) found.set(pathname, path);
    }
  }
  expect([...found.keys()]).toEqual(
    expect.arrayContaining(['/categories', '/company', '/login', '/account/my-orders']),
  );
});
