import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { turnOnTwoFactor } from '../../../testing/clients/second-factor.ts';
import { testPasskey } from '../../../testing/clients/test-passkey.ts';
import type { SignedInClient, TestUser } from '../../../testing/clients/test-sessions.ts';
import { buildUser, PASSWORD } from '../../../testing/data/builders.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { removeFactorsByEmail } from '../administrators/admins.service.ts';

const ORIGIN = 'https://shop.example';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

let shop: TestShop;
let owner: TestUser;
beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: ORIGIN });
  owner = await buildUser(shop, { role: 'admin' });
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.mails.sent.length = 0;
});

const subjectsTo = (email: string) => shop.mails.to(email).map(({ subject }) => subject);
const signIn = (person: TestUser, browser = shop.visitor()) =>
  browser
    .call('login', { body: { email: person.email, password: PASSWORD }, headers: { 'user-agent': CHROME } })
    .then(() => browser);
async function addPasskey(browser: SignedInClient) {
  const { data } = (await browser.call('startPasskey', { body: {} })).body;
  return browser.call('addPasskey', { body: { name: 'Phone', credential: testPasskey(ORIGIN).create(data) } });
}

describe('a sign-in with a new device', () => {
  it('a sign-in with a second device sends one mail that names the device', async () => {
    const person = await buildUser(shop);
    await signIn(person);
    await shop.runJobs();
    expect(subjectsTo(person.email)).toEqual([]);
    const browser = await signIn(person);
    await signIn(person, browser);
    await shop.runJobs();
    expect(subjectsTo(person.email)).toEqual(['New sign-in']);
    expect(shop.mails.to(person.email)[0]?.text).toContain('Chrome on Windows');
    expect(subjectsTo(owner.email)).toEqual([]);
  });

  it('a new device of an admin is mailed to the admin and to every owner', async () => {
    const admin = await buildUser(shop, { role: 'admin', permissions: ['orders'] });
    await signIn(admin);
    await shop.runJobs();
    expect([subjectsTo(admin.email), subjectsTo(owner.email)]).toEqual([['New sign-in'], ['New sign-in']]);
    expect(shop.mails.to(owner.email)[0]?.text).toContain(admin.email);
  });
});

it('registration sends no mail about a new device', async () => {
  const person = { name: 'Asha Rao', mobile: '9876543210', email: 'asha@example.com', password: 'Monsoon#2026' };
  const reply = await shop.visitor().call('register', { body: person });
  expect([reply.status, reply.body.message]).toEqual([201, 'Account created successfully']);
  await shop.runJobs();
  expect(subjectsTo(person.email)).toEqual(['Welcome to Digital Goods Marketplace']);
});

