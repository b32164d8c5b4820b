import { fieldMessages } from '@shop/contract/messages';
import { fail } from '../../platform/failure.ts';
import type { RateLimitDeps } from '../../platform/rate-limit.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Database } from '../../tables.ts';
import { type CodeGuess, guessCode } from './code-guesses.ts';
import { recoveryHashOf } from './recovery-codes.rules.ts';
import { stepOf } from './totp.rules.ts';
import { claimRecoveryCode, claimStep, findTwoFactor } from './two-factor.queries.ts';
import { openSecret } from './two-factor-secret.ts';

export type OneTimeCodeDeps = RateLimitDeps & { vault: Vault };

/** Whether the code is one of the person's, which it is once: a code of the app or a recovery code. */
export async function spendCode(
  { db, clock, vault }: Pick<OneTimeCodeDeps, 'clock' | 'vault'> & { db: Database },
  userId: string,
  code: string,
): Promise<boolean> {
  const factor = await findTwoFactor(db, userId);
  if (!factor?.confirmed_at) return false;
  const now = clock.now();
  const step = stepOf(openSecret(vault, factor), code, { now, lastStep: factor.last_step });
  return step === undefined ? claimRecoveryCode(db, userId, recoveryHashOf(code), now) : claimStep(db, userId, step);
}

/** Asks somebody who is signed in for a code; the refusal stands under its field. */
export const confirmCode = (deps: OneTimeCodeDeps, { code, ...guess }: CodeGuess & { code: string }): Promise<void> =>
  guessCode(deps, guess, async () => {
    if (!(await spendCode(deps, guess.userId, code))) throw codeRefused();
  });

export const codeRefused = () =>
  fail('validationFailed', {
    message: fieldMessages.oneTimeCodeWrong,
    errors: { code: fieldMessages.oneTimeCodeWrong },
  });
