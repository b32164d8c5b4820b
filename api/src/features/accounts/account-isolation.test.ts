import { expect, it } from 'vitest';
import { appCode, turnOnTwoFactor } from '../../testing/clients/second-factor.ts';
import type { TestClient } from '../../testing/clients/test-client.ts';
import { testPasskey } from '../../testing/clients/test-passkey.ts';
import { buildProduct, PASSWORD } from '../../testing/data/builders.ts';
import { shareTestShop } from '../../testing/share-test-shop.ts';

const MINUTE_MS = 60_000;

const shop = shareTestShop();

/** All rows of the user, by table. */
async function rowsOfUser(userId: string): Promise<Record<string, unknown[]>> {
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

const expectSuccess = async (reply: Promise<{ status: number; body: object }>) => {
  const { status, body } = await reply;
  expect([200, 201], JSON.stringify(body)).toContain(status);
};

async function signIn(email: string, password: string, code: string): Promise<TestClient> {
  const browser = shop.visitor();
  await expectSuccess(browser.call('login', { body: { email, password } }));
  await expectSuccess(browser.call('finishSignIn', { body: { code } }));
  return browser;
}

/** An admin with data in every table: two sessions, a pending sign-in, a reset token, views, a wish and an alert. */
async function adminWithAllData(soldOutId: string) {
  const browser = await shop.admin();
  const { email, id } = browser.user;
  const passkey = testPasskey(shop.url);
  const { data } = (await browser.call('startPasskey', { body: {} })).body;
  await expectSuccess(browser.call('addPasskey', { body: { name: 'Phone', credential: passkey.create(data) } }));
  const { secret, recoveryCodes } = await turnOnTwoFactor(browser, shop);
  const [first = '', ...codes] = recoveryCodes;
  await signIn(email, PASSWORD, first);
  await shop.visitor().call('login', { body: { email, password: PASSWORD } });
  for (const name of ['Mine', 'Ours'])
    await expectSuccess(browser.call('adminSaveView', { body: { list: 'orders', name, search: '' } }));
  await expectSuccess(browser.call('addWish', { params: { id: soldOutId } }));
  await expectSuccess(browser.call('setStockAlert', { params: { id: soldOutId } }));
  await shop.visitor().call('forgotPassword', { body: { email } });
  await shop.runJobs();
  const [, token = ''] = /reset-password\/([\w-]+)/.exec(shop.mails.to(email).at(-1)?.text ?? '') ?? [];
  return { browser, id, email, passkey, secret, codes, token };
}

it("account actions never change another user's data", async () => {
  const soldOut = await buildProduct(shop, { units: 0 });
  const otherAdmin = await adminWithAllData(soldOut.id);
  const { browser, email, passkey, secret, codes, token } = await adminWithAllData(soldOut.id);
  const before = await rowsOfUser(otherAdmin.id);
  // Without rows the comparison below would prove nothing.
  expect(Object.keys(before).filter((table) => before[table]?.length === 0)).toEqual(['reveals']);

  const expectNoChange = async (act: string, reply: Promise<{ status: number; body: object }>) => {
    await expectSuccess(reply);
    expect(await rowsOfUser(otherAdmin.id), act).toEqual(before);
    shop.clock.advance(2 * MINUTE_MS);
  };
  const params = { id: soldOut.id };
  const [key] = (await browser.call('listPasskeys')).body.data;
  const [view, other] = (await browser.call('adminListViews', { query: { list: 'orders' } })).body.data;
  const [used = '', spare = '', last = ''] = codes;

  await expectNoChange('remove a wish', browser.call('removeWish', { params }));
  await expectNoChange('end a stock alert', browser.call('endStockAlert', { params }));
  await expectNoChange('use a session', browser.call('profile'));
  await expectNoChange('reauthenticate by password', browser.call('prove', { body: { password: PASSWORD } }));
  const code = appCode(secret, shop.clock.now());
  await expectNoChange('reauthenticate by one-time code', browser.call('prove', { body: { code } }));
  await expectNoChange('rotate the session', browser.call('refreshSession'));
  await expectNoChange('delete a view', browser.call('adminDeleteView', { params: { id: view?._id ?? '' } }));
  expect((await browser.call('adminListViews', { query: { list: 'orders' } })).body.data).toEqual([other]);
  await expectNoChange(
    'rename a passkey',
    browser.call('renamePasskey', { params: { id: key?._id ?? '' }, body: { name: 'Key' } }),
  );
  const { data: asked } = (await browser.call('askForPasskey', { body: {} })).body;
  await expectNoChange(
    'sign in with a passkey',
    browser.call('signInWithPasskey', { body: { passkey: passkey.get(asked) } }),
  );
  await expectNoChange('end other sessions', browser.call('endOtherSessions'));
  await expectNoChange(
    'reset the password',
    browser.call('resetPassword', { params: { token }, body: { password: 'Fresh#Horse9' } }),
  );
  const back = await signIn(email, 'Fresh#Horse9', used);
  await expectNoChange('sign in with a recovery code', back.call('profile'));
  const newPassword = { currentPassword: 'Fresh#Horse9', newPassword: 'Fresh#Horse8' };
  await expectNoChange('change the password', back.call('updatePassword', { body: newPassword }));
  const again = await signIn(email, 'Fresh#Horse8', spare);
  await expectNoChange('remove a passkey', again.call('removePasskey', { params: { id: key?._id ?? '' } }));
  await expectNoChange(
    'turn two-factor sign-in off',
    again.call('endTwoFactor', { body: { password: 'Fresh#Horse8', code: last } }),
  );
  await expectNoChange('close the account', again.call('deleteAccount', { body: { password: 'Fresh#Horse8' } }));
});
