import { beforeEach, describe, expect, it } from 'vitest';
import { appCode, turnOnTwoFactor } from '../../../testing/clients/second-factor.ts';
import type { TestClient } from '../../../testing/clients/test-client.ts';
import { type SignedInClient, signInAs } from '../../../testing/clients/test-sessions.ts';
import { buildUser, PASSWORD } from '../../../testing/data/builders.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';
import { claimConfirmation, findTwoFactor, type TwoFactorRow } from './two-factor.queries.ts';

const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const shop = shareTestShop({ RATE_LIMIT_FACTOR: '1' });
// Each test starts early in a rate-limit window of 15 minutes, so that none ends during the test.
beforeEach(() => shop.clock.set(new Date(Math.ceil(shop.clock.now().getTime() / HOUR_MS) * HOUR_MS + MINUTE_MS)));

const isSignedIn = async (browser: TestClient) => (await browser.call('profile')).status === 200;
const now = (stepsLater = 0) => new Date(shop.clock.now().getTime() + stepsLater * STEP_MS);
const outcome = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

/** A user with two-factor sign-in, and a browser that has given the password but not the code. */
async function halfSignedIn() {
  const owner = await shop.customer();
  const { secret, recoveryCodes } = await turnOnTwoFactor(owner, shop);
  shop.clock.advance(STEP_MS);
  return { owner, secret, recoveryCodes, browser: await givePassword(owner) };
}
async function givePassword({ user }: SignedInClient): Promise<TestClient> {
  const browser = shop.visitor();
  const reply = await browser.call('login', { body: { email: user.email, password: PASSWORD } });
  expect(reply.body).toEqual({ twoFactor: true, message: 'Enter the code from your authenticator app' });
  return browser;
}

describe('setting up', () => {
  it('two-factor sign-in is on only after a code was confirmed', async () => {
    const owner = await shop.customer();
    const started = await owner.call('startTwoFactor', { body: {} });
    const { secret, otpauthUrl } = started.body.data;
    expect(otpauthUrl).toContain(`secret=${secret}`);
    const wrong = await owner.call('confirmTwoFactor', { body: { code: '000000' } });
    expect([wrong.status, wrong.body.errors?.code]).toEqual([422, 'This code is wrong or was already used']);
    expect((await owner.call('showTwoFactor')).body.data.isOn).toBe(false);
    const reply = await shop.visitor().call('login', { body: { email: owner.user.email, password: PASSWORD } });
    expect(reply.body.user?._id).toBe(owner.user.id);
  });

  it('turning it on returns ten recovery codes and ends the other sessions', async () => {
    const owner = await shop.customer();
    const elsewhere = await signInAs(shop, shop.url, owner.user);
    const { recoveryCodes } = await turnOnTwoFactor(owner, shop);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    expect((await owner.call('showTwoFactor')).body.data).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
    expect([await isSignedIn(owner), await isSignedIn(elsewhere)]).toEqual([true, false]);
  });

  it('a replaced secret cannot be confirmed', async () => {
    const owner = await shop.customer();
    await owner.call('startTwoFactor', { body: {} });
    const shown = await findTwoFactor(shop.db, owner.user.id);
    await owner.call('startTwoFactor', { body: {} });
    expect(await claimConfirmation(shop.db, shown as TwoFactorRow, { step: 1, now: now() })).toBe(false);
  });

  it('setting up fails while it is on, and confirming fails before setting up', async () => {
    const owner = await shop.customer();
    expect(outcome(await owner.call('confirmTwoFactor', { body: { code: '123456' } }))).toEqual([
      409,
      'TWO_FACTOR_OFF',
    ]);
    await turnOnTwoFactor(owner, shop);
    expect(outcome(await owner.call('startTwoFactor', { body: {} }))).toEqual([409, 'TWO_FACTOR_ON']);
  });

  it('setting up needs a fresh proof', async () => {
    const owner = await shop.customer();
    shop.clock.advance(11 * MINUTE_MS);
    expect(outcome(await owner.call('startTwoFactor', { body: {} }))).toEqual([403, 'FRESH_PROOF_REQUIRED']);
  });
});

