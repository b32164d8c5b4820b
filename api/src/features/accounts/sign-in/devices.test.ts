import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { daysAfter } from '../../../platform/clock.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { RETENTION_JOB } from '../../../platform/retention.ts';
import type { TestClient } from '../../../testing/clients/test-client.ts';
import type { TestUser } from '../../../testing/clients/test-sessions.ts';
import { buildUser, PASSWORD } from '../../../testing/data/builders.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';
import { secretHashOf } from '../sessions/secret.rules.ts';
import { describeDevice } from './devices.rules.ts';
import { isKnownDevice } from './devices.service.ts';

const shop = shareTestShop();

const signIn = async (browser: TestClient, { email }: TestUser) =>
  expect((await browser.call('login', { body: { email, password: PASSWORD } })).status).toBe(200);
const knows = (browser: TestClient, { id }: TestUser) =>
  isKnownDevice(shop.db, id, { cookies: Object.fromEntries(browser.cookies) } as unknown as FastifyRequest);

describe('a device', () => {
  it('a device is known only for the user who has signed in with it', async () => {
    const [asha, ravi] = [await buildUser(shop), await buildUser(shop)];
    const [laptop, phone] = [shop.visitor(), shop.visitor()];
    await signIn(laptop, asha);
    expect([await knows(laptop, asha), await knows(phone, asha), await knows(laptop, ravi)]).toEqual([
      true,
      false,
      false,
    ]);
    await laptop.call('logout');
    expect(await knows(laptop, asha)).toBe(true);
  });

  it('a shared device stays known for all its users', async () => {
    const [asha, ravi] = [await buildUser(shop), await buildUser(shop)];
    const shared = shop.visitor();
    for (const person of [asha, ravi, asha]) await signIn(shared, person);
    expect([await knows(shared, asha), await knows(shared, ravi)]).toEqual([true, true]);
  });

  it('a new user of a device gets a new token, so that a planted one is useless', async () => {
    const [victim, attacker] = [await buildUser(shop), await buildUser(shop)];
    const [theirs, planted] = [shop.visitor(), shop.visitor()];
    await signIn(theirs, attacker);
    planted.cookies.set('device', theirs.cookies.get('device') ?? '');
    await signIn(planted, victim);
    expect([await knows(planted, victim), await knows(theirs, victim)]).toEqual([true, false]);
  });

  it('a device is still known after the shop moves to HTTPS', async () => {
    const person = await buildUser(shop);
    const browser = shop.visitor();
    await signIn(browser, person);
    const device = browser.cookies.get('device') ?? '';
    for (const name of ['device', '__Host-device'])
      expect(
        await isKnownDevice(shop.db, person.id, { cookies: { [name]: device } } as unknown as FastifyRequest),
      ).toBe(true);
  });

  it('a device is stored by its hash and removed with the account', async () => {
    const browser = shop.visitor();
    const person = await buildUser(shop);
    await signIn(browser, person);
    const rows = () =>
      shop.db.selectFrom('known_devices').select('token_hash').where('user_id', '=', person.id).execute();
    expect(await rows()).toEqual([{ token_hash: secretHashOf(browser.cookies.get('device') ?? '') }]);
    await browser.call('deleteAccount', { body: { password: PASSWORD } });
    expect(await rows()).toEqual([]);
  });

  it('after a password change only the device that made it stays known', async () => {
    const person = await buildUser(shop);
    const [laptop, thief] = [shop.visitor(), shop.visitor()];
    for (const browser of [laptop, thief]) await signIn(browser, person);
    const body = { currentPassword: PASSWORD, newPassword: 'Fresh#Horse9' };
    expect((await laptop.call('updatePassword', { body })).status).toBe(200);
    expect([await knows(laptop, person), await knows(thief, person)]).toEqual([true, false]);

    await thief.call('login', { body: { email: person.email, password: body.newPassword } });
    expect(await knows(thief, person)).toBe(true);
    await shop.visitor().call('forgotPassword', { body: { email: person.email } });
    await shop.runJobs();
    const [, token = ''] = /reset-password\/([\w-]+)/.exec(shop.mails.to(person.email).at(-1)?.text ?? '') ?? [];
    expect((await laptop.call('resetPassword', { params: { token }, body: { password: 'Fresh#Horse8' } })).status).toBe(
      200,
    );
    expect([await knows(laptop, person), await knows(thief, person)]).toEqual([true, false]);
  });

  it('a device is removed after 400 days without use', async () => {
    const [kept, forgotten, back] = [await buildUser(shop), await buildUser(shop), await buildUser(shop)];
    const browsers = [shop.visitor(), shop.visitor(), shop.visitor()] as const;
    await signIn(browsers[0], kept);
    await signIn(browsers[1], forgotten);
    await signIn(browsers[2], back);
    const age = (userId: string, days: number) =>
      shop.db
        .updateTable('known_devices')
        .set({ last_seen_at: daysAfter(shop.clock.now(), -days) })
        .where('user_id', '=', userId)
        .execute();
    await age(kept.id, 399);
    await age(forgotten.id, 401);
    await age(back.id, 401);
    await signIn(browsers[2], back);
    await enqueue(shop.db, RETENTION_JOB, {});
    await shop.runJobs();
    expect([await knows(browsers[0], kept), await knows(browsers[1], forgotten)]).toEqual([true, false]);
    expect(await knows(browsers[2], back)).toBe(true);
  });
});

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome on Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Mac'],
  ['curl/8.5 <script>alert(1)</script>', 'Unknown device'],
  [undefined, 'Unknown device'],
])('the user agent %s gets the name %s', (userAgent, deviceName) => {
  expect(describeDevice(userAgent)).toBe(deviceName);
});
