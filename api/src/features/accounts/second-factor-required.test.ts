import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { PASSWORD } from '../../testing/builders.ts';
import { appCode, turnOnTwoFactor } from '../../testing/second-factor.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { testPasskey } from '../../testing/test-passkey.ts';
import { signInAs } from '../../testing/test-sessions.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

const STEP_MS = 30_000;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ REQUIRE_SECOND_FACTOR: 'on' });
});
afterAll(() => shop.close());

const asks = async (browser: TestClient) => {
  const { status, body } = await browser.call('adminListOrders');
  return status === 200 ? false : body.code;
};

it('lets administrators act once they have shown one, in that session and by signing in with it', async () => {
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

  // However a session came about that a password alone opened.
  expect(await asks(await signInAs(shop, shop.url, admin.user))).toBe('SECOND_FACTOR_REQUIRED');
});

it('is asked for again once the last one was turned off', async () => {
  const admin = await shop.admin();
  const { recoveryCodes } = await turnOnTwoFactor(admin, shop);
  expect(await asks(admin)).toBe(false);
  await admin.call('endTwoFactor', { body: { password: PASSWORD, code: recoveryCodes[0] } });
  expect(await asks(admin)).toBe('SECOND_FACTOR_REQUIRED');
});

it('is asked for again once the last passkey was removed, whatever was begun meanwhile', async () => {
  const admin = await shop.admin();
  const { data } = (await admin.call('startPasskey', { body: {} })).body;
  const body = { name: 'Phone', credential: testPasskey(shop.url).create(data) };
  const added = await admin.call('addPasskey', { body });
  expect(await asks(admin)).toBe(false);
  await admin.call('startTwoFactor', { body: {} });
  await admin.call('removePasskey', { params: { id: added.body.data._id } });
  expect(await asks(admin)).toBe('SECOND_FACTOR_REQUIRED');
});

it('is asked for in production unless told otherwise, and nowhere else unless told', () => {
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
