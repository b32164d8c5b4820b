import { fieldMessages } from '@shop/contract/failures/messages';
import { fail } from '../../../platform/failure.ts';
import type { RateLimitDeps } from '../../../platform/rate-limit.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import { type CodeAttempt, limitCodeAttempts } from './code-attempts.ts';
import { recoveryHashOf } from './recovery-codes.rules.ts';
import { claimRecoveryCode, claimStep, findTwoFactor } from './two-factor.queries.ts';
import { findMatchingStep } from './two-factor-secret.ts';

export type OneTimeCodeDeps = RateLimitDeps & { vault: Vault };

/** Accepts a code of the authenticator app or a recovery code. Each code works once. */
export async function claimOneTimeCode(
  { db, clock, vault }: Pick<OneTimeCodeDeps, 'clock' | 'vault'> & { db: Database },
  userId: string,
  code: string,
): Promise<boolean> {
  const factor = await findTwoFactor(db, userId);
  if (!factor?.confirmed_at) return false;
  const now = clock.now();
  // Recovery codes come first: they still work when the vault key of the app's secret is lost.
  if (await claimRecoveryCode(db, userId, recoveryHashOf(code), now)) return true;
  const step = findMatchingStep(vault, factor, code, now);
  return step !== undefined && claimStep(db, userId, step);
}

/** Verifies a code of a signed-in user. A wrong code is reported under its form field. */
export const confirmCode = (deps: OneTimeCodeDeps, { code, ...guess }: CodeAttempt & { code: string }): Promise<void> =>
  limitCodeAttempts(deps, guess, async () => {
    if (!(await claimOneTimeCode(deps, guess.userId, code))) throw codeRefused();
  });

export const codeRefused = () =>
  fail('validationFailed', {
    message: fieldMessages.oneTimeCodeWrong,
    errors: { code: fieldMessages.oneTimeCodeWrong },
  });
