import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import { findFormerAccount, updateFormerAccountHashes } from './former-accounts.queries.ts';

type PersonDeps = { db: Database; vault: Vault };

/** The keyed hash by which an address is known again after its account was closed. */
export const hashOfAddress = (vault: Vault, email: string): Buffer => vault.fingerprint('person', email.toLowerCase());

/**
 * For an account that is being opened: the person behind earlier ones of the same address, null if there are none. What
 * an older key of the ring has hashed stays as it is, so that all accounts of a person go on having the same.
 */
export async function findFormerAccountHash({ db, vault }: PersonDeps, email: string): Promise<Buffer | null> {
  const address = email.toLowerCase();
  const former = await findFormerAccount(db, address, vault.fingerprints('person', address));
  if (!former) return null;
  const person = former.person ?? hashOfAddress(vault, email);
  await updateFormerAccountHashes(db, address, person);
  return person;
}
