import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appCode, markAddressVerified, turnOnTwoFactor } from '../../../testing/clients/second-factor.ts';
import { buildUser, PASSWORD } from '../../../testing/data/builders.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { issueResetToken } from './password-reset.service.ts';

const NEW_PASSWORD = 'Fresh#Horse9';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: 'http://shop.example' });
});
afterAll(() => shop.close());

const forgot = (email: string) => shop.visitor().call('forgotPassword', { body: { email } });
const reset = (token: string, password = NEW_PASSWORD, at = shop) =>
  at.visitor().call('resetPassword', { params: { token }, body: { password } });

const linkIn = (text: string) => /(\S+)\/reset-password\/([\w-]+)/.exec(text) ?? [];

/** Requests a link and reads the token from the newest mail. */
async function requestToken(email: string, at = shop): Promise<string> {
  await at.visitor().call('forgotPassword', { body: { email } });
  await at.runJobs();
  return linkIn(at.mails.to(email).at(-1)?.text ?? '')[2] ?? '';
}

it('a mailed link sets a new password, ends every session and sends a mail', async () => {
  const browser = await shop.customer();
  const { email } = browser.user;
  const { status, body } = await forgot(` ${email.toUpperCase()} `);
  expect([status, body.message]).toEqual([200, 'Password reset link sent to your email']);
  await shop.runJobs();
  const [mail] = shop.mails.to(email);
  expect(mail?.messageId).toMatch(/^<account-[\w-]+@shop\.example>$/);
  const [, origin, token = ''] = linkIn(mail?.text ?? '');
  expect(origin).toBe('http://shop.example');
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(mail?.html).toContain(`http://shop.example/reset-password/${token}`);

  const done = await reset(token);
  expect([done.status, done.body.message]).toEqual([200, 'Password reset successful']);
  expect((await browser.call('profile')).status).toBe(401);
  expect((await shop.visitor().call('login', { body: { email, password: PASSWORD } })).status).toBe(401);
  expect((await shop.visitor().call('login', { body: { email, password: NEW_PASSWORD } })).status).toBe(200);
  await shop.runJobs();
  expect(shop.mails.to(email).map(({ subject }) => subject)).toEqual([
    'Reset your password',
    'Your password was changed',
    // This sign-in used another browser than the reset.
    'New sign-in',
  ]);
});

it('a password reset clears the used-up attempts at one-time codes', async () => {
  // Start early in a rate-limit window of 15 minutes, so that it does not end during the test.
  shop.clock.set(new Date(Math.ceil(shop.clock.now().getTime() / HOUR_MS) * HOUR_MS + MINUTE_MS));
  const owner = await shop.customer();
  await markAddressVerified(owner, shop);
  const { secret } = await turnOnTwoFactor(owner, shop);
  shop.clock.advance(MINUTE_MS);
  const secondStep = async (password: string, code: string) => {
    const browser = shop.visitor();
    await browser.call('login', { body: { email: owner.user.email, password } });
    return (await browser.call('finishSignIn', { body: { code } })).status;
  };
  // The successful attempt above left a window row with zero hits.
  const usedUp = 'update rate_limits set hits = $2 where key = $1';
  const key = `one-time-code:account:${owner.user.id}`;
  expect((await shop.pool.query(usedUp, [key, 5 * shop.config.RATE_LIMIT_FACTOR])).rowCount).toBe(1);
  expect(await secondStep(PASSWORD, appCode(secret, shop.clock.now()))).toBe(429);
  await reset(await requestToken(owner.user.email));
  expect(await secondStep(NEW_PASSWORD, appCode(secret, shop.clock.now()))).toBe(200);
});

it('unknown, closed and deactivated accounts get no reset mail', async () => {
  const [closed, inactive] = [await buildUser(shop), await buildUser(shop)];
  await shop.db.updateTable('users').set({ closed_at: new Date() }).where('id', '=', closed.id).execute();
  await shop.db.updateTable('users').set({ active: false }).where('id', '=', inactive.id).execute();
  const emails = ['nobody@example.com', closed.email, inactive.email];
  for (const email of emails) expect((await forgot(email)).status).toBe(200);
  await shop.runJobs();
  expect(emails.flatMap((email) => shop.mails.to(email))).toEqual([]);
});

