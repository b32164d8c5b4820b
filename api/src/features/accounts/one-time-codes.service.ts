import { fieldMessages } from '@shop/contract/messages';
import { fail } from '../../platform/failure.ts';
import { type Limit, limit, type RateLimitDeps } from '../../platform/rate-limit.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Database } from '../../tables.ts';
import { recoveryHashOf } from './recovery-codes.rules.ts';
import { stepOf } from './totp.rules.ts';
import { claimRecoveryCode, claimStep, findTwoFactor, type TwoFactorRow } from './two-factor.queries.ts';

export type OneTimeCodeDeps = RateLimitDeps & { vault: Vault };

// A code has a million values, and three of them are right at any time.
const WRONG_PER_ACCOUNT: Limit = { max: 5, windowMinutes: 15 };
const WRONG_PER_ADDRESS: Limit = { max: 30, windowMinutes: 15 };

/** The vault's purpose for what authenticator apps know: a secret copied to another person's row does not open there. */
const contextOf = (userId: string) => `two-factor/${userId}`;

export const sealSecret = (vault: Vault, userId: string, secret: Buffer): Buffer =>
  vault.seal(secret.toString('base64'), contextOf(userId));
export const openSecret = (vault: Vault, { user_id, key_id, secret_sealed }: TwoFactorRow): Buffer =>
  Buffer.from(vault.open(secret_sealed, key_id, contextOf(user_id)), 'base64');

type Guess = { userId: string; address: string };

/** Counts a guess before it is looked at; `attempt` throws when it is wrong, and only those count. */
export async function guessCode<T>(
  deps: RateLimitDeps,
  { userId, address }: Guess,
  attempt: () => Promise<T>,
): Promise<T> {
  const hits = [
    await limit(deps, `one-time-code:address:${address}`, WRONG_PER_ADDRESS),
    await limit(deps, `one-time-code:account:${userId}`, WRONG_PER_ACCOUNT),
  ];
  const right = await attempt();
  await Promise.all(hits.map((hit) => hit.giveBack()));
  return right;
}

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
export const confirmCode = (deps: OneTimeCodeDeps, { code, ...guess }: Guess & { code: string }): Promise<void> =>
  guessCode(deps, guess, async () => {
    if (!(await spendCode(deps, guess.userId, code))) throw codeRefused();
  });

export const codeRefused = () =>
  fail('validationFailed', {
    message: fieldMessages.oneTimeCodeWrong,
    errors: { code: fieldMessages.oneTimeCodeWrong },
  });
