import { expect, it } from 'vitest';
import { readConfig } from '../../../config.ts';
import { appCode, turnOnTwoFactor } from '../../../testing/clients/second-factor.ts';
import type { TestClient } from '../../../testing/clients/test-client.ts';
import { testPasskey } from '../../../testing/clients/test-passkey.ts';
import { signInAs } from '../../../testing/clients/test-sessions.ts';
import { PASSWORD } from '../../../testing/data/builders.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';

const STEP_MS = 30_000;

const shop = shareTestShop({ REQUIRE_SECOND_FACTOR: 'on' });

const asks = async (browser: TestClient) => {
  const { status, body } = await browser.call('adminListOrders');
  return status === 200 ? false : body.code;
};

async function addPasskey(browser: TestClient) {
  const passkey = testPasskey(shop.url);
  const { data } = (await browser.call('startPasskey', { body: {} })).body;
  const added = await browser.call('addPasskey', { body: { name: 'Phone', credential: passkey.create(data) } });
  return { passkey, id: added.body.data._id };
}

it('an admin can act after setting up a second factor or signing in with one', async () => {
  const admin = await shop.admin();
  expect(await asks(admin)).toBe('SECOND_FACTOR_REQUIRED');
  expect((await admin.call('profile')).status).toBe(200);
  const { secret } = await turnOnTwoFactor(admin, shop);
  expect(await asks(admin)).toBe(false);

  shop.clock.advance(STEP_MS);
  const elsewhere = shop.visitor();
  await elsewhere.call('login', { body: { email: admin.user.email, password: PASSWORD } });
  await elsewhere.call('finishSignIn', { body: { code: appCode(secret, shop.clock.now()) } });
  expect(await asks(elsewhere)).toBe(false);

  // A session that was opened without a second factor.
  expect(await asks(await signInAs(shop, shop.url, admin.user))).toBe('SECOND_FACTOR_REQUIRED');
});

it('an admin needs a second factor again after turning off the last one', async () => {
  const admin = await shop.admin();
  const { recoveryCodes } = await turnOnTwoFactor(admin, shop);
  expect(await asks(admin)).toBe(false);
  await admin.call('endTwoFactor', { body: { password: PASSWORD, code: recoveryCodes[0] } });
  expect(await asks(admin)).toBe('SECOND_FACTOR_REQUIRED');
});

it('an admin needs the second factor to close the account', async () => {
  await shop.admin();
  const admin = await shop.admin();
  await addPasskey(admin);
  const thief = await signInAs(shop, shop.url, admin.user);
  const close = { body: { password: PASSWORD } };
  const refused = await thief.call('deleteAccount', close);
  expect([refused.status, refused.body.code]).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
  expect((await admin.call('deleteAccount', close)).status).toBe(200);
});

it('an unconfirmed app secret does not replace a removed passkey', async () => {
  const admin = await shop.admin();
  const { id } = await addPasskey(admin);
  expect(await asks(admin)).toBe(false);
  await admin.call('startTwoFactor', { body: {} });
  await admin.call('removePasskey', { params: { id } });
  expect(await asks(admin)).toBe('SECOND_FACTOR_REQUIRED');
});

it('a thief with only the password cannot add another second factor', async () => {
  const admin = await shop.admin();
  const thief = await signInAs(shop, shop.url, admin.user);
  const { data: begun } = (await thief.call('startTwoFactor', { body: {} })).body;
  const { data: options } = (await thief.call('startPasskey', { body: {} })).body;
  const { passkey, id } = await addPasskey(admin);

  const newPasskey = { name: 'Theirs', credential: testPasskey(shop.url).create(options) };
  const replies = [
    await thief.call('confirmTwoFactor', { body: { code: appCode(begun.secret, shop.clock.now()) } }),
    await thief.call('startTwoFactor', { body: {} }),
    await thief.call('startPasskey', { body: {} }),
    await thief.call('addPasskey', { body: newPasskey }),
    await thief.call('removePasskey', { params: { id } }),
  ];
  expect(replies.map(({ body }) => body.code)).toEqual(replies.map(() => 'SECOND_FACTOR_REQUIRED'));
  expect(replies[0]?.body.message).toContain('Sign out and sign in again with it.');
  expect(await asks(thief)).toBe('SECOND_FACTOR_REQUIRED');

  const again = shop.visitor();
  const { data } = (await again.call('askForPasskey', { body: {} })).body;
  await again.call('signInWithPasskey', { body: { passkey: passkey.get(data) } });
  expect(await asks(again)).toBe(false);
  await turnOnTwoFactor(again, shop);
});

it('a customer can change factors in a session without a second factor', async () => {
  const customer = await shop.customer();
  const { id } = await addPasskey(customer);
  const elsewhere = await signInAs(shop, shop.url, customer.user);
  await addPasskey(elsewhere);
  expect((await elsewhere.call('removePasskey', { params: { id } })).status).toBe(200);
  await turnOnTwoFactor(elsewhere, shop);
});

it('admins need a second factor by default only in production', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example',
    VAULT_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    MAIL_TRANSPORT: 'files',
    PAYMENT_PROVIDER: 'sandbox',
  };
  const required = (env: Record<string, string>) => readConfig(env).requiresSecondFactor;
  expect([
    required(production),
    required({ ...production, REQUIRE_SECOND_FACTOR: 'off' }),
    required({}),
    required({ REQUIRE_SECOND_FACTOR: 'on' }),
  ]).toEqual([true, false, false, true]);
});
