import { afterAll, beforeAll, expect, it } from 'vitest';
import { appCode, turnOnTwoFactor } from '../../testing/clients/second-factor.ts';
import type { TestClient } from '../../testing/clients/test-client.ts';
import { testPasskey } from '../../testing/clients/test-passkey.ts';
import { buildProduct, PASSWORD } from '../../testing/data/builders.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

const MINUTE_MS = 60_000;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** Everything that the shop keeps about a person, by table. */
async function keptAbout(userId: string): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await shop.pool.query<{ name: string; key: string }>(
    `select table_name as name, column_name as key from information_schema.columns
     where table_schema = 'public' and (column_name = 'user_id' or (table_name = 'users' and column_name = 'id'))
     order by table_name`,
  );
  const kept: Record<string, unknown[]> = {};
  for (const { name, key } of tables)
    kept[name] = (
      await shop.pool.query(`select to_jsonb(t) as row from ${name} t where ${key} = $1 order by t::text`, [userId])
    ).rows;
  return kept;
}

const mayFollow = async (reply: Promise<{ status: number; body: object }>) => {
  const { status, body } = await reply;
  expect([200, 201], JSON.stringify(body)).toContain(status);
};

async function enter(email: string, password: string, code: string): Promise<TestClient> {
  const browser = shop.visitor();
  await mayFollow(browser.call('login', { body: { email, password } }));
  await mayFollow(browser.call('finishSignIn', { body: { code } }));
  return browser;
}

/** An administrator with something of everything: two sessions, half a third, a way back in, and what they keep. */
async function settledPerson(soldOutId: string) {
  const browser = await shop.admin();
  const { email, id } = browser.user;
  const passkey = testPasskey(shop.url);
  const { data } = (await browser.call('startPasskey', { body: {} })).body;
  await mayFollow(browser.call('addPasskey', { body: { name: 'Phone', credential: passkey.create(data) } }));
  const { secret, recoveryCodes } = await turnOnTwoFactor(browser, shop);
  const [first = '', ...codes] = recoveryCodes;
  await enter(email, PASSWORD, first);
  await shop.visitor().call('login', { body: { email, password: PASSWORD } });
  for (const name of ['Mine', 'Ours'])
    await mayFollow(browser.call('adminSaveView', { body: { list: 'orders', name, search: '' } }));
  await mayFollow(browser.call('addWish', { params: { id: soldOutId } }));
  await mayFollow(browser.call('setStockAlert', { params: { id: soldOutId } }));
  await shop.visitor().call('forgotPassword', { body: { email } });
  await shop.runJobs();
  const [, token = ''] = /reset-password\/([\w-]+)/.exec(shop.mails.to(email).at(-1)?.text ?? '') ?? [];
  return { browser, id, email, passkey, secret, codes, token };
}

it('keep all that is theirs, whatever somebody does about an account', async () => {
  const soldOut = await buildProduct(shop, { units: 0 });
  const neighbour = await settledPerson(soldOut.id);
  const { browser, email, passkey, secret, codes, token } = await settledPerson(soldOut.id);
  const before = await keptAbout(neighbour.id);
  // What is not there cannot be lost.
  expect(Object.keys(before).filter((table) => before[table]?.length === 0)).toEqual(['reveals']);

  const follow = async (act: string, reply: Promise<{ status: number; body: object }>) => {
    await mayFollow(reply);
    expect(await keptAbout(neighbour.id), act).toEqual(before);
    shop.clock.advance(2 * MINUTE_MS);
  };
  const params = { id: soldOut.id };
  const [key] = (await browser.call('listPasskeys')).body.data;
  const [view, other] = (await browser.call('adminListViews', { query: { list: 'orders' } })).body.data;
  const [used = '', spare = '', last = ''] = codes;

  await follow('wish no longer', browser.call('removeWish', { params }));
  await follow('wait no longer', browser.call('endStockAlert', { params }));
  await follow('use a session', browser.call('profile'));
  await follow('prove again', browser.call('prove', { body: { password: PASSWORD } }));
  const code = appCode(secret, shop.clock.now());
  await follow('prove by the app', browser.call('prove', { body: { code } }));
  await follow('renew the cookie', browser.call('refreshSession'));
  await follow('delete a view', browser.call('adminDeleteView', { params: { id: view?._id ?? '' } }));
  expect((await browser.call('adminListViews', { query: { list: 'orders' } })).body.data).toEqual([other]);
  await follow(
    'rename a passkey',
    browser.call('renamePasskey', { params: { id: key?._id ?? '' }, body: { name: 'Key' } }),
  );
  const { data: asked } = (await browser.call('askForPasskey', { body: {} })).body;
  await follow('sign in with it', browser.call('signInWithPasskey', { body: { passkey: passkey.get(asked) } }));
  await follow('end other sessions', browser.call('endOtherSessions'));
  await follow(
    'reset the password',
    browser.call('resetPassword', { params: { token }, body: { password: 'Fresh#Horse9' } }),
  );
  const back = await enter(email, 'Fresh#Horse9', used);
  await follow('enter with a code', back.call('profile'));
  const newPassword = { currentPassword: 'Fresh#Horse9', newPassword: 'Fresh#Horse8' };
  await follow('change the password', back.call('updatePassword', { body: newPassword }));
  const again = await enter(email, 'Fresh#Horse8', spare);
  await follow('remove a passkey', again.call('removePasskey', { params: { id: key?._id ?? '' } }));
  await follow('end the second step', again.call('endTwoFactor', { body: { password: 'Fresh#Horse8', code: last } }));
  await follow('close the account', again.call('deleteAccount', { body: { password: 'Fresh#Horse8' } }));
});