describe('a reset token (fault 24)', () => {
  const refusal = { status: 400, code: 'RESET_TOKEN_INVALID' };
  const refused = async (token: string) => {
    const { status, body } = await reset(token);
    return { status, code: body.code };
  };

  it('a reset token works once', async () => {
    const token = await requestToken((await buildUser(shop)).email);
    expect((await reset(token)).status).toBe(200);
    expect(await refused(token)).toEqual(refusal);
  });

  it('invented reset tokens of any length get the same refusal', async () => {
    for (const length of [1, 250, 300]) expect(await refused('x'.repeat(length))).toEqual(refusal);
  });

  it('a refused password does not use up the reset token', async () => {
    const token = await requestToken((await buildUser(shop)).email);
    expect((await reset(token, 'short')).status).toBe(422);
    expect((await reset(token)).status).toBe(200);
  });

  it('a reset token works for 30 minutes', async () => {
    const [early, late] = [await buildUser(shop), await buildUser(shop)];
    const tokens = [await requestToken(early.email), await requestToken(late.email)] as const;
    shop.clock.advance(29 * MINUTE_MS);
    expect((await reset(tokens[0])).status).toBe(200);
    shop.clock.advance(2 * MINUTE_MS);
    expect(await refused(tokens[1])).toEqual(refusal);
  });

  it('a newer reset token replaces the older one', async () => {
    const { email } = await buildUser(shop);
    const first = await requestToken(email);
    const second = await requestToken(email);
    expect(await refused(first)).toEqual(refusal);
    // A late job of an older request gets no token.
    const requestedAt = new Date(shop.clock.now().getTime() - MINUTE_MS).toISOString();
    expect(await issueResetToken(shop, { email, mailId: 'late', requestedAt })).toBeUndefined();
    expect((await reset(second)).status).toBe(200);
  });

  it('a change of password or role revokes the reset token', async () => {
    const [browser, promoted] = [await shop.customer(), await buildUser(shop)];
    const tokens = [await requestToken(browser.user.email), await requestToken(promoted.email)];
    await browser.call('updatePassword', { body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } });
    const change = { params: { id: promoted.id }, body: { role: 'moderator' as const } };
    expect((await (await shop.admin()).call('adminUpdateUser', change)).status).toBe(200);
    for (const token of tokens) expect(await refused(token)).toEqual(refusal);
  });

  it.each([
    ['deactivated', { active: false }],
    ['closed', { closed_at: new Date() }],
  ])('a reset token does not open a %s account', async (_, state) => {
    const { id, email } = await buildUser(shop);
    const token = await requestToken(email);
    await shop.db.updateTable('users').set(state).where('id', '=', id).execute();
    expect(await refused(token)).toEqual(refusal);
  });

  it.each(['x', 'a'.repeat(43), '%2e%2e', `${'a'.repeat(43)}'--`])(
    'the invented reset token %s is refused',
    async (token) => {
      expect(await refused(token)).toEqual(refusal);
    },
  );

  const race = async (at: TestShop, times: number) => {
    const token = await requestToken((await buildUser(at)).email, at);
    const replies = await Promise.all(Array.from({ length: times }, () => reset(token, NEW_PASSWORD, at)));
    return replies.map(({ status }) => status);
  };

  it('only one of 50 concurrent uses of a reset token succeeds', async () => {
    const statuses = await race(shop, 50);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(49);
  });

  it('without marking the token as used, several uses succeed (control)', async () => {
    const broken = await openTestShop();
    try {
      await broken.pool.query(`
        create function forget_use() returns trigger language plpgsql as 'begin new.used_at := null; return new; end';
        create trigger forget_use before update on reset_tokens for each row execute function forget_use()`);
      expect((await race(broken, 8)).filter((status) => status === 200).length).toBeGreaterThan(1);
    } finally {
      await broken.close();
    }
  });
});

it('the host of the reset link comes from the configuration, not from the request', async () => {
  const { email } = await buildUser(shop);
  const body = JSON.stringify({ email });
  const status = await new Promise((resolve, reject) => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'content-type': 'application/json' };
    request(`${shop.url}/api/v1/auth/forgot-password`, { method: 'POST', headers }, (response) =>
      resolve(response.resume().statusCode),
    )
      .on('error', reject)
      .end(body);
  });
  expect(status).toBe(200);
  await shop.runJobs();
  const [mail] = shop.mails.to(email);
  expect(mail?.text).toContain('http://shop.example/reset-password/');
  expect(`${mail?.text}${mail?.html}${mail?.messageId}`).not.toContain('evil');
});

describe('a retried reset mail', () => {
  const retryNow = () => shop.pool.query('update graphile_worker._private_jobs set run_at = now()');

  async function failOnce(email: string): Promise<string[]> {
    await shop.runJobs();
    const { send } = shop.mailer;
    const attempts: string[] = [];
    shop.mailer.send = async (mail) => {
      attempts.push(`${mail.messageId} ${linkIn(mail.text)[2]}`);
      shop.mailer.send = send;
      throw new Error('the connection was lost after DATA');
    };
    await forgot(email);
    await shop.runJobs();
    return attempts;
  }

  it('a retried reset mail has the same Message-ID and the same link', async () => {
    const { email } = await buildUser(shop);
    const [first] = await failOnce(email);
    await retryNow();
    await shop.runJobs();
    const [mail] = shop.mails.to(email);
    expect(`${mail?.messageId} ${linkIn(mail?.text ?? '')[2]}`).toBe(first);
    expect((await reset(linkIn(mail?.text ?? '')[2] ?? '')).status).toBe(200);
  });

  it('a retried reset mail does not revive a used link', async () => {
    const { email } = await buildUser(shop);
    const [first = ''] = await failOnce(email);
    const token = first.split(' ')[1] ?? '';
    expect((await reset(token)).status).toBe(200);
    await retryNow();
    await shop.runJobs();
    expect((await reset(token)).status).toBe(400);
    expect(shop.mails.to(email).map(({ subject }) => subject)).toEqual(['Your password was changed']);
  });
});
