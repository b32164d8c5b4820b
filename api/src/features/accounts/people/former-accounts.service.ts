import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import { findFormerAccount, updateFormerAccountHashes } from './former-accounts.queries.ts';

type FormerAccountDeps = { db: Database; vault: Vault };

/** A keyed hash of the email address. It identifies a returning customer after the address itself was removed. */
export const hashOfAddress = (vault: Vault, email: string): Buffer => vault.fingerprint('person', email.toLowerCase());

/**
 * Returns the hash that a new account shares with earlier closed accounts of the same address, or null if there are none.
 * A hash made with an older vault key is reused, so that all accounts of one address keep the same hash.
 */
export async function findFormerAccountHash({ db, vault }: FormerAccountDeps, email: string): Promise<Buffer | null> {
  const address = email.toLowerCase();
  const former = await findFormerAccount(db, address, vault.fingerprints('person', address));
  if (!former) return null;
  const person = former.person ?? hashOfAddress(vault, email);
  await updateFormerAccountHashes(db, address, person);
  return person;
}
