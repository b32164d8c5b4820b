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

/** Whether the code is one of the person's, which it is once: a code of the app or a recovery code. */
export async function claimOneTimeCode(
  { db, clock, vault }: Pick<OneTimeCodeDeps, 'clock' | 'vault'> & { db: Database },
  userId: string,
  code: string,
): Promise<boolean> {
  const factor = await findTwoFactor(db, userId);
  if (!factor?.confirmed_at) return false;
  const now = clock.now();
  // First: they are what is left to somebody whose secret was sealed with a key that is lost.
  if (await claimRecoveryCode(db, userId, recoveryHashOf(code), now)) return true;
  const step = findMatchingStep(vault, factor, code, now);
  return step !== undefined && claimStep(db, userId, step);
}

/** Asks somebody who is signed in for a code; the refusal stands under its field. */
export const confirmCode = (deps: OneTimeCodeDeps, { code, ...guess }: CodeAttempt & { code: string }): Promise<void> =>
  limitCodeAttempts(deps, guess, async () => {
    if (!(await claimOneTimeCode(deps, guess.userId, code))) throw codeRefused();
  });

export const codeRefused = () =>
  fail('validationFailed', {
    message: fieldMessages.oneTimeCodeWrong,
    errors: { code: fieldMessages.oneTimeCodeWrong },
  });
