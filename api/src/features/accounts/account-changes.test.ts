import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { turnOnTwoFactor } from '../../testing/clients/second-factor.ts';
import { testPasskey } from '../../testing/clients/test-passkey.ts';
import { buildUser, PASSWORD } from '../../testing/data/builders.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { closeAccount } from './accounts.service.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const signIn = (email: string, password: string) => shop.visitor().call('login', { body: { email, password } });

describe('update profile', () => {
  it('updating the profile changes name and mobile number and nothing else', async () => {
    const browser = await shop.customer();
    const body = { name: '  Asha\r\nRao ', mobile: '9000000001', email: 'other@example.com', role: 'admin' };
    const { status, body: reply } = await browser.call('updateProfile', { body });
    expect(status).toBe(200);
    expect(reply.message).toBe('Profile updated successfully');
    expect(reply.user).toMatchObject({ name: 'Asha Rao', mobile: '9000000001', role: 'customer' });
    expect((await browser.call('profile')).body.user).toEqual(reply.user);
    expect(reply.user.email).toBe(browser.user.email);
  });

  it('updating the profile keeps the mobile number when only the name is given', async () => {
    const browser = await shop.customer();
    const { body } = await browser.call('updateProfile', { body: { name: 'Asha Rao' } });
    expect(body.user.mobile).toBe(browser.user.mobile);
  });

  it('updating the profile refuses an empty name', async () => {
    const { status, body } = await (await shop.customer()).call('updateProfile', { body: { name: '   ' } });
    expect([status, body.errors]).toEqual([422, { name: 'Name cannot be empty' }]);
  });
});

