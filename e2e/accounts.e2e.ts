import type { Page } from '@playwright/test';
import type { E2eShop } from './support/shop.ts';
import { expect, expectComplaints, test } from './support/test.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

type Person = { name: string; mobile: string; email: string; password: string };

async function fillRegistration(page: Page, { name, mobile, email, password }: Person) {
  await field(page, 'Full Name').fill(name);
  await field(page, 'Mobile Number').fill(mobile);
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
}

async function signIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.goto('/login');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Sign In').click();
}

/** The path of the newest reset link in the user's mails. */
async function resetPath(shop: E2eShop, email: string): Promise<string> {
  let path: string | undefined;
  await expect(async () => {
    const mails = await shop.ask('mailsTo', email);
    path = mails.map((mail) => mail.text?.match(/\/reset-password\/[\w-]+/)?.[0]).findLast(Boolean);
    expect(path).toBeDefined();
  }).toPass();
  return path ?? '';
}

test('a user registers, signs in, changes the password and deletes the account', async ({
  page,
  shop,
  browser,
  complaints,
}) => {
  test.setTimeout(120_000);
  const person: Person = {
    name: 'Asha Rao',
    mobile: '9876543210',
    email: `asha-${Date.now()}@example.com`,
    password: 'Monsoon-2026!',
  };
  const main = page.getByRole('main');

  await test.step('registering shows each error at its field and focuses the first one', async () => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click();
    await expect(page).toHaveURL('/login');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await expect(page).toHaveURL('/register');
    await button(page, 'Register').click();
    for (const text of ['Name is required', 'Mobile number is required', 'Email is required', 'Password is required'])
      await expect(main.getByText(text)).toBeVisible();
    await expect(field(page, 'Full Name')).toBeFocused();

    await field(page, 'Full Name').fill('Al');
    await expect(main.getByText('Name must be at least 3 characters')).toBeVisible();
    await field(page, 'Full Name').fill('A'.repeat(51));
    await expect(main.getByText('Name cannot exceed 50 characters')).toBeVisible();
    await field(page, 'Mobile Number').fill('12345');
    await expect(main.getByText('Mobile must be 10 digits')).toBeVisible();
    await field(page, 'Email').fill('asha@');
    await expect(main.getByText('Invalid email format')).toBeVisible();

    const meter = page.getByRole('meter', { name: 'Strength' });
    const steps = [
      ['a', 'Password must be at least 8 characters', 'Weak', 20],
      ['ABCDEFGH', 'Must contain at least one lowercase letter', 'Fair', 40],
      ['abcdefgh1', 'Must contain at least one uppercase letter', 'Good', 60],
      ['Abcdefghi', 'Must contain at least one number', 'Good', 60],
      ['Abcdefgh1', 'Must contain at least one special character', 'Strong', 80],
    ] as const;
    for (const [password, message, strength, percent] of steps) {
      await field(page, 'Password').fill(password);
      await expect(main.getByText(message)).toBeVisible();
      await expect(meter).toHaveAttribute('aria-valuetext', strength);
      await expect(meter).toHaveAttribute('aria-valuenow', String(percent));
    }
  });

  await test.step('a valid registration signs the user in and leads to /', async () => {
    await fillRegistration(page, person);
    await expect(field(page, 'Password')).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(field(page, 'Password')).toHaveAttribute('type', 'text');
    await field(page, 'Password').press('Enter');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible();
  });

  await test.step('logging out leads to /login, where only the right password is accepted', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Account' }).click();
    await expect(page).toHaveURL('/account/profile');
    await button(page, 'Log out').click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Logged out successfully')).toBeVisible();

    await signIn(page, { email: person.email, password: 'Wrong-Pass-1' });
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
    await expect(field(page, 'Password')).toBeFocused();
    await expectComplaints(complaints, 401);
    await field(page, 'Password').fill(person.password);
    await field(page, 'Password').press('Enter');
    await expect(page).toHaveURL('/');
  });

  await test.step('the mailed link resets the password and ends the old session', async () => {
    const visitor = await browser.newContext({ baseURL: shop.url });
    const other = await visitor.newPage();
    await other.goto('/login');
    await other.getByRole('link', { name: 'Forgot password?' }).click();
    await button(other, 'Send Reset Link').click();
    await expect(other.getByText('Email is required')).toBeVisible();
    await field(other, 'Email').fill('asha@');
    await expect(other.getByText('Invalid email format')).toBeVisible();
    await field(other, 'Email').fill(person.email);
    await button(other, 'Send Reset Link').click();
    const sent = other.getByRole('dialog', { name: 'Check Your Email' });
    await expect(sent).toContainText(person.email);
    await expect(other.getByText('Password reset link sent to your email')).toBeVisible();
    await expect(button(other, 'Open Gmail')).toBeVisible();
    await button(other, 'Back to Login').click();
    await expect(other).toHaveURL('/login');

    const path = await resetPath(shop, person.email);
    await other.goto(path);
    const submit = button(other, 'Reset Password');
    await expect(submit).toBeDisabled();
    await field(other, 'New Password').fill('Abc1234');
    await expect(submit).toBeDisabled();
    const meter = other.getByRole('meter', { name: 'Strength' });
    await field(other, 'New Password').fill('abcdefgh');
    await expect(meter).toHaveAttribute('aria-valuenow', '50');
    await submit.click();
    await expect(other.getByText('Must contain at least one uppercase letter')).toBeVisible();
    person.password = 'Winter-2027!';
    await field(other, 'New Password').fill(person.password);
    await expect(meter).toHaveAttribute('aria-valuenow', '100');
    await expect(meter).toHaveAttribute('aria-valuetext', 'Strong');
    await submit.click();
    await expect(other.getByRole('dialog', { name: 'Password Reset Successful' })).toBeVisible();
    await expect(field(other, 'New Password')).toHaveValue('');
    await button(other, 'Continue to Login').click();
    await expect(other).toHaveURL('/login');

    await other.goto(path);
    await field(other, 'New Password').fill('Another-2028!');
    await submit.click();
    await expect(other.getByRole('alert')).toContainText('This reset link is invalid or has expired');
    await visitor.close();

    await page.goto('/account/profile');
    await expect(page).toHaveURL('/login');
  });

  await test.step('changing the password signs out and leads to /login', async () => {
    await signIn(page, person);
    // The sign-in led back to the profile.
    await expect(page).toHaveURL('/account/profile');
    await page.getByRole('tab', { name: 'Password' }).click();
    await button(page, 'Change Password').click();
    await expect(main.getByText('All fields are required')).toBeVisible();
    await field(page, 'Current Password').fill(person.password);
    await field(page, 'New Password').fill(person.password);
    await button(page, 'Change Password').click();
    await expect(main.getByText('New password cannot be the same as current password')).toBeVisible();
    await field(page, 'Current Password').fill('Wrong-Pass-1');
    await field(page, 'New Password').fill('Spring-2027!');
    await button(page, 'Change Password').click();
    await expect(main.getByText('Current password is incorrect')).toBeVisible();
    await expectComplaints(complaints, 422);
    await field(page, 'Current Password').fill(person.password);
    await button(page, 'Change Password').click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Password changed successfully')).toBeVisible();
    person.password = 'Spring-2027!';
  });

  await test.step('the name can be changed but not removed', async () => {
    await signIn(page, person);
    await expect(page).toHaveURL('/');
    await page.goto('/account/profile');
    await field(page, 'Full Name').fill('   ');
    await button(page, 'Save Changes').click();
    await expect(main.getByText('Name cannot be empty')).toBeVisible();
    await field(page, 'Full Name').fill('Asha Menon');
    await button(page, 'Save Changes').click();
    await expect(main.getByText('Profile updated successfully')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Asha Menon' })).toBeVisible();
    await expect(field(page, 'Full Name')).toHaveValue('Asha Menon');
  });

  await test.step('deleting the account needs a confirmation, leads to / and frees the email', async () => {
    await page.getByRole('tab', { name: 'Delete Account' }).click();
    await button(page, 'Delete Account').click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Are you sure you want to delete your account?');
    await button(page, 'Cancel').click();
    await expect(question).toBeHidden();
    await button(page, 'Delete Account').click();
    await button(page, 'Yes, delete my account').click();
    await expect(question.getByText('Password is required')).toBeVisible();
    await expect(field(page, 'Current password')).toBeFocused();
    await field(page, 'Current password').fill('Wrong#Horse9');
    await field(page, 'Current password').press('Enter');
    await expect(question.getByText('Current password is incorrect')).toBeVisible();
    await expectComplaints(complaints, 422);
    await field(page, 'Current password').fill(person.password);
    await button(page, 'Yes, delete my account').click();
    await expect(page).toHaveURL('/');
    await expect(page.getByText('Account deleted successfully')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Get Started' })).toBeVisible();

    await signIn(page, person);
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
    await expectComplaints(complaints, 401);
    await page.goto('/register');
    await fillRegistration(page, person);
    await button(page, 'Register').click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible();
  });
});
