import { expect, it } from 'vitest';
import type { TestClient } from '../../../testing/clients/test-client.ts';
import { buildUser, PASSWORD } from '../../../testing/data/builders.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';

const AGENTS = {
  laptop: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:140.0) Gecko/20100101 Firefox/140.0',
  phone: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
  tablet: '<script>alert(1)</script>',
};

const HOUR_MS = 3_600_000;

const shop = shareTestShop();

const isSignedIn = async (browser: TestClient) => (await browser.call('profile')).status === 200;

async function signedInThrice() {
  const { email } = await buildUser(shop);
  const signIn = async (agent: string) => {
    const browser = shop.visitor();
    await browser.call('login', { body: { email, password: PASSWORD }, headers: { 'user-agent': agent } });
    return browser;
  };
  return {
    laptop: await signIn(AGENTS.laptop),
    phone: await signIn(AGENTS.phone),
    tablet: await signIn(AGENTS.tablet),
  };
}
const sessionsSeenBy = async (browser: TestClient) => (await browser.call('listSessions')).body.data;

it('the list of sessions names each device and marks the current session', async () => {
  const { phone } = await signedInThrice();
  const seen = (await sessionsSeenBy(phone)).map(({ device, isThisOne }) => [device, isThisOne]);
  expect(seen.toSorted()).toEqual([
    ['Chrome on Android', true],
    ['Firefox on Mac', false],
    ['Unknown device', false],
  ]);
});

it('the list of sessions is sorted by last use', async () => {
  const { laptop, phone } = await signedInThrice();
  for (const browser of [laptop, phone]) {
    shop.clock.advance(HOUR_MS);
    await browser.call('profile');
  }
  const devices = (await sessionsSeenBy(phone)).map(({ device }) => device);
  expect(devices).toEqual(['Chrome on Android', 'Firefox on Mac', 'Unknown device']);
});

it('a user can end one session, or all except the current one', async () => {
  const { laptop, phone, tablet } = await signedInThrice();
  const other = (await sessionsSeenBy(phone)).find(({ device }) => device === 'Firefox on Mac');
  expect(other?._id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/);
  expect((await phone.call('endSession', { params: { id: other?._id ?? '' } })).status).toBe(200);
  expect([await isSignedIn(laptop), await isSignedIn(tablet)]).toEqual([false, true]);
  expect((await phone.call('endOtherSessions')).status).toBe(200);
  expect([await isSignedIn(phone), await isSignedIn(tablet)]).toEqual([true, false]);
});

it('expired sessions disappear from the list', async () => {
  const { laptop, phone } = await signedInThrice();
  shop.clock.advance(20 * HOUR_MS);
  expect(await isSignedIn(phone)).toBe(true);
  shop.clock.advance(5 * HOUR_MS);
  expect((await sessionsSeenBy(phone)).map(({ device }) => device)).toEqual(['Chrome on Android']);
  expect(await isSignedIn(laptop)).toBe(false);
});

it("a user cannot end another user's session", async () => {
  const [mine, stranger] = [await signedInThrice(), await shop.customer()];
  const [session] = await sessionsSeenBy(mine.phone);
  const reply = await stranger.call('endSession', { params: { id: session?._id ?? '' } });
  expect([reply.status, reply.body.code, await isSignedIn(mine.phone)]).toEqual([404, 'NOT_FOUND', true]);
});

it('a session keeps its device name when its cookie is rotated', async () => {
  const { phone } = await signedInThrice();
  await phone.call('refreshSession');
  expect((await sessionsSeenBy(phone)).find(({ isThisOne }) => isThisOne)?.device).toBe('Chrome on Android');
});
