import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { sendEnquiry } from './support/api-calls.ts';
import { holdReply } from './support/held-reply.ts';
import { intercept, loseReply } from './support/intercept.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, NO_ANSWER, test } from './support/test.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const card = (page: Page, label: string) => page.getByRole('main').locator('dl > div').filter({ hasText: label });

test.beforeEach(async ({ page, shop }) => {
  await shop.ask('query', 'delete from contacts');
  await shop.ask('query', 'delete from rate_limits');
  await signInAs(page, shop, { role: 'admin' });
});

test('enquiries are counted, searched, read, resolved and deleted', async ({ page, shop }) => {
  await sendEnquiry(shop, 'Asha Rao');
  await sendEnquiry(shop, 'Ravi Menon', 'technical');
  await page.goto('/admin/feedbacks');
  await expect(page.getByRole('heading', { name: 'Contact Management' })).toBeVisible();
  await expect(page.getByText('Manage all customer feedback and inquiries')).toBeVisible();
  await expect(card(page, 'TOTAL CONTACTS')).toContainText('2');
  await expect(card(page, 'RESOLVED')).toContainText('0');
  await expect(card(page, 'PENDING')).toContainText('2');
  await expect(card(page, 'NEW TODAY')).toContainText('2');
  await expect(page.getByRole('columnheader')).toHaveText(['Contact', 'Email', 'Subject', 'Date', 'Status', 'Actions']);
  await expect(row(page, 'Ravi Menon')).toContainText('Technical Support');
  await expectAccessible(page);

  await row(page, 'Asha Rao').getByRole('button', { name: /^View/ }).click();
  const modal = page.getByRole('dialog', { name: 'Contact Details' });
  await expect(modal).toContainText('A question from Asha Rao');
  await expectAccessible(page);
  await modal.getByRole('button', { name: 'Mark as Resolved' }).click();
  await expect(modal.getByText('Contact updated successfully')).toBeVisible();
  await expect(modal.getByRole('button', { name: 'Mark as Pending' })).toBeVisible();
  await modal.getByRole('button', { name: 'Close' }).click();
  await expect(modal).toHaveCount(0);
  await expect(page.getByText('Contact updated successfully')).toBeVisible();
  await expect(row(page, 'Asha Rao')).toContainText('Resolved');
  await expect(card(page, 'PENDING')).toContainText('1');
  await row(page, 'Ravi Menon').getByRole('button', { name: /^View/ }).click();
  await expect(modal).toContainText('A question from Ravi Menon');
  await expect(page.getByText('Contact updated successfully')).toHaveCount(0);
  await modal.getByRole('button', { name: 'Close' }).click();

  await page.getByLabel('Filter by status').selectOption('Pending');
  await expect(row(page, 'Asha Rao')).toHaveCount(0);
  await page.getByLabel('Filter by status').selectOption('All Status');
  await page.getByPlaceholder('Search contacts...').fill('nobody');
  await expect(page.getByRole('heading', { name: 'No contacts found' })).toBeVisible();
  await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete All' })).toBeDisabled();
  await page.getByPlaceholder('Search contacts...').fill('');

  await row(page, 'Ravi Menon')
    .getByRole('button', { name: /^Delete/ })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Delete Contact' });
  await expect(question).toContainText('Are you sure you want to delete the contact from Ravi Menon?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Contact deleted successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Contact deleted successfully')).toHaveCount(0);
  await expect(row(page, 'Ravi Menon')).toHaveCount(0);
});

