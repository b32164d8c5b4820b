import { afterEach, expect, it } from 'vitest';
import { readSecret } from '../../../platform/files/data-dir-secrets.ts';
import { createVault, newVaultKey } from '../../../platform/vault.ts';
import { appCode, turnOnTwoFactor } from '../../../testing/clients/second-factor.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { PASSWORD } from '../../../testing/data/builders.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';
import { base32 } from './totp.rules.ts';
import { findTwoFactor } from './two-factor.queries.ts';
import { reencryptSecrets } from './two-factor.service.ts';
import { decryptSecret } from './two-factor-secret.ts';

const shop = shareTestShop();
// The next test cannot decrypt secrets that this test encrypted with its own keys.
afterEach(() => shop.db.deleteFrom('two_factor').execute());

it('a key rotation encrypts all secrets with the newest key', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => shop.customer()));
  const known = new Map<string, string>();
  for (const person of people) known.set(person.user.id, (await turnOnTwoFactor(person, shop)).secret);
  const newest = newVaultKey('k2');
  const both = createVault(`${newest},${await readSecret(shop.config.DATA_DIR, 'vault-keys')}`);
  await reencryptSecrets({ db: shop.db, vault: both });
  const withoutOld = createVault(newest);
  for (const [userId, secret] of known) {
    const factor = await findTwoFactor(shop.db, userId);
    expect(factor?.key_id).toBe(withoutOld.keyId);
    expect(factor && base32(decryptSecret(withoutOld, factor))).toBe(secret);
  }
});

/** Simulates a lost key: no vault key can decrypt the secret. */
async function loseKey(...people: SignedInClient[]) {
  const ids = people.map(({ user }) => user.id);
  await shop.db.updateTable('two_factor').set({ key_id: 'lost/purpose' }).where('user_id', 'in', ids).execute();
}
async function signIn({ user }: SignedInClient, code: string | undefined): Promise<number> {
  const browser = shop.visitor();
  await browser.call('login', { body: { email: user.email, password: PASSWORD } });
  return (await browser.call('finishSignIn', { body: { code } })).status;
}

it('a recovery code works even if the key of the secret is lost', async () => {
  const owner = await shop.customer();
  const { recoveryCodes } = await turnOnTwoFactor(owner, shop);
  await loseKey(owner);
  expect(await signIn(owner, recoveryCodes[0])).toBe(200);
});

it('after the runbook for a lost key, rotation works and users set up a new app', async () => {
  const [owner, halfway] = [await shop.customer(), await shop.customer()];
  const { secret, recoveryCodes } = await turnOnTwoFactor(owner, shop);
  const started = (await halfway.call('startTwoFactor', { body: {} })).body.data;
  await loseKey(owner, halfway);
  const vault = createVault(`${newVaultKey('k9')},${await readSecret(shop.config.DATA_DIR, 'vault-keys')}`);
  await expect(reencryptSecrets({ db: shop.db, vault })).rejects.toThrow("vault key 'lost' is not in VAULT_KEYS");
  // The statement of the runbook (docs/operations/keys.md).
  await shop.pool.query("update two_factor set key_id = '' where key_id in ('lost', 'lost/purpose')");
  await reencryptSecrets({ db: shop.db, vault });
  shop.clock.advance(60_000);
  const shown = appCode(secret, shop.clock.now());
  const once = recoveryCodes[1];
  expect([await signIn(owner, once), await signIn(owner, once), await signIn(owner, shown)]).toEqual([200, 401, 401]);
  const unconfirmed = { code: appCode(started.secret, shop.clock.now()) };
  expect((await halfway.call('confirmTwoFactor', { body: unconfirmed })).status).toBe(422);
  const end = await owner.call('endTwoFactor', { body: { password: PASSWORD, code: recoveryCodes[0] } });
  expect(end.status).toBe(200);
  for (const person of [owner, halfway]) expect((await turnOnTwoFactor(person, shop)).recoveryCodes).toHaveLength(10);
});