describe('change password', () => {
  const newPassword = 'Fresh#Horse9';

  it('a changed password takes effect, signs the user out and sends a mail', async () => {
    const browser = await shop.customer();
    const { email } = browser.user;
    const { status, body } = await browser.call('updatePassword', { body: { currentPassword: PASSWORD, newPassword } });
    expect([status, body.message]).toEqual([200, 'Password changed successfully']);
    expect(browser.cookies.size).toBe(0);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    expect((await signIn(email, newPassword)).status).toBe(200);
    await shop.runJobs();
    expect(shop.mails.to(email).map(({ subject }) => subject)).toEqual(['Your password was changed']);
  });

  it.each([
    [{ currentPassword: '', newPassword: 'Fresh#Horse9' }, { currentPassword: 'All fields are required' }],
    [
      { currentPassword: 'Fresh#Horse9', newPassword: 'Fresh#Horse9' },
      { newPassword: 'New password cannot be the same as current password' },
    ],
    [
      { currentPassword: 'Wrong#Horse9', newPassword: 'Fresh#Horse9' },
      { currentPassword: 'Current password is incorrect' },
    ],
  ])('changing the password refuses %j', async (body, errors) => {
    const browser = await shop.customer();
    const reply = await browser.call('updatePassword', { body });
    expect([reply.status, reply.body.errors]).toEqual([422, errors]);
    expect((await browser.call('profile')).status).toBe(200);
  });

  it('only one of two concurrent password changes succeeds', async () => {
    const browser = await shop.customer();
    const passwords = ['Fresh#Horse1', 'Fresh#Horse2'];
    const replies = await Promise.all(
      passwords.map((chosen) =>
        browser.call('updatePassword', { body: { currentPassword: PASSWORD, newPassword: chosen } }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
    const winner = passwords[replies.findIndex(({ status }) => status === 200)] ?? '';
    expect((await signIn(browser.user.email, winner)).status).toBe(200);
  });
});

describe('delete account', () => {
  it('deleting an account closes it, frees the email and keeps the row', async () => {
    const browser = await shop.customer();
    const { id, email } = browser.user;
    const { status, body } = await browser.call('deleteAccount', { body: { password: PASSWORD } });
    expect([status, body.message]).toEqual([200, 'Account deleted successfully']);
    expect(browser.cookies.size).toBe(0);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    const again = { name: 'Asha Rao', mobile: '9876543210', email, password: 'Monsoon#2026' };
    expect((await shop.visitor().call('register', { body: again })).status).toBe(201);
    const row = await shop.db.selectFrom('users').select(['closed_at']).where('id', '=', id).executeTakeFirst();
    expect(row?.closed_at).toBeInstanceOf(Date);
  });

  it('deleting an account removes factors, passkeys, sessions and known devices', async () => {
    const browser = await shop.customer();
    await turnOnTwoFactor(browser, shop);
    const { data } = (await browser.call('startPasskey', { body: {} })).body;
    const credential = testPasskey(shop.url).create(data);
    expect((await browser.call('addPasskey', { body: { name: 'Phone', credential } })).status).toBe(201);
    await browser.call('deleteAccount', { body: { password: PASSWORD } });
    for (const table of ['two_factor', 'recovery_codes', 'passkeys', 'sessions', 'known_devices'] as const)
      expect(
        await shop.db.selectFrom(table).select('user_id').where('user_id', '=', browser.user.id).execute(),
      ).toEqual([]);
  });

  it('deleting an account sends a mail that says what to do if it was somebody else', async () => {
    const browser = await shop.customer();
    await browser.call('deleteAccount', { body: { password: PASSWORD } });
    await shop.runJobs();
    const [mail, ...others] = shop.mails.to(browser.user.email);
    expect([mail?.subject, others]).toEqual(['Your account was closed', []]);
    expect(mail?.text).toContain('If it was not you, write to us at once.');
  });

  it('five concurrent deletions of an account send one mail', async () => {
    const { user } = await shop.customer();
    const person = { _id: user.id } as Parameters<typeof closeAccount>[1];
    await Promise.allSettled(Array.from({ length: 5 }, () => closeAccount(shop, person, PASSWORD)));
    await shop.runJobs();
    expect(shop.mails.to(user.email)).toHaveLength(1);
  });

  it.each<[string, object | undefined, string]>([
    ['no body', undefined, 'Password is required'],
    ['no password', {}, 'Password is required'],
    ['an empty password', { password: '' }, 'Password is required'],
    ['a wrong password', { password: 'Wrong#Horse9' }, 'Current password is incorrect'],
  ])('deleting an account is refused with %s', async (_, body, message) => {
    const browser = await shop.customer();
    const refused = await browser.call('deleteAccount', { body: body as { password: string } });
    expect([refused.status, refused.body.errors]).toEqual([422, { password: message }]);
    expect((await browser.call('profile')).status).toBe(200);
  });

  it('the last active admin cannot delete the account', async () => {
    const alone = await openTestShop();
    try {
      const admin = await alone.admin();
      const retired = await buildUser(alone, { role: 'admin' });
      await alone.db.updateTable('users').set({ active: false }).where('id', '=', retired.id).execute();
      const { status, body } = await admin.call('deleteAccount', { body: { password: PASSWORD } });
      expect([status, body.code]).toEqual([409, 'LAST_ADMIN']);
      expect((await admin.call('profile')).status).toBe(200);
    } finally {
      await alone.close();
    }
  });
});

describe('a chosen password', () => {
  const COMMON = 'This password is among the most common. Please choose another one.';
  const LIKE_YOU = 'Your password cannot be your name or email. Please choose another one.';
  const person = () => ({ name: 'Asha Rao', mobile: '9876543210', email: `asha-${newId()}@example.com` });

  it('registration, change and reset refuse common passwords and the own name', async () => {
    for (const [password, complaint] of [
      ['Password@123', COMMON],
      ['AshaRao#2026', LIKE_YOU],
    ]) {
      const registered = await shop.visitor().call('register', { body: { ...person(), password } });
      expect([registered.status, registered.body.errors]).toEqual([422, { password: complaint }]);
    }
    const browser = await shop.customer();
    const change = { body: { currentPassword: PASSWORD, newPassword: 'Welcome@123' } };
    expect((await browser.call('updatePassword', change)).body.errors).toEqual({ newPassword: COMMON });
    await shop.visitor().call('forgotPassword', { body: { email: browser.user.email } });
    await shop.runJobs();
    const [, token = ''] = /reset-password\/([\w-]+)/.exec(shop.mails.to(browser.user.email)[0]?.text ?? '') ?? [];
    const reset = (password: string) => shop.visitor().call('resetPassword', { params: { token }, body: { password } });
    expect((await reset('P@ssw0rd1')).body.errors).toEqual({ password: COMMON });
    // A refused password does not use up the link.
    expect((await reset('Fresh#Horse9')).status).toBe(200);
  });

  it('a password matches in composed and decomposed Unicode form', async () => {
    const [composed, decomposed] = ['Caf\u00e9#Monsoon9', 'Cafe\u0301#Monsoon9'];
    const { email, ...rest } = person();
    const body = { ...rest, email, password: decomposed };
    expect((await shop.visitor().call('register', { body })).status).toBe(201);
    expect((await signIn(email, composed)).status).toBe(200);
    expect((await signIn(email, decomposed)).status).toBe(200);
    expect((await signIn(email, 'Cafe#Monsoon9')).status).toBe(401);
    const { email: old } = await buildUser(shop, { password_hash: await hash(decomposed) });
    expect((await signIn(old, decomposed)).status).toBe(200);
  });

  it('a new password keeps its outer spaces, and older trimmed passwords still match', async () => {
    const spaced = ' Monsoon #2026 ';
    const { email, ...rest } = person();
    expect((await shop.visitor().call('register', { body: { ...rest, email, password: spaced } })).status).toBe(201);
    expect((await signIn(email, spaced)).status).toBe(200);
    expect((await signIn(email, spaced.trim())).status).toBe(401);
    const { email: old } = await buildUser(shop);
    expect((await signIn(old, ` ${PASSWORD} `)).status).toBe(200);
    const blank = await shop.visitor().call('register', { body: { ...person(), password: '         ' } });
    expect(blank.body.errors).toEqual({ password: 'Password is required' });
  });
});
