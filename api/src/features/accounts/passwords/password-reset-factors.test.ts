import { beforeEach, describe, expect, it } from 'vitest';
import { appCode, turnOnTwoFactor } from '../../../testing/clients/second-factor.ts';
import type { TestClient } from '../../../testing/clients/test-client.ts';
import { testPasskey } from '../../../testing/clients/test-passkey.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { PASSWORD } from '../../../testing/data/builders.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';

const ORIGIN = 'http://shop.example';
const NEW_PASSWORD = 'Fresh#Horse9';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const shop = shareTestShop({ PUBLIC_URL: ORIGIN });
// Each test starts early in a rate-limit window of 15 minutes, so that none ends during the test.
beforeEach(() => shop.clock.set(new Date(Math.ceil(shop.clock.now().getTime() / HOUR_MS) * HOUR_MS + MINUTE_MS)));

async function resetByMail(email: string, browser: TestClient = shop.visitor(), password = NEW_PASSWORD) {
  await shop.visitor().call('forgotPassword', { body: { email } });
  await shop.runJobs();
  const [, token = ''] = /reset-password\/([\w-]+)/.exec(shop.mails.to(email).at(-1)?.text ?? '') ?? [];
  return browser.call('resetPassword', { params: { token }, body: { password } });
}

/** Sets every kind of second factor. Anybody who registers an email address can do this. */
async function setFactors(browser: SignedInClient) {
  const { data } = (await browser.call('startPasskey', { body: {} })).body;
  const passkey = testPasskey(ORIGIN);
  const added = await browser.call('addPasskey', { body: { name: 'Phone', credential: passkey.create(data) } });
  expect(added.status).toBe(201);
  const { secret } = await turnOnTwoFactor(browser, shop);
  return { passkey, secret };
}

const countOf = async (table: string, userId: string) => {
  const { rows } = await shop.pool.query(`select count(*)::int as n from ${table} where user_id = $1`, [userId]);
  return rows[0].n;
};
const factorsOf = async (userId: string) => ({
  passkeys: await countOf('passkeys', userId),
  apps: await countOf('two_factor', userId),
  recoveryCodes: (await countOf('recovery_codes', userId)) > 0,
});
const NONE = { passkeys: 0, apps: 0, recoveryCodes: false };
const ALL = { passkeys: 1, apps: 1, recoveryCodes: true };

describe('a reset of an account with an unverified email', () => {
  it('the first reset removes passkeys, app, recovery codes and known devices', async () => {
    const stranger = await shop.customer();
    const { email, id } = stranger.user;
    const { passkey } = await setFactors(stranger);
    const owner = shop.visitor();
    expect((await resetByMail(email, owner)).status).toBe(200);
    expect(await factorsOf(id)).toEqual(NONE);
    expect(await countOf('known_devices', id)).toBe(1);

    const { data } = (await stranger.call('askForPasskey', { body: {} })).body;
    expect((await stranger.call('signInWithPasskey', { body: { passkey: passkey.get(data) } })).status).toBe(401);
    const reply = await owner.call('login', { body: { email, password: NEW_PASSWORD } });
    expect(reply.body.user?._id).toBe(id);
    expect((await stranger.call('login', { body: { email, password: PASSWORD } })).status).toBe(401);
  });

  it('the first reset ends a pending sign-in', async () => {
    const stranger = await shop.customer();
    const { secret } = await setFactors(stranger);
    shop.clock.advance(MINUTE_MS);
    const half = shop.visitor();
    await half.call('login', { body: { email: stranger.user.email, password: PASSWORD } });
    await resetByMail(stranger.user.email);
    const code = appCode(secret, shop.clock.now());
    expect((await half.call('finishSignIn', { body: { code } })).body.code).toBe('SIGN_IN_EXPIRED');
  });

  it('the first reset replaces the device token in the browser', async () => {
    const browser = await shop.customer();
    await browser.call('login', { body: { email: browser.user.email, password: PASSWORD } });
    const devices = async () =>
      (await shop.pool.query('select token_hash from known_devices where user_id = $1', [browser.user.id])).rows;
    const [before] = await devices();
    expect(before).toBeDefined();
    await resetByMail(browser.user.email, browser);
    const after = await devices();
    expect(after).toHaveLength(1);
    expect(after[0].token_hash.equals(before.token_hash)).toBe(false);
  });

  it('the first reset mails each removed factor', async () => {
    const stranger = await shop.customer();
    await setFactors(stranger);
    await resetByMail(stranger.user.email);
    await shop.runJobs();
    const subjects = shop.mails.to(stranger.user.email).map(({ subject }) => subject);
    expect(subjects).toContain('Passkey removed');
    expect(subjects).toContain('Two-factor sign-in is off');
  });
});

describe('a reset', () => {
  it('a later reset keeps the second factors of an account with a verified email', async () => {
    const owner = await shop.customer();
    const { email, id } = owner.user;
    expect((await resetByMail(email)).status).toBe(200);
    await owner.call('login', { body: { email, password: NEW_PASSWORD } });
    const { secret } = await setFactors(owner);
    expect((await resetByMail(email, shop.visitor(), 'Later#Horse9')).status).toBe(200);
    expect(await factorsOf(id)).toEqual(ALL);

    shop.clock.advance(MINUTE_MS);
    const browser = shop.visitor();
    const half = await browser.call('login', { body: { email, password: 'Later#Horse9' } });
    expect(half.body).toMatchObject({ twoFactor: true });
    const code = appCode(secret, shop.clock.now());
    expect((await browser.call('finishSignIn', { body: { code } })).status).toBe(200);
  });

  it('a reset keeps the second factors of an admin', async () => {
    const admin = await shop.admin();
    await setFactors(admin);
    expect((await resetByMail(admin.user.email)).status).toBe(200);
    expect(await factorsOf(admin.user.id)).toEqual(ALL);
  });

  it('the first reset stores when the email was verified', async () => {
    const owner = await shop.customer();
    const provedAt = async () =>
      (await shop.pool.query('select email_verified_at from users where id = $1', [owner.user.id])).rows[0]
        .email_verified_at;
    expect(await provedAt()).toBeNull();
    await resetByMail(owner.user.email);
    const first = await provedAt();
    expect(first).toBeInstanceOf(Date);
    shop.clock.advance(HOUR_MS);
    await resetByMail(owner.user.email, shop.visitor(), 'Later#Horse9');
    expect(await provedAt()).toEqual(first);
  });
});
