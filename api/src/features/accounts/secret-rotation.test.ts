import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSecret } from '../../platform/data-dir-secrets.ts';
import { createVault, newVaultKey } from '../../platform/vault.ts';
import { turnOnTwoFactor } from '../../testing/second-factor.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { base32 } from './totp.rules.ts';
import { findTwoFactor } from './two-factor.queries.ts';
import { resealSecrets } from './two-factor.service.ts';
import { openSecret } from './two-factor-secret.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

it('seals what apps know with the newest key, so that the old one can go', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => shop.customer()));
  const known = new Map<string, string>();
  for (const person of people) known.set(person.user.id, (await turnOnTwoFactor(person, shop)).secret);
  const newest = newVaultKey('k2');
  const both = createVault(`${newest},${await readSecret(shop.config.DATA_DIR, 'vault-keys')}`);
  await resealSecrets({ db: shop.db, vault: both });
  const withoutOld = createVault(newest);
  for (const [userId, secret] of known) {
    const factor = await findTwoFactor(shop.db, userId);
    expect(factor?.key_id).toBe(withoutOld.keyId);
    expect(factor && base32(openSecret(withoutOld, factor))).toBe(secret);
  }
});