describe('signing in', () => {
  it('the password alone opens no session', async () => {
    const { browser, secret, owner } = await halfSignedIn();
    expect(browser.cookies.has('session')).toBe(false);
    expect(browser.cookies.get('sign-in')).toMatch(/^[\w-]{43}$/);
    expect([await isSignedIn(browser), (await browser.call('currentUser')).body.user]).toEqual([false, null]);
    browser.cookies.set('session', browser.cookies.get('sign-in') ?? '');
    expect(await isSignedIn(browser)).toBe(false);
    const reply = await browser.call('finishSignIn', { body: { code: appCode(secret, now()) } });
    expect([reply.status, reply.body.user._id]).toEqual([200, owner.user.id]);
    expect([await isSignedIn(browser), browser.cookies.has('sign-in')]).toEqual([true, false]);
  });

  it('a passkey challenge is not accepted as a pending sign-in', async () => {
    const owner = await shop.customer();
    const { recoveryCodes } = await turnOnTwoFactor(owner, shop);
    const browser = shop.visitor();
    browser.cookies.set('sign-in', (await owner.call('startPasskey', { body: {} })).body.data.challenge);
    const reply = await browser.call('finishSignIn', { body: { code: recoveryCodes[0] } });
    expect(outcome(reply)).toEqual([401, 'SIGN_IN_EXPIRED']);
  });

  it('a code may be typed with spaces', async () => {
    const { browser, secret } = await halfSignedIn();
    const code = appCode(secret, now());
    const typed = ` ${code.slice(0, 3)} ${code.slice(3)} `;
    expect((await browser.call('finishSignIn', { body: { code: typed } })).status).toBe(200);
  });

  it.each([
    ['Devanagari', 0x966],
    ['full-width', 0xff10],
  ])('a code may be typed in %s digits', async (_, zero) => {
    const { browser, secret } = await halfSignedIn();
    const code = appCode(secret, now()).replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));
    expect((await browser.call('finishSignIn', { body: { code } })).status).toBe(200);
  });

  it('a code of emoji is refused as wrong', async () => {
    const { browser } = await halfSignedIn();
    expect(outcome(await browser.call('finishSignIn', { body: { code: '😀😀😀' } }))).toEqual([401, 'WRONG_CODE']);
  });

  it('a wrong code and a missing code are refused', async () => {
    const { browser, secret } = await halfSignedIn();
    const wrong = appCode(secret, now(), 7);
    expect(outcome(await browser.call('finishSignIn', { body: { code: wrong } }))).toEqual([401, 'WRONG_CODE']);
    expect(outcome(await browser.call('finishSignIn', { body: {} }))).toEqual([422, 'VALIDATION_FAILED']);
    expect((await browser.call('finishSignIn', { body: { code: appCode(secret, now()) } })).status).toBe(200);
  });

  it('a used code and a code of an earlier time step are refused (fault 39)', async () => {
    const { browser, secret, owner } = await halfSignedIn();
    const [code, earlier] = [appCode(secret, now()), appCode(secret, now(), -1)];
    await browser.call('finishSignIn', { body: { code } });
    const thief = await givePassword(owner);
    for (const seen of [code, earlier])
      expect(outcome(await thief.call('finishSignIn', { body: { code: seen } }))).toEqual([401, 'WRONG_CODE']);
    shop.clock.advance(STEP_MS);
    expect((await thief.call('finishSignIn', { body: { code: appCode(secret, now()) } })).status).toBe(200);
  });

  it('only one of several concurrent sign-ins with the same code succeeds', async () => {
    for (const kind of ['app', 'recovery'] as const) {
      const { owner, secret, recoveryCodes } = await halfSignedIn();
      const browsers = await Promise.all(Array.from({ length: 4 }, () => givePassword(owner)));
      const code = kind === 'app' ? appCode(secret, now()) : (recoveryCodes[0] ?? '');
      const replies = await Promise.all(browsers.map((browser) => browser.call('finishSignIn', { body: { code } })));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    }
  });

  it('a pending sign-in opens one session, even if its cookie was copied', async () => {
    const { browser, secret, recoveryCodes, owner } = await halfSignedIn();
    const copies = Array.from({ length: 5 }, (_, index) => {
      const copy = shop.visitor();
      copy.cookies.set('sign-in', browser.cookies.get('sign-in') ?? '');
      return copy.call('finishSignIn', { body: { code: recoveryCodes[index] } });
    });
    const replies = await Promise.all(copies);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const late = await browser.call('finishSignIn', { body: { code: appCode(secret, now()) } });
    expect(outcome(late)).toEqual([401, 'SIGN_IN_EXPIRED']);
    // Recovery codes of the failed requests are not used up.
    expect((await owner.call('showTwoFactor')).body.data.recoveryCodesLeft).toBe(9);
  });

  it('a recovery code works once, and only for its user', async () => {
    const { browser, recoveryCodes, owner } = await halfSignedIn();
    const code = recoveryCodes[3];
    const stranger = await halfSignedIn();
    expect(outcome(await stranger.browser.call('finishSignIn', { body: { code } }))).toEqual([401, 'WRONG_CODE']);
    expect((await browser.call('finishSignIn', { body: { code: code?.toUpperCase() } })).status).toBe(200);
    const again = await givePassword(owner);
    expect(outcome(await again.call('finishSignIn', { body: { code } }))).toEqual([401, 'WRONG_CODE']);
  });

  it('expiry, ending other sessions, or a new password ends a pending sign-in', async () => {
    const slow = await halfSignedIn();
    shop.clock.advance(6 * MINUTE_MS);
    const late = await slow.browser.call('finishSignIn', { body: { code: appCode(slow.secret, now()) } });
    expect(outcome(late)).toEqual([401, 'SIGN_IN_EXPIRED']);

    const { browser: elsewhere, recoveryCodes, owner: careful } = await halfSignedIn();
    await careful.call('endOtherSessions');
    const ended = await elsewhere.call('finishSignIn', { body: { code: recoveryCodes[0] } });
    expect(outcome(ended)).toEqual([401, 'SIGN_IN_EXPIRED']);

    const { browser, secret, owner } = await halfSignedIn();
    const change = { currentPassword: PASSWORD, newPassword: 'Fresh#Horse9' };
    expect((await owner.call('updatePassword', { body: change })).status).toBe(200);
    const old = await browser.call('finishSignIn', { body: { code: appCode(secret, now()) } });
    expect(outcome(old)).toEqual([401, 'SIGN_IN_EXPIRED']);
  });

  it('a deactivated account cannot finish a pending sign-in', async () => {
    const { browser, secret, owner } = await halfSignedIn();
    await shop.db.updateTable('users').set({ active: false }).where('id', '=', owner.user.id).execute();
    const reply = await browser.call('finishSignIn', { body: { code: appCode(secret, now()) } });
    expect(reply.status).toBe(401);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('an account is limited after five wrong codes, even with new pending sign-ins', async () => {
    const { browser, owner, secret } = await halfSignedIn();
    const wrong = { body: { code: appCode(secret, now(), 9) } };
    for (let guess = 0; guess < 5; guess += 1) expect((await browser.call('finishSignIn', wrong)).status).toBe(401);
    const refused = await (await givePassword(owner)).call('finishSignIn', {
      body: { code: appCode(secret, now()) },
    });
    expect(outcome(refused)).toEqual([429, 'TOO_MANY_REQUESTS']);
    shop.clock.advance(15 * MINUTE_MS);
    const later = await (await givePassword(owner)).call('finishSignIn', { body: { code: appCode(secret, now()) } });
    expect(later.status).toBe(200);
  });

  it('an address is limited after 30 wrong codes for several accounts', async () => {
    const people = [];
    for (let person = 0; person < 7; person += 1) people.push(await halfSignedIn());
    for (const { browser, secret } of people.slice(0, 6))
      for (let guess = 0; guess < 5; guess += 1)
        await browser.call('finishSignIn', { body: { code: appCode(secret, now(), 9) } });
    const last = people.at(-1);
    const reply = await last?.browser.call('finishSignIn', { body: { code: appCode(last.secret, now()) } });
    expect([reply?.status, reply?.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  });
});

describe('turning it off', () => {
  it('turning it off needs password and code, and ends the other sessions', async () => {
    const { owner, secret } = await halfSignedIn();
    const elsewhere = await signInAs(shop, shop.url, owner.user);
    const code = appCode(secret, now());
    const end = (body: object) => owner.call('endTwoFactor', { body });
    expect((await end({ password: 'Wrong-Horse-9', code })).body.errors).toHaveProperty('password');
    expect((await end({ password: PASSWORD, code: '000000' })).body.errors).toHaveProperty('code');
    expect((await end({ password: PASSWORD })).body.errors).toHaveProperty('code');
    expect((await end({ password: PASSWORD, code })).status).toBe(200);
    expect([await isSignedIn(owner), await isSignedIn(elsewhere)]).toEqual([true, false]);
    const reply = await shop.visitor().call('login', { body: { email: owner.user.email, password: PASSWORD } });
    expect(reply.body.user?._id).toBe(owner.user.id);
  });
});

describe('a fresh proof', () => {
  const needsOne = async (browser: TestClient) =>
    outcome(await browser.call('startTwoFactor', { body: {} }))[1] === 'FRESH_PROOF_REQUIRED';

  it('a fresh proof lasts ten minutes after sign-in, and the password renews it', async () => {
    const browser = await shop.customer();
    shop.clock.advance(9 * MINUTE_MS);
    expect(await needsOne(browser)).toBe(false);
    shop.clock.advance(MINUTE_MS);
    expect(await needsOne(browser)).toBe(true);
    const wrong = await browser.call('prove', { body: { password: 'Wrong-Horse-9' } });
    expect([wrong.status, await needsOne(browser)]).toEqual([422, true]);
    expect((await browser.call('prove', { body: { password: PASSWORD } })).status).toBe(200);
    expect(await needsOne(browser)).toBe(false);
  });

  it('a one-time code renews the fresh proof once, and an empty body does not', async () => {
    const { owner, secret } = await halfSignedIn();
    const code = appCode(secret, now());
    expect((await owner.call('prove', { body: {} })).body.errors).toHaveProperty('password');
    expect((await owner.call('prove', { body: { code } })).status).toBe(200);
    expect((await owner.call('prove', { body: { code } })).body.errors).toHaveProperty('code');
  });

  it('a session refresh does not renew the fresh proof', async () => {
    const browser = await shop.customer();
    shop.clock.advance(11 * MINUTE_MS);
    await browser.call('refreshSession');
    expect(await needsOne(browser)).toBe(true);
  });
});

it("a secret copied to another user's row cannot be decrypted", async () => {
  const [owner, thief] = [await shop.customer(), await buildUser(shop)];
  const { secret } = await turnOnTwoFactor(owner, shop);
  const copy = await shop.db
    .selectFrom('two_factor')
    .selectAll()
    .where('user_id', '=', owner.user.id)
    .executeTakeFirstOrThrow();
  await shop.db
    .insertInto('two_factor')
    .values({ ...copy, user_id: thief.id, last_step: 0 })
    .execute();
  const browser = shop.visitor();
  await browser.call('login', { body: { email: thief.email, password: PASSWORD } });
  const reply = await browser.call('finishSignIn', { body: { code: appCode(secret, now()) } });
  expect([reply.status, await isSignedIn(browser)]).toEqual([500, false]);
});