test('the details of an enquiry are closed on the next visit of the screen', async ({ page, shop }) => {
  await sendEnquiry(shop, 'Asha Rao');
  await page.goto('/admin/orders');
  const feedbacks = page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: /^Feedbacks/ });
  await feedbacks.click();
  await row(page, 'Asha Rao').getByRole('button', { name: /^View/ }).click();
  await expect(page.getByRole('dialog', { name: 'Contact Details' })).toBeVisible();
  await page.goBack();
  await feedbacks.click();
  await expect(row(page, 'Asha Rao')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Delete All asks first and then deletes every enquiry', async ({ page, shop }) => {
  for (const name of ['One Writer', 'Two Writer', 'Three Writer']) await sendEnquiry(shop, name);
  await page.goto('/admin/feedbacks');
  await page.getByRole('button', { name: 'Delete All' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete All Contacts' });
  await expect(question).toContainText('Are you sure you want to delete all 3 contacts?');
  await expect(question).toContainText('This action cannot be undone and will permanently remove all contact data.');
  await question.getByRole('button', { name: 'Delete All' }).click();
  await expect(page.getByText('All contacts deleted successfully')).toBeVisible();
  await expect(card(page, 'TOTAL CONTACTS')).toContainText('0');
  await expect(page.getByRole('button', { name: 'Delete All' })).toBeDisabled();
});

test('a change shows at once and reverts with a message when the server refuses', async ({
  page,
  shop,
  complaints,
}) => {
  await sendEnquiry(shop, 'Asha Rao');
  await page.goto('/admin/feedbacks');
  await expect(row(page, 'Asha Rao')).toContainText('Pending');
  let refusal = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/contact/, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await refusal.promise;
    return route.fulfill({ status: 503, json: { message: 'The shop is catching its breath.' } });
  });

  await row(page, 'Asha Rao').getByRole('button', { name: /^View/ }).click();
  const modal = page.getByRole('dialog', { name: 'Contact Details' });
  await modal.getByRole('button', { name: 'Mark as Resolved' }).click();
  await expect(modal.getByText('Resolved', { exact: true })).toBeVisible();
  refusal.resolve();
  await expect(modal.getByRole('alert')).toContainText('The shop is catching its breath.');
  await expect(modal.getByText('Pending', { exact: true })).toBeVisible();
  await modal.getByRole('button', { name: 'Close' }).click();

  // On a phone the list is longer than the screen.
  await page.setViewportSize({ width: 360, height: 500 });
  refusal = Promise.withResolvers();
  await row(page, 'Asha Rao')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, 'Asha Rao')).toHaveCount(0);
  await expect(card(page, 'TOTAL CONTACTS')).toContainText('0');
  refusal.resolve();
  await expect(row(page, 'Asha Rao')).toBeVisible();
  await expect(card(page, 'TOTAL CONTACTS')).toContainText('1');
  await expect(page.getByRole('alert')).toContainText('The shop is catching its breath.');
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });

  refusal = Promise.withResolvers();
  await page.getByRole('button', { name: 'Delete All' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete All' }).click();
  await expect(page.getByRole('heading', { name: 'No contacts found' })).toBeVisible();
  refusal.resolve();
  await expect(row(page, 'Asha Rao')).toBeVisible();
  await expectComplaints(complaints, 503);
});

test('a change with a lost reply is shown and not undone by a retry or a double click', async ({
  page,
  shop,
  complaints,
}) => {
  await sendEnquiry(shop, 'Asha Rao');
  await page.goto('/admin/feedbacks');
  await row(page, 'Asha Rao').getByRole('button', { name: /^View/ }).click();
  const modal = page.getByRole('dialog', { name: 'Contact Details' });
  const resolve = modal.getByRole('button', { name: 'Mark as Resolved' });
  const reopen = modal.getByRole('button', { name: 'Mark as Pending' });
  const isResolved = () => shop.ask('query', 'select is_resolved from contacts');
  const lost = modal.getByRole('alert');
  const loseAnswers = () =>
    intercept(page, /\/api\/v1\/contact/, (route) =>
      route.request().method() === 'PUT' ? loseReply(route) : route.fallback(),
    );
  const answerAgain = await loseAnswers();
  await resolve.click();
  await expect(lost).toBeVisible();
  await expect(reopen).toBeVisible();

  // If the list fails to load too, the screen cannot know the new state.
  const listAgain = await intercept(page, /\/api\/v1\/contact(\?|$)/, (route) => route.abort());
  await reopen.click();
  await expect(lost).toBeVisible();
  await expect(reopen).toBeVisible();
  answerAgain();
  listAgain();
  await reopen.click();
  await expect(modal.getByText('Contact updated successfully')).toBeVisible();
  expect(await isResolved()).toEqual([{ is_resolved: false }]);
  await expectComplaints(complaints, NO_ANSWER);

  const answer = await holdReply(page, /\/api\/v1\/contact\//);
  await resolve.dblclick();
  await answer.release();
  await expect(modal.getByText('Contact updated successfully')).toBeVisible();
  await expect(reopen).toBeVisible();
  expect(await isResolved()).toEqual([{ is_resolved: true }]);
});

test('a late reply for the first page does not replace the second page', async ({ page, shop }) => {
  await shop.ask(
    'query',
    `insert into contacts (id, source, name, email, contact_type, subject, message, created_at)
     select gen_random_uuid(), 'contact', 'Writer ' || n, 'w@example.com', 'billing', 'Billing', 'Hello', now() - n * interval '1 hour'
     from generate_series(1, 21) n`,
  );
  await page.goto('/admin/feedbacks');
  await expect(row(page, 'Writer 20')).toBeVisible();
  const firstPage = await holdReply(page, /\/api\/v1\/contact(\?|$)/);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await firstPage.asked;
  await page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: '2' }).click();
  await expect(row(page, 'Writer 21')).toBeVisible();
  await firstPage.release();
  await expect(row(page, 'Writer 21')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('a loading list shows a visible text', async ({ page }) => {
  const contacts = await holdReply(page, /\/api\/v1\/contact(\?|$)/);
  await page.goto('/admin/feedbacks');
  await contacts.asked;
  const text = page.getByText('Loading contacts...');
  await expect(text).toBeVisible();
  expect((await text.boundingBox())?.width).toBeGreaterThan(90);
  await contacts.release();
  await expect(text).toHaveCount(0);
});
