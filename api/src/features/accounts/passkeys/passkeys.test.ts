import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../testing/clients/test-client.ts';
import { testPasskey } from '../../../testing/clients/test-passkey.ts';
import { PASSWORD } from '../../../testing/data/builders.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';

const ORIGIN = 'https://shop.example';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const shop = shareTestShop({ PUBLIC_URL: ORIGIN, RATE_LIMIT_FACTOR: '1' });
// Each test starts early in a rate-limit window of 15 minutes, so that none ends during the test.
beforeEach(() => shop.clock.set(new Date(Math.ceil(shop.clock.now().getTime() / HOUR_MS) * HOUR_MS + MINUTE_MS)));

const REFUSED = [401, 'PASSKEY_REFUSED'];
const outcome = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];
const isSignedIn = async (browser: TestClient) => (await browser.call('profile')).status === 200;

type Lies = Parameters<ReturnType<typeof testPasskey>['get']>[1];
async function withPasskey(origin = ORIGIN, lies?: Lies) {
  const owner = await shop.customer();
  const passkey = testPasskey(origin);
  const { data } = (await owner.call('startPasskey', { body: {} })).body;
  const added = await owner.call('addPasskey', { body: { name: 'Phone', credential: passkey.create(data, lies) } });
  return { owner, passkey, added };
}
const ask = async (browser: TestClient) => (await browser.call('askForPasskey', { body: {} })).body.data;
async function signInWith(passkey: ReturnType<typeof testPasskey>, lies?: Lies) {
  const browser = shop.visitor();
  const reply = await browser.call('signInWithPasskey', { body: { passkey: passkey.get(await ask(browser), lies) } });
  return { browser, reply };
}

