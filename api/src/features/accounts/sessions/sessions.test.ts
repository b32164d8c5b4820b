import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Shop } from '../../../shop.ts';
import { appCode } from '../../../testing/clients/second-factor.ts';
import type { TestClient } from '../../../testing/clients/test-client.ts';
import { signInAs } from '../../../testing/clients/test-sessions.ts';
import { buildUser, PASSWORD } from '../../../testing/data/builders.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { closeAccount } from '../accounts.service.ts';
import { updateUserAccess } from '../administrators/admins.service.ts';
import { relyingPartyAt } from '../passkeys/passkey-ceremony.ts';
import { reauthenticate } from '../two-factor/reauthenticate.service.ts';
import { endOtherSessions } from './own-sessions.service.ts';
import { findSessionUser, openSession, rotateSession } from './sessions.service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const isSignedIn = async (browser: TestClient) => (await browser.call('profile')).status === 200;
const storedSession = async (browser: TestClient) => {
  const idHash = createHash('sha256')
    .update(browser.cookies.get('session') ?? '')
    .digest();
  return shop.db.selectFrom('sessions').selectAll().where('id_hash', '=', idHash).executeTakeFirst();
};

describe('how long a session lasts', () => {
  it("a customer's session ends after 24 hours without use", async () => {
    const used = await shop.customer();
    const unused = await shop.customer();
    shop.clock.advance(23 * HOUR_MS);
    expect(await isSignedIn(used)).toBe(true);
    shop.clock.advance(2 * HOUR_MS);
    expect([await isSignedIn(used), await isSignedIn(unused)]).toEqual([true, false]);
  });

  it("a customer's session ends after 14 days even if it is used", async () => {
    const browser = await shop.customer();
    for (let hours = 0; hours < 14 * 24 - 12; hours += 12) {
      shop.clock.advance(12 * HOUR_MS);
      expect(await isSignedIn(browser)).toBe(true);
    }
    shop.clock.advance(12 * HOUR_MS);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it("an admin's session ends after 30 minutes without use, and after 8 hours at most", async () => {
    const unused = await shop.admin();
    const used = await shop.admin();
    for (let minutes = 0; minutes < 8 * 60 - 20; minutes += 20) {
      shop.clock.advance(20 * MINUTE_MS);
      expect(await isSignedIn(used)).toBe(true);
      if (minutes === 20) expect(await isSignedIn(unused)).toBe(false);
    }
    shop.clock.advance(20 * MINUTE_MS);
    expect(await isSignedIn(used)).toBe(false);
  });

  it('the last use of a session is stored at most once a minute', async () => {
    const browser = await shop.customer();
    const opened = await storedSession(browser);
    shop.clock.advance(MINUTE_MS / 2);
    await isSignedIn(browser);
    expect(await storedSession(browser)).toEqual(opened);
    shop.clock.advance(MINUTE_MS);
    await isSignedIn(browser);
    expect((await storedSession(browser))?.last_seen_at).not.toEqual(opened?.last_seen_at);
  });
});

describe('refresh', () => {
  it('a refresh replaces the cookie and does not extend the session', async () => {
    const browser = await shop.customer();
    const before = browser.cookies.get('session') ?? '';
    const opened = await storedSession(browser);
    shop.clock.advance(DAY_MS / 2);
    const { status, body } = await browser.call('refreshSession');
    expect([status, body.user._id]).toEqual([200, browser.user.id]);
    expect(browser.cookies.get('session')).not.toBe(before);
    expect((await storedSession(browser))?.created_at).toEqual(opened?.created_at);
    const stale = shop.visitor();
    stale.cookies.set('session', before);
    expect(await isSignedIn(stale)).toBe(false);
    // The slower of two concurrent refreshes fails, and so does not overwrite the valid cookie with a useless one.
    await expect(rotateSession(shop, opened?.id_hash ?? Buffer.of())).rejects.toMatchObject({ key: 'notSignedIn' });
  });

  it('a refresh does not disturb a request that another tab has begun', async () => {
    const browser = await shop.customer();
    const elsewhere = await signInAs(shop, shop.url, browser.user);
    shop.clock.advance(11 * MINUTE_MS);
    const seen = () => findSessionUser(shop, browser.cookies.get('session') ?? '');
    const otherTab = await seen();
    if (!otherTab) throw new Error('nobody is signed in');
    await browser.call('refreshSession');
    await reauthenticate(shop, otherTab, { password: PASSWORD, address: '192.0.2.1', party: relyingPartyAt(shop.url) });
    await endOtherSessions(shop, otherTab);
    expect([(await seen())?.isProofFresh, await isSignedIn(elsewhere)]).toEqual([true, false]);
  });

  it('a refresh without a session is refused', async () => {
    const forged = shop.visitor();
    forged.cookies.set('session', 'a'.repeat(43));
    const malformed = shop.visitor();
    malformed.cookies.set('session', '%00../x');
    for (const browser of [shop.visitor(), forged, malformed]) {
      const { status, body } = await browser.call('refreshSession');
      expect([status, body.code]).toEqual([401, 'NOT_SIGNED_IN']);
    }
  });
});

describe('an old session cookie (fault 25)', () => {
  const newPassword = 'Fresh#Horse9';
  const changes: Record<string, (browser: TestClient & { user: { id: string; email: string } }) => Promise<unknown>> = {
    logout: (browser) => {
      const here = shop.visitor();
      here.cookies.set('session', browser.cookies.get('session') ?? '');
      return here.call('logout');
    },
    'another sign-in with the browser': async (browser) => {
      const here = shop.visitor();
      here.cookies.set('session', browser.cookies.get('session') ?? '');
      return here.call('login', { body: { email: (await buildUser(shop)).email, password: PASSWORD } });
    },
    'password change': async ({ user }) => {
      const elsewhere = shop.visitor();
      await elsewhere.call('login', { body: { email: user.email, password: PASSWORD } });
      return elsewhere.call('updatePassword', { body: { currentPassword: PASSWORD, newPassword } });
    },
    deletion: async ({ user }) => closeAccount(shop, await userOf(user.id), PASSWORD),
    deactivation: async ({ user }) => updateUserAccess(shop, await anAdmin(), user.id, { active: false }),
    promotion: async ({ user }) => updateUserAccess(shop, await anAdmin(), user.id, { role: 'admin' }),
  };
  const userOf = async (id: string) => ({ _id: id }) as Parameters<typeof closeAccount>[1];
  const anAdmin = async () => userOf((await buildUser(shop, { role: 'admin' })).id);

  it.each(Object.keys(changes))('an old cookie is refused after %s', async (name) => {
    const browser = await shop.customer();
    expect(await isSignedIn(browser)).toBe(true);
    await changes[name]?.(browser);
    expect((await browser.call('profile')).status).toBe(401);
    expect((await browser.call('currentUser')).body.user).toBeNull();
  });

  it('an old cookie is refused after demotion', async () => {
    const browser = await shop.admin();
    await updateUserAccess(shop, await anAdmin(), browser.user.id, { role: 'customer' });
    expect((await browser.call('profile')).status).toBe(401);
  });

  it('remaining session rows of closed or deactivated accounts are refused', async () => {
    const [closed, inactive] = [await shop.customer(), await shop.customer()];
    const { db } = shop;
    await db.updateTable('users').set({ closed_at: new Date() }).where('id', '=', closed.user.id).execute();
    await db.updateTable('users').set({ active: false }).where('id', '=', inactive.user.id).execute();
    expect([await isSignedIn(closed), await isSignedIn(inactive)]).toEqual([false, false]);
  });
});

/** Counts the queries that wait for a lock in this test's database. */
async function countWaiting(): Promise<number> {
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return (await shop.pool.query(waiting)).rowCount ?? 0;
}
async function someoneWaits(): Promise<void> {
  while ((await countWaiting()) === 0);
}

it('sign-in fails if the password changes at the same time', async () => {
  const user = await buildUser(shop);
  const { opening } = await inTransaction(shop.db, async (db) => {
    await db.updateTable('users').set({ password_hash: 'new' }).where('id', '=', user.id).execute();
    await db.deleteFrom('sessions').where('user_id', '=', user.id).execute();
    // The old password is already verified. Inserting the session must wait for the password change to commit.
    const opening = openSession(shop, { ...user, active: true, created_at: new Date() }).catch((error) => error);
    await Promise.race([opening, someoneWaits()]);
    return { opening };
  });
  expect(await opening).toMatchObject({ key: 'invalidCredentials' });
  const left = await shop.db.selectFrom('sessions').select('user_id').where('user_id', '=', user.id).execute();
  expect(left).toEqual([]);
});

it('signing out ends only the session of that browser', async () => {
  const phone = await shop.customer();
  const laptop = await signInAs(shop, shop.url, phone.user);
  await phone.call('logout');
  expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, true]);
});

