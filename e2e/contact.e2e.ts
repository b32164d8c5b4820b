import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { composeWith } from './support/compose-with.ts';
import { openPage } from './support/open-page.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, test } from './support/test.ts';

const START = new Date('2026-11-15T10:00:00Z');
const LATER = new Date('2026-11-15T10:01:00Z');

type Enquiry = { name: string; email: string; type: string; message: string };

async function fill(form: Locator, typeLabel: string, { name, email, type, message }: Enquiry) {
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Email').fill(email);
  await form.getByLabel(typeLabel).selectOption({ label: type });
  await form.getByLabel('Message').fill(message);
}

async function expectEmpty(form: Locator) {
  for (const label of ['Name', 'Email', 'Type', 'Message']) await expect(form.getByLabel(label)).toHaveValue('');
}

const contactForm = (page: Page) => page.getByRole('main').locator('form');

test.describe('the contact page', () => {
  test('the contact page warns of phone calls and links to an email and the FAQ', async ({ page }) => {
    await openPage(page, '/contact');
    await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible();
    await expect(page.getByText('No official support phone number')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:.+@/);
    await expect(page.getByRole('main').getByRole('link', { name: 'FAQ' })).toHaveAttribute('href', '/faq');
    await expect(contactForm(page).getByLabel('Type').getByRole('option')).toHaveText([
      'Select a type',
      'General Inquiry',
      'Technical Support',
      'Billing Question',
      'Product Question',
      'Other',
    ]);
    await expectAccessible(page);
  });

  test('an incomplete message shows an error at each field and is not sent', async ({ page }) => {
    await openPage(page, '/contact');
    const form = contactForm(page);
    await form.getByLabel('Email').fill('not an address');
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(form.getByText('Name is required')).toBeVisible();
    await expect(form.getByText('Invalid email format')).toBeVisible();
    await expect(form.getByText('Please choose a type')).toBeVisible();
    await expect(form.getByText('Message is required')).toBeVisible();
    await expect(form.getByLabel('Name')).toBeFocused();
    await expectAccessible(page);
  });

  test('a sent message shows thanks for 3.5 s and clears the form', async ({ page, shop }) => {
    await page.clock.install({ time: START });
    await openPage(page, '/contact');
    const form = contactForm(page);
    const message = 'Where is my code? <b>Thanks</b>';
    await fill(form, 'Type', { name: 'Meera Nair', email: 'meera@example.com', type: 'Billing Question', message });
    await page.clock.pauseAt(LATER);
    await form.getByRole('button', { name: 'Send Message' }).click();

    const thanks = page.getByRole('dialog', { name: 'Message Sent' });
    await expect(thanks).toContainText('Message sent successfully');
    await expectEmpty(form);
    await page.clock.runFor(3400);
    await expect(thanks).toBeVisible();
    await page.clock.runFor(200);
    await expect(thanks).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Send us a message' })).toBeFocused();

    const [stored] = await shop.ask('query', "select * from contacts where email = 'meera@example.com'");
    expect(stored).toMatchObject({ name: 'Meera Nair', contact_type: 'billing', message });
  });

  test('the thanks dialog stays open while it has the pointer or the focus', async ({ page }) => {
    await page.clock.install({ time: START });
    await openPage(page, '/contact');
    const form = contactForm(page);
    await fill(form, 'Type', { name: 'Dev', email: 'dev@example.com', type: 'Other', message: 'Hello' });
    await page.clock.pauseAt(LATER);
    await form.getByRole('button', { name: 'Send Message' }).click();
    const thanks = page.getByRole('dialog', { name: 'Message Sent' });
    await thanks.getByText('Message sent successfully').hover();
    await page.clock.runFor(10_000);
    await expect(thanks).toBeVisible();

    await page.mouse.move(2, 2);
    await thanks.getByRole('button', { name: 'Close' }).focus();
    await page.clock.runFor(10_000);
    await expect(thanks).toBeVisible();
    await page.clock.resume();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(thanks).toBeHidden();
  });

  test('the contact form keeps its draft across pages until it is sent', async ({ page }) => {
    await openPage(page, '/contact');
    const form = contactForm(page);
    await fill(form, 'Type', {
      name: 'Ravi',
      email: 'ravi@example.com',
      type: 'Technical Support',
      message: 'It says no',
    });
    await page.getByRole('main').getByRole('link', { name: 'FAQ' }).click();
    await expect(page).toHaveURL('/faq');
    await page.goBack();
    await expect(form.getByLabel('Name')).toHaveValue('Ravi');
    await expect(form.getByLabel('Email')).toHaveValue('ravi@example.com');
    await expect(form.getByLabel('Type')).toHaveValue('technical');
    await expect(form.getByLabel('Message')).toHaveValue('It says no');
    await form.getByRole('button', { name: 'Send Message' }).click();
    await page.getByRole('dialog', { name: 'Message Sent' }).getByRole('button', { name: 'Close' }).click();
    await expectEmpty(form);
    await page.getByRole('main').getByRole('link', { name: 'FAQ' }).click();
    await expect(page).toHaveURL('/faq');
    await page.goBack();
    await expectEmpty(form);
  });

  for (const isHerself of [true, false])
    test(`a draft of an ended session is ${isHerself ? 'restored for its user' : 'hidden from the next user'}`, async ({
      page,
      shop,
    }) => {
      const seenAs = async (link: 'Account' | 'Get Started') => {
        await page.evaluate(() => window.dispatchEvent(new Event('focus')));
        await expect(page.getByRole('banner').getByRole('link', { name: link })).toBeVisible();
      };
      const draft = { name: 'Asha', email: 'asha@example.com', type: 'General Inquiry', message: 'It is no good' };
      await signInAs(page, shop);
      const hers = await page.context().cookies();
      await openPage(page, '/contact');
      const form = contactForm(page);
      await fill(form, 'Type', draft);
      await page.context().clearCookies();
      await seenAs('Get Started');
      await page.getByRole('main').getByRole('link', { name: 'FAQ' }).click();
      await expect(page).toHaveURL('/faq');
      if (isHerself) await page.context().addCookies(hers);
      else await signInAs(page, shop);
      await seenAs('Account');
      await page.goBack();
      if (isHerself) await expect(form.getByLabel('Message')).toHaveValue(draft.message);
      else await expectEmpty(form);
    });

  test('a failed submit shows an error box and keeps the text', async ({ page, complaints }) => {
    await openPage(page, '/contact');
    await page.route('**/api/v1/contact/submit', (route) =>
      route.fulfill({ status: 429, json: { message: 'Too many attempts. Please wait.', code: 'TOO_MANY_REQUESTS' } }),
    );
    const form = contactForm(page);
    await fill(form, 'Type', { name: 'Asha', email: 'asha@example.com', type: 'General Inquiry', message: 'Hi there' });
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(form.getByRole('alert')).toHaveText('Too many attempts. Please wait.');
    await expect(form.getByLabel('Message')).toHaveValue('Hi there');
    await expectAccessible(page);
    await expectComplaints(complaints, 429);
  });
});