describe('a passkey', () => {
  it('a passkey can be added, renamed and removed', async () => {
    const { owner, added } = await withPasskey();
    expect([added.status, added.body.data.name]).toEqual([201, 'Phone']);
    const id = added.body.data._id;
    await owner.call('renamePasskey', { params: { id }, body: { name: 'Old phone' } });
    expect((await owner.call('listPasskeys')).body.data).toEqual([
      expect.objectContaining({ _id: id, name: 'Old phone', isBackedUp: false, lastUsedAt: null }),
    ]);
    expect((await owner.call('removePasskey', { params: { id } })).status).toBe(200);
    expect((await owner.call('listPasskeys')).body.data).toEqual([]);
  });

  it('a passkey name loses control characters and text direction marks', async () => {
    const { owner, added } = await withPasskey();
    const params = { id: added.body.data._id };
    await owner.call('renamePasskey', { params, body: { name: '\u202EOld\r\nphone\u2066' } });
    expect((await owner.call('listPasskeys')).body.data).toEqual([expect.objectContaining({ name: 'Old phone' })]);
    expect((await owner.call('renamePasskey', { params, body: { name: '\u202E' } })).status).toBe(422);
  });

  it('a passkey signs in without email or password', async () => {
    const { owner, passkey } = await withPasskey();
    const { browser, reply } = await signInWith(passkey);
    expect([reply.status, reply.body.user._id]).toEqual([200, owner.user.id]);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await owner.call('listPasskeys')).body.data[0]?.lastUsedAt).not.toBeNull();
  });

  it('removing a passkey ends the other sessions', async () => {
    const { owner, passkey, added } = await withPasskey();
    const { browser } = await signInWith(passkey);
    await owner.call('removePasskey', { params: { id: added.body.data._id } });
    expect([await isSignedIn(owner), await isSignedIn(browser)]).toEqual([true, false]);
  });

  it('another user cannot see, rename or remove a passkey', async () => {
    const [{ added }, stranger] = [await withPasskey(), await shop.customer()];
    const params = { id: added.body.data._id };
    expect((await stranger.call('listPasskeys')).body.data).toEqual([]);
    expect((await stranger.call('renamePasskey', { params, body: { name: 'Mine' } })).status).toBe(404);
    expect((await stranger.call('removePasskey', { params })).status).toBe(404);
  });

  it('a user has at most 20 passkeys, and an address gets at most 60 challenges', async () => {
    const { owner } = await withPasskey();
    await shop.pool.query(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name, created_at)
       select gen_random_uuid(), user_id, credential_id || n, public_key, counter, transports, device_type, backed_up, name, created_at
       from passkeys, generate_series(1, 19) n where user_id = $1`,
      [owner.user.id],
    );
    expect(outcome(await owner.call('startPasskey', { body: {} }))).toEqual([409, 'TOO_MANY_PASSKEYS']);
    const asked = await Promise.all(Array.from({ length: 61 }, () => owner.call('askForPasskey', { body: {} })));
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  it('adding and removing a passkey needs a fresh proof', async () => {
    const { owner, added } = await withPasskey();
    shop.clock.advance(11 * MINUTE_MS);
    const removal = await owner.call('removePasskey', { params: { id: added.body.data._id } });
    const start = await owner.call('startPasskey', { body: {} });
    expect([outcome(removal)[1], outcome(start)[1]]).toEqual(['FRESH_PROOF_REQUIRED', 'FRESH_PROOF_REQUIRED']);
  });

  it('a passkey renews the fresh proof of its owner only', async () => {
    const [{ owner, passkey }, other] = [await withPasskey(), await withPasskey()];
    shop.clock.advance(11 * MINUTE_MS);
    const prove = async (signer: typeof passkey, lies?: Lies) =>
      (await owner.call('prove', { body: { passkey: signer.get(await ask(owner), lies) } })).status;
    expect(await prove(other.passkey)).toBe(401);
    expect((await owner.call('startPasskey', { body: {} })).status).toBe(403);
    expect(await prove(passkey, { crossOrigin: true })).toBe(401);
    expect(await prove(passkey)).toBe(200);
    expect((await owner.call('startPasskey', { body: {} })).status).toBe(200);
  });
});

describe('a refused passkey', () => {
  const lies: Record<string, Lies> = {
    'from another site': { origin: 'https://evil.example' },
    'in a frame of another site': { crossOrigin: true },
    'over a challenge that is not ours': { challenge: Buffer.alloc(32).toString('base64url') },
    'without fingerprint or PIN': { isVerified: false },
    'with a counter that went back': { counter: 1 },
    'signed with a foreign key': { signs: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
  };
  it.each(Object.keys(lies))('an assertion %s is refused', async (name) => {
    const { passkey } = await withPasskey();
    expect((await signInWith(passkey)).reply.status).toBe(200);
    const { browser, reply } = await signInWith(passkey, lies[name]);
    expect([outcome(reply), await isSignedIn(browser)]).toEqual([REFUSED, false]);
  });

  it('an assertion is refused the second time', async () => {
    const { passkey } = await withPasskey();
    const answer = { body: { passkey: passkey.get(await ask(shop.visitor())) } };
    const replies = [
      await shop.visitor().call('signInWithPasskey', answer),
      await shop.visitor().call('signInWithPasskey', answer),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 401]);
  });

  it('only one of eight assertions with the same counter is accepted', async () => {
    const { passkey } = await withPasskey();
    const browsers = Array.from({ length: 8 }, () => shop.visitor());
    const answers = await Promise.all(browsers.map(async (browser) => passkey.get(await ask(browser), { counter: 7 })));
    const replies = await Promise.all(
      browsers.map((browser, n) => browser.call('signInWithPasskey', { body: { passkey: answers[n] } })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)]);
  });

  it('an assertion is refused after its challenge has expired', async () => {
    const { passkey } = await withPasskey();
    const browser = shop.visitor();
    const answer = passkey.get(await ask(browser));
    shop.clock.advance(6 * MINUTE_MS);
    expect(outcome(await browser.call('signInWithPasskey', { body: { passkey: answer } }))).toEqual(REFUSED);
  });

  it('an unknown or removed passkey, or one of a deactivated user, is refused', async () => {
    expect(outcome((await signInWith(testPasskey(ORIGIN))).reply)).toEqual(REFUSED);
    const { owner, passkey, added } = await withPasskey();
    await owner.call('removePasskey', { params: { id: added.body.data._id } });
    expect(outcome((await signInWith(passkey)).reply)).toEqual(REFUSED);
    const inactive = await withPasskey();
    await shop.db.updateTable('users').set({ active: false }).where('id', '=', inactive.owner.user.id).execute();
    expect(outcome((await signInWith(inactive.passkey)).reply)).toEqual(REFUSED);
  });

  it('a new passkey for another site, frame or user is refused', async () => {
    expect(outcome((await withPasskey('https://evil.example')).added)).toEqual(REFUSED);
    expect(outcome((await withPasskey(ORIGIN, { crossOrigin: true })).added)).toEqual(REFUSED);
    const [owner, thief] = [await shop.customer(), await shop.customer()];
    const { data } = (await owner.call('startPasskey', { body: {} })).body;
    const credential = testPasskey(ORIGIN).create(data);
    expect(outcome(await thief.call('addPasskey', { body: { name: 'Theirs', credential } }))).toEqual(REFUSED);
  });

  it('after 30 invented assertions an address is rate-limited', async () => {
    const odd = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
    const response = { clientDataJSON: 'AAAA', authenticatorData: '', signature: '' };
    const present = () => shop.visitor().call('signInWithPasskey', { body: { passkey: { ...odd, response } } });
    const outcomes = (await Promise.all(Array.from({ length: 31 }, present))).map(outcome);
    expect(outcomes.toSorted()).toEqual([...Array(30).fill(REFUSED), [429, 'TOO_MANY_REQUESTS']]);
  });
});

it('a user with a passkey but without two-factor sign-in can still use the password', async () => {
  const { owner } = await withPasskey();
  const reply = await shop.visitor().call('login', { body: { email: owner.user.email, password: PASSWORD } });
  expect(reply.body.user?._id).toBe(owner.user.id);
});
