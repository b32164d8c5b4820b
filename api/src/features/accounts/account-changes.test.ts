import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser, PASSWORD } from '../../testing/builders.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const signIn = (email: string, password: string) => shop.visitor().call('login', { body: { email, password } });

describe('update profile', () => {
  it('changes name and mobile number and nothing else', async () => {
    const browser = await shop.customer();
    const body = { name: '  Asha\r\nRao ', mobile: '9000000001', email: 'other@example.com', role: 'admin' };
    const { status, body: reply } = await browser.call('updateProfile', { body });
    expect(status).toBe(200);
    expect(reply.message).toBe('Profile updated successfully');
    expect(reply.user).toMatchObject({ name: 'Asha Rao', mobile: '9000000001', role: 'customer' });
    expect((await browser.call('profile')).body.user).toEqual(reply.user);
    expect(reply.user.email).toBe(browser.user.email);
  });

  it('keeps the mobile number when only the name is given', async () => {
    const browser = await shop.customer();
    const { body } = await browser.call('updateProfile', { body: { name: 'Asha Rao' } });
    expect(body.user.mobile).toBe(browser.user.mobile);
  });

  it('refuses an empty name', async () => {
    const { status, body } = await (await shop.customer()).call('updateProfile', { body: { name: '   ' } });
    expect([status, body.errors]).toEqual([422, { name: 'Name cannot be empty' }]);
  });
});

describe('change password', () => {
  const newPassword = 'Fresh#Horse9';

  it('takes effect, signs out and tells the owner by mail', async () => {
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
  ])('refuses %j', async (body, errors) => {
    const browser = await shop.customer();
    const reply = await browser.call('updatePassword', { body });
    expect([reply.status, reply.body.errors]).toEqual([422, errors]);
    expect((await browser.call('profile')).status).toBe(200);
  });

  it('changes once when it is asked twice at the same time', async () => {
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
  it('closes the account, frees the email and keeps the row', async () => {
    const browser = await shop.customer();
    const { id, email } = browser.user;
    const { status, body } = await browser.call('deleteAccount');
    expect([status, body.message]).toEqual([200, 'Account deleted successfully']);
    expect(browser.cookies.size).toBe(0);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    const again = { name: 'Asha Rao', mobile: '9876543210', email, password: 'Monsoon#2026' };
    expect((await shop.visitor().call('register', { body: again })).status).toBe(201);
    const row = await shop.db.selectFrom('users').select(['closed_at']).where('id', '=', id).executeTakeFirst();
    expect(row?.closed_at).toBeInstanceOf(Date);
  });

  it('checks the password where one is given', async () => {
    const browser = await shop.customer();
    const refused = await browser.call('deleteAccount', { body: { password: 'Wrong#Horse9' } });
    expect([refused.status, refused.body.message]).toEqual([422, 'Current password is incorrect']);
    expect((await browser.call('deleteAccount', { body: { password: PASSWORD } })).status).toBe(200);
  });

  it('refuses the last active administrator', async () => {
    const alone = await openTestShop();
    try {
      const admin = await alone.admin();
      const retired = await buildUser(alone, { role: 'admin' });
      await alone.db.updateTable('users').set({ active: false }).where('id', '=', retired.id).execute();
      const { status, body } = await admin.call('deleteAccount');
      expect([status, body.code]).toEqual([409, 'LAST_ADMIN']);
      expect((await admin.call('profile')).status).toBe(200);
    } finally {
      await alone.close();
    }
  });
});