describe('mails about changes of sign-in methods', () => {
  const changes: Record<string, { make: (browser: SignedInClient) => Promise<unknown>; subjects: string[] }> = {
    'two-factor sign-in': {
      make: async (browser) => {
        const { recoveryCodes } = await turnOnTwoFactor(browser, shop);
        await browser.call('endTwoFactor', { body: { password: PASSWORD, code: recoveryCodes[0] } });
      },
      subjects: ['Two-factor sign-in is on', 'Two-factor sign-in is off'],
    },
    passkeys: {
      make: async (browser) => {
        const added = await addPasskey(browser);
        await browser.call('removePasskey', { params: { id: added.body.data._id } });
      },
      subjects: ['Passkey added', 'Passkey removed'],
    },
  };
  it.each(Object.keys(changes))(
    'a change of %s is mailed to the person, and for admins to the owners',
    async (name) => {
      const { make = async () => {}, subjects = [] } = changes[name] ?? {};
      const [customer, admin] = [await shop.customer(), await shop.admin({ permissions: ['support'] })];
      await make(customer);
      await make(admin);
      await shop.runJobs();
      expect(subjectsTo(customer.user.email)).toEqual(subjects);
      expect(subjectsTo(admin.user.email)).toEqual(subjects);
      expect(subjectsTo(owner.email)).toEqual(subjects);
    },
  );

  it('a removal by the operator mails only the factors that existed', async () => {
    const [bare, customer] = [await shop.customer(), await shop.customer()];
    await addPasskey(customer);
    for (const { user } of [bare, customer]) await removeFactorsByEmail(shop, user.email);
    await shop.runJobs();
    expect([subjectsTo(bare.user.email), subjectsTo(customer.user.email)]).toEqual([
      [],
      ['Passkey added', 'Passkey removed'],
    ]);
  });

  it('a password change or reset of an admin is also mailed to the owners', async () => {
    const [customer, admin] = [await shop.customer(), await shop.admin({ permissions: ['support'] })];
    const body = { currentPassword: PASSWORD, newPassword: 'Fresh#Horse9' };
    for (const browser of [customer, admin]) expect((await browser.call('updatePassword', { body })).status).toBe(200);
    await shop.runJobs();
    for (const { user } of [customer, admin]) expect(subjectsTo(user.email)).toEqual(['Your password was changed']);
    expect(subjectsTo(owner.email)).toEqual(['Password changed']);
    await admin.call('forgotPassword', { body: { email: admin.user.email } });
    await shop.runJobs();
    const [, token = ''] = /reset-password\/([\w-]+)/.exec(shop.mails.to(admin.user.email).at(-1)?.text ?? '') ?? [];
    await admin.call('resetPassword', { params: { token }, body: { password: 'Fresh#Horse8' } });
    await shop.runJobs();
    expect(subjectsTo(owner.email)).toEqual(['Password changed', 'Password changed']);
  });

  it('a change of role is mailed to the person, and for admins to the owners', async () => {
    const [acting, person] = [await shop.admin(), await buildUser(shop)];
    const change = (body: object) => acting.call('adminUpdateUser', { params: { id: person.id }, body });
    expect((await change({ role: 'moderator' })).status).toBe(200);
    await shop.runJobs();
    expect([subjectsTo(person.email), subjectsTo(owner.email)]).toEqual([['Rights changed'], []]);
    expect((await change({ role: 'admin', permissions: ['stock', 'catalogue'] })).status).toBe(200);
    await shop.runJobs();
    expect(subjectsTo(owner.email)).toEqual(['Rights changed']);
    expect(shop.mails.to(owner.email)[0]?.text).toContain('administrator for stock, catalogue');
  });
});

describe('the advice in a security mail', () => {
  const textOf = async (email: string, subject: string) => {
    await shop.runJobs();
    return shop.mails
      .to(email)
      .find((mail) => mail.subject === subject)
      ?.text.replaceAll(/\s+/g, ' ');
  };

  it('the mail about a new passkey advises to reset the password and remove it', async () => {
    const customer = await shop.customer();
    await addPasskey(customer);
    const text = await textOf(customer.user.email, 'Passkey added');
    expect(text).toContain(
      'If not, reset the password at once, then remove the passkey under Security in your account.',
    );
    expect(text).toContain(`${ORIGIN}/forgot-password`);
  });

  it('mails about two-factor sign-in and changed rights advise to write to us', async () => {
    const customer = await shop.customer();
    await turnOnTwoFactor(customer, shop);
    const on = await textOf(customer.user.email, 'Two-factor sign-in is on');
    expect(on).toContain('If not, write to us at once: a new password alone does not turn it off.');
    const acting = await shop.admin();
    await acting.call('adminUpdateUser', { params: { id: customer.user.id }, body: { active: false } });
    const deactivated = await textOf(customer.user.email, 'Rights changed');
    expect(deactivated).toContain('deactivated');
    expect(deactivated).toContain('If not, write to us.');
    for (const text of [on, deactivated]) {
      expect(text).toContain(`Write to Us ${ORIGIN}/contact`);
      expect(text).not.toContain('/forgot-password');
    }
  });

  it('the mail to owners links to the account that they can deactivate', async () => {
    const admin = await shop.admin({ permissions: ['support'] });
    await addPasskey(admin);
    const text = await textOf(owner.email, 'Passkey added');
    expect(text).toContain('If not, deactivate the account, or change what it may do.');
    expect(text).toContain(`${ORIGIN}/admin/users/${admin.user.id}`);
    expect(text).not.toContain('/forgot-password');
  });
});