describe('over HTTPS', () => {
  it('on HTTPS the cookies have the prefix __Host- and the attribute Secure', async () => {
    const secure = await openTestShop({ PUBLIC_URL: 'https://shop.example' });
    try {
      const { email } = await buildUser(secure);
      const browser = secure.visitor();
      const { headers } = await browser.call('login', { body: { email, password: PASSWORD } });
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(/^__Host-session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
        expect.stringMatching(/^__Host-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      ]);
      // Browsers ignore a __Host- cookie without these attributes, so the clearing header needs them too.
      const [over] = (await browser.call('logout')).headers.getSetCookie();
      expect(over).toMatch(/^__Host-session=; (Max-Age=0; )?Path=\/; Expires=Thu, 01 Jan 1970 .*; Secure;/);
    } finally {
      await secure.close();
    }
  });
});

/** Locks that pause a sign-in: before it reads the second factor, or between that and inserting its session. */
const stops: Record<string, (db: Shop['db'], userId: string) => Promise<unknown>> = {
  'before it reads the factor': (db, userId) =>
    db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute(),
  'after it has read the factor': (db) => sql`select pg_advisory_xact_lock(1)`.execute(db),
};

describe('a sign-in with the password alone', () => {
  beforeAll(() =>
    shop.pool.query(`
      create function wait_for_test() returns trigger language plpgsql as
        'begin perform pg_advisory_xact_lock_shared(1); return new; end';
      create trigger wait_for_test before insert on sessions for each row execute function wait_for_test()`),
  );
  afterAll(() => shop.pool.query('drop function wait_for_test cascade'));

  it.each(Object.keys(stops))('a sign-in paused %s ends when two-factor sign-in is turned on', async (stage) => {
    const owner = await shop.customer();
    const { secret } = (await owner.call('startTwoFactor', { body: {} })).body.data;
    const thief = shop.visitor();
    const { entering, confirming } = await inTransaction(shop.db, async (db) => {
      await stops[stage]?.(db, owner.user.id);
      const entering = thief.call('login', { body: { email: owner.user.email, password: PASSWORD } });
      await someoneWaits();
      let isOver = false;
      const confirming = owner
        .call('confirmTwoFactor', { body: { code: appCode(secret, shop.clock.now()) } })
        .finally(() => {
          isOver = true;
        });
      await vi.waitFor(async () => expect(isOver || (await countWaiting()) === 2).toBe(true), { timeout: 20_000 });
      return { entering, confirming };
    });
    expect([(await entering).status, (await confirming).status]).toEqual([200, 200]);
    expect(await isSignedIn(thief)).toBe(false);
  });
});
