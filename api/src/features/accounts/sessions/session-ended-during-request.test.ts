import { expect, it } from 'vitest';
import { waitForBlockedQuery } from '../../../testing/checks/wait-for-blocked-query.ts';
import { appCode } from '../../../testing/clients/second-factor.ts';
import { testPasskey } from '../../../testing/clients/test-passkey.ts';
import { PASSWORD } from '../../../testing/data/builders.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';

const shop = shareTestShop({ PUBLIC_URL: 'http://shop.example' });

/** Runs `act` until it waits for the lock of `hold`, then runs `meanwhile`, releases the lock and lets `act` finish. */
async function interrupted<T>(
  [hold, ...values]: [string, ...unknown[]],
  { act, meanwhile }: { act: () => Promise<T>; meanwhile: () => Promise<void> },
): Promise<T> {
  const client = await shop.pool.connect();
  try {
    await client.query('begin');
    await client.query(hold, values);
    const acting = act();
    await waitForBlockedQuery(shop);
    await meanwhile();
    await client.query('rollback');
    return await acting;
  } finally {
    client.release();
  }
}

it('a passkey is not added if a password reset ends the session during the request', async () => {
  const [stranger, other] = [await shop.customer(), await shop.customer()];
  const { email, id } = stranger.user;
  await shop.visitor().call('forgotPassword', { body: { email } });
  await shop.runJobs();
  const [, token = ''] = /reset-password\/([\w-]+)/.exec(shop.mails.to(email).at(-1)?.text ?? '') ?? [];
  const { data } = (await stranger.call('startPasskey', { body: {} })).body;
  const credential = testPasskey('http://shop.example').create(data);

  const twin = `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name, created_at)
    values (gen_random_uuid(), $1, $2, '', 0, '{}', 'singleDevice', false, 'Twin', now())`;
  const added = await interrupted([twin, other.user.id, credential.id], {
    act: () => stranger.call('addPasskey', { body: { name: 'Phone', credential } }),
    meanwhile: async () => {
      const reset = await shop
        .visitor()
        .call('resetPassword', { params: { token }, body: { password: 'Fresh#Horse9' } });
      expect(reset.status).toBe(200);
    },
  });

  expect([added.status, added.body.code]).toEqual([401, 'NOT_SIGNED_IN']);
  expect((await shop.pool.query('select from passkeys where user_id = $1', [id])).rowCount).toBe(0);
});

it('two-factor sign-in is not turned on if the session ends during the request', async () => {
  const stranger = await shop.customer();
  const { email, id } = stranger.user;
  const { secret } = (await stranger.call('startTwoFactor', { body: {} })).body.data;

  const confirmed = await interrupted(['select from two_factor where user_id = $1 for update', id], {
    act: () => stranger.call('confirmTwoFactor', { body: { code: appCode(secret, shop.clock.now()) } }),
    meanwhile: async () => void (await shop.pool.query('delete from sessions where user_id = $1', [id])),
  });

  expect([confirmed.status, confirmed.body.code]).toEqual([401, 'NOT_SIGNED_IN']);
  const entered = await shop.visitor().call('login', { body: { email, password: PASSWORD } });
  expect(entered.body.user?._id).toBe(id);
});
