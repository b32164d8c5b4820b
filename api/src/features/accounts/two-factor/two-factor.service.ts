import { randomBytes } from 'node:crypto';
import type { TwoFactorState } from '@shop/contract/accounts/factors';
import { inTransaction } from '../../../platform/database/database.ts';
import { fail } from '../../../platform/failure.ts';
import type { SessionUser } from '../../../platform/http/requests/session-user.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import { findOpenUser, lockOpenUser } from '../accounts.queries.ts';
import { confirmPassword } from '../passwords/password-attempts.ts';
import { mailPersonAndOwners } from '../security-mails/security-mails.ts';
import { markSecondFactor, removeOtherSessions, unmarkSecondFactor } from '../sessions/sessions.queries.ts';
import { limitCodeAttempts } from './code-attempts.ts';
import { codeRefused, confirmCode, type OneTimeCodeDeps } from './one-time-codes.service.ts';
import { newRecoveryCodes, recoveryHashOf } from './recovery-codes.rules.ts';
import { requireSecondFactor } from './require-second-factor.ts';
import { base32, otpauthUrl, SECRET_BYTES } from './totp.rules.ts';
import {
  claimConfirmation,
  claimNewSecret,
  claimSecretsOfOtherKeys,
  countRecoveryCodes,
  findTwoFactor,
  insertRecoveryCodes,
  removeTwoFactor,
  updateSealedSecret,
} from './two-factor.queries.ts';
import { decryptSecret, encryptSecret, findMatchingStep } from './two-factor-secret.ts';

export type TwoFactorDeps = OneTimeCodeDeps;

export async function showTwoFactor({ db }: { db: Database }, { _id }: SessionUser): Promise<TwoFactorState> {
  const factor = await findTwoFactor(db, _id);
  if (!factor?.confirmed_at) return { isOn: false, since: null, recoveryCodesLeft: 0 };
  const recoveryCodesLeft = await countRecoveryCodes(db, _id);
  return { isOn: true, since: factor.confirmed_at.toISOString(), recoveryCodesLeft };
}

/** The secret takes effect only after `confirmTwoFactor`, so that a user who leaves halfway is not locked out. */
export async function startTwoFactor(
  { db, clock, vault }: TwoFactorDeps,
  user: SessionUser,
): Promise<{ secret: string; otpauthUrl: string }> {
  await requireSecondFactor(db, user);
  const { _id, email } = user;
  const secret = randomBytes(SECRET_BYTES);
  const sealed = encryptSecret(vault, _id, secret);
  const isNew = await claimNewSecret(db, { userId: _id, keyId: vault.keyId, sealed, now: clock.now() });
  if (!isNew) throw fail('twoFactorOn');
  return { secret: base32(secret), otpauthUrl: otpauthUrl(base32(secret), email) };
}

/** Turns two-factor sign-in on and ends the other sessions. Only this answer contains the recovery codes. */
export async function confirmTwoFactor(
  deps: TwoFactorDeps,
  user: SessionUser,
  { code, address }: { code: string; address: string },
): Promise<string[]> {
  await requireSecondFactor(deps.db, user);
  const { _id, session } = user;
  const factor = await findTwoFactor(deps.db, _id);
  if (!factor) throw fail('twoFactorOff');
  if (factor.confirmed_at) throw fail('twoFactorOn');
  const now = deps.clock.now();
  const step = await limitCodeAttempts(deps, { userId: _id, address }, async () => {
    const shown = findMatchingStep(deps.vault, factor, code, now);
    if (shown === undefined) throw codeRefused();
    return shown;
  });
  const recoveryCodes = newRecoveryCodes();
  await inTransaction(deps.db, async (db) => {
    // Serializes with a sign-in by password alone: it either finishes before and its session ends below, or sees the factor.
    await lockOpenUser(db, _id);
    if (!(await claimConfirmation(db, factor, { step, now }))) throw fail('twoFactorOn');
    await insertRecoveryCodes(db, _id, recoveryCodes.map(recoveryHashOf));
    if (!(await markSecondFactor(db, session))) throw fail('notSignedIn');
    await removeOtherSessions(db, _id, session);
    await mailPersonAndOwners(db, { kind: 'two-factor-on', personId: _id, at: now });
  });
  return recoveryCodes;
}

export async function endTwoFactor(
  deps: TwoFactorDeps,
  { _id, session }: SessionUser,
  { password, code, address }: { password: string; code: string; address: string },
): Promise<void> {
  const user = await findOpenUser(deps.db, _id);
  if (!user) throw fail('notSignedIn');
  await confirmPassword(deps, user, { field: 'password', password });
  await confirmCode(deps, { userId: _id, address, code });
  await inTransaction(deps.db, async (db) => {
    await removeTwoFactor(db, _id);
    await unmarkSecondFactor(db, _id);
    await removeOtherSessions(db, _id, session);
    await mailPersonAndOwners(db, { kind: 'two-factor-off', personId: _id, at: deps.clock.now() });
  });
}

const BATCH = 500;

/** Part of a key rotation: encrypts every secret with the newest vault key, except secrets whose key is lost. */
export async function reencryptSecrets({ db, vault }: { db: Database; vault: Vault }): Promise<void> {
  const reencryptBatch = async (db: Database) => {
    const factors = await claimSecretsOfOtherKeys(db, vault.keyId, BATCH);
    for (const factor of factors) {
      const sealed = encryptSecret(vault, factor.user_id, decryptSecret(vault, factor));
      await updateSealedSecret(db, { userId: factor.user_id, keyId: vault.keyId, sealed });
    }
    return factors.length;
  };
  while ((await inTransaction(db, reencryptBatch)) > 0);
}
