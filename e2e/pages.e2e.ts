import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { name });
const answers = (page: Page) => page.getByRole('main').getByRole('region').filter({ visible: true });

test('the About page shows the story, the principles and the founder', async ({ page }) => {
  await openPage(page, '/about');
  await expect(page).toHaveTitle('About Us – Digital Goods Marketplace');
  await expect(heading(page, 'Our Vision for Digital Commerce')).toBeVisible();
  await expect(heading(page, '100% Customer Satisfaction Focus')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('founded in 2025');
  const principles = ['Customer First', 'Integrity', 'Innovation', 'Security', 'Global Community', 'Sustainability'];
  for (const principle of principles) await expect(heading(page, principle)).toBeVisible();
  await expect(page.getByText('Founder and CEO')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Explore' })).toHaveAttribute('href', '/');
  await expectAccessible(page);
});

const documents = [
  {
    path: '/privacy-policy',
    title: 'Privacy Policy',
    updated: 'Last updated: January 1, 2023',
    sections: [
      '1. Information We Collect',
      '2. How We Use Your Data',
      '3. Data Security',
      '4. Data Retention',
      '5. Legal Rights',
      '6. Contact Us',
    ],
  },
  {
    path: '/terms-and-conditions',
    title: 'Terms & Conditions',
    updated: 'Last updated: July 17, 2025',
    sections: [
      '1. Acceptance',
      '2. User Accounts',
      '3. Purchases',
      '4. Digital Goods',
      '5. Refund Policy',
      '6. Prohibited Uses',
      '7. Limitation of Liability',
      '8. Changes to Terms',
      '9. Governing Law',
      '10. Contact Information',
    ],
  },
];

for (const { path, title, updated, sections } of documents)
  test(`${title} has a date, numbered sections and links down and back to the top`, async ({ page }) => {
    await openPage(page, path);
    const top = heading(page, title);
    await expect(top).toBeVisible();
    await expect(page.getByText(updated)).toBeVisible();
    const numbered = page.getByRole('main').getByRole('heading', { name: /^\d+\. / });
    await expect(numbered).toHaveText(sections);

    await page.getByRole('button', { name: 'Scroll to read' }).click();
    await expect(top).not.toBeInViewport();
    await expect(numbered.first()).toBeInViewport();
    await page.getByRole('button', { name: 'Back to top' }).click();
    await expect(top).toBeInViewport();
    await expect(top).toBeFocused();

    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last().click();
    await expect(numbered.last()).toBeInViewport();
    await expectAccessible(page);
  });

test('the Privacy Policy lists collected data, retention periods and legal rights', async ({ page }) => {
  await openPage(page, '/privacy-policy');
  const retention = page.getByRole('region', { name: 'Data Retention' }).locator('dl > div');
  const kept = {
    'Account information': '5 years',
    'Transaction records': '7 years',
    'Marketing preferences': '3 years',
    'Support records': '3 years',
    'Analytics data': '2 years',
  };
  for (const [what, period] of Object.entries(kept))
    await expect(retention.filter({ hasText: what })).toContainText(period);
  for (const kind of ['Identity', 'Contact', 'Transaction', 'Technical', 'Usage', 'Marketing'])
    await expect(page.getByRole('term').filter({ hasText: `${kind} data` })).toBeVisible();
  for (const right of ['Access', 'Correction', 'Erasure', 'Objection', 'Restriction', 'Portability'])
    await expect(page.getByRole('term').filter({ hasText: new RegExp(`^${right}$`) })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('within one month');
});

test('the Terms and the FAQ state the same refund policy', async ({ page }) => {
  await openPage(page, '/terms-and-conditions');
  const policy = page.getByRole('region', { name: 'Refund Policy' });
  await expect(policy).toContainText('All sales are final');
  await expect(policy).toContainText('within 7 days of purchase');
  await expect(page.getByRole('region', { name: 'Governing Law' })).toContainText('Delaware');

  await openPage(page, '/faq');
  await page.getByRole('button', { name: 'Can I get a refund' }).click();
  await expect(answers(page).first()).toContainText('All sales are final');
  await expect(answers(page).first()).toContainText('within 7 days of purchase');
});

test('the FAQ opens one of eight answers at a time, also by keyboard', async ({ page }) => {
  await openPage(page, '/faq');
  const questions = page.getByRole('main').getByRole('heading').getByRole('button');
  await expect(questions).toHaveText([
    /purchase/,
    /payment methods/,
    /refund/,
    /access my purchased/,
    /payment information secure/,
    /sell/,
    /issue with a product/,
    /contact customer support/,
  ]);
  await questions.nth(0).focus();
  await page.keyboard.press('Enter');
  await expect(questions.nth(0)).toHaveAttribute('aria-expanded', 'true');

  await questions.nth(1).click();
  await expect(questions.nth(0)).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByText('major credit cards, PayPal and cryptocurrency')).toBeVisible();
  await expectAccessible(page);

  await questions.nth(1).click();
  await expect(questions.nth(1)).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
});

test('the Access Denied page links to the home page and to sign-in', async ({ page }) => {
  const response = await page.goto('/unauthorized');
  expect(response?.status()).toBe(200);
  await expect(heading(page, 'Access Denied')).toBeVisible();
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
  await expectAccessible(page);
});

test('the information pages can be read without JavaScript', async ({ browser, shop }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: shop.url });
  for (const path of ['/about', '/contact', '/privacy-policy', '/terms-and-conditions', '/faq', '/unauthorized']) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  }
  await page.goto('/faq');
  await expect(page.getByRole('region').filter({ hasText: 'major credit cards' })).toBeVisible();
  await page.close();
});