test.describe('the issue report', () => {
  const openButton = (page: Page) => page.getByRole('button', { name: 'Report an Issue' });
  const panel = (page: Page) => page.getByRole('dialog', { name: 'Report an Issue' });
  const report: Enquiry = {
    name: 'Kabir',
    email: 'kabir@example.com',
    type: 'UI/UX Issue',
    message: 'The price is cut off.',
  };

  test('the issue report opens as an empty panel of 20rem, and Escape closes it', async ({ page }) => {
    await openPage(page, '/faq');
    await openButton(page).click();
    await expect(panel(page)).toBeVisible();
    expect((await panel(page).boundingBox())?.width).toBe(320);
    await expect(panel(page).getByLabel('Issue Type').getByRole('option')).toHaveText([
      'Select a type',
      'Bug Report',
      'Feature Suggestion',
      'UI/UX Issue',
      'Content Error',
      'Other',
    ]);
    await expect(panel(page).getByLabel('Issue Type')).toHaveValue('');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await expect(openButton(page)).toBeFocused();
  });

  test('the issue report stays open when Escape cancels an input method', async ({ page }) => {
    await openPage(page, '/faq');
    await openButton(page).click();
    const message = panel(page).getByLabel('Message');
    await message.fill('The price is');
    await composeWith(message, 'Escape');
    await expect(message).toHaveValue('The price is');
  });

  test('the report button lets taps through to a control below it', async ({ page, shop }) => {
    const product = await shop.ask('buildProduct', {});
    await page.setViewportSize({ width: 360, height: 740 });
    await openPage(page, `/products/${product.id}`);
    const heart = page.getByRole('button', { name: /on your wish list/ }).first();
    const [over, under] = [await openButton(page).boundingBox(), await heart.boundingBox()];
    if (!over || !under) throw new Error('one of the two is not there');
    // Half of the heart is under the middle of the button, and no edge of the button is on the heart.
    expect(under.width).toBeLessThan(over.width);
    await page.mouse.wheel(0, under.y - over.y + under.height / 2);
    await expect(openButton(page)).toHaveCSS('pointer-events', 'none');
  });

  test('a sent report shows thanks for 3 s, then the panel closes and is blank again', async ({ page, shop }) => {
    await page.clock.install({ time: START });
    await openPage(page, '/about');
    await openButton(page).click();
    await fill(panel(page), 'Issue Type', report);
    await page.clock.pauseAt(LATER);
    await panel(page).getByRole('button', { name: 'Submit Report' }).click();

    const thanks = page.getByRole('dialog', { name: 'Thank you!' });
    await expect(thanks.getByRole('status')).toHaveText('Bug report submitted successfully');
    await page.clock.runFor(2900);
    await expect(thanks).toBeVisible();
    await page.clock.runFor(200);
    await expect(thanks).toBeHidden();

    await openButton(page).click();
    await expectEmpty(panel(page));
    const [stored] = await shop.ask('query', "select * from contacts where email = 'kabir@example.com'");
    expect(stored).toMatchObject({ contact_type: 'ui-issue', message: report.message });
  });

  test('the thanks panel stays open under the pointer and has a default text', async ({ page }) => {
    await page.route('**/bug-report/submit', (route) => route.fulfill({ status: 201, json: { message: '' } }));
    await page.clock.install({ time: START });
    await openPage(page, '/about');
    await openButton(page).click();
    await fill(panel(page), 'Issue Type', report);
    await page.clock.pauseAt(LATER);
    await panel(page).getByRole('button', { name: 'Submit Report' }).click();
    const thanks = page.getByText("Your feedback has been received. We'll review it shortly.");
    await thanks.hover();
    await page.clock.runFor(10_000);
    await expect(thanks).toBeVisible();
    await page.mouse.move(2, 2);
    await page.clock.runFor(3000);
    await expect(thanks).toBeHidden();
  });

  test('a report cannot be sent twice, and its error is cleared when the panel closes', async ({
    page,
    complaints,
  }) => {
    await openPage(page, '/about');
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/bug-report/submit', async (route) => {
      await asked;
      await route.fulfill({ status: 503, json: { message: 'The shop is catching its breath.', code: 'X' } });
    });
    await openButton(page).click();
    await fill(panel(page), 'Issue Type', report);
    await panel(page).getByRole('button', { name: 'Submit Report' }).click();
    await expect(panel(page).getByRole('button', { name: 'Submitting...' })).toBeDisabled();
    answer();
    await expect(panel(page).getByRole('alert')).toHaveText('The shop is catching its breath.');
    await expect(panel(page).getByLabel('Message')).toHaveValue(report.message);

    await openButton(page).click();
    await expect(panel(page)).toBeHidden();
    await openButton(page).click();
    await expect(panel(page)).toBeVisible();
    await expect(panel(page).getByRole('alert')).toBeHidden();
    await expectComplaints(complaints, 503);
  });

  test('a report with a filled honeypot field gets thanks but is not stored', async ({ page, shop }) => {
    await openPage(page, '/about');
    await openButton(page).click();
    await fill(panel(page), 'Issue Type', { ...report, email: 'bot@example.com' });
    await panel(page).locator('input[name=website]').fill('https://spam.example');
    await panel(page).getByRole('button', { name: 'Submit Report' }).click();
    await expect(page.getByRole('dialog', { name: 'Thank you!' })).toBeVisible();
    expect(await shop.ask('query', "select 1 from contacts where email = 'bot@example.com'")).toEqual([]);
  });
});
