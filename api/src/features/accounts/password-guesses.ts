import { fieldMessages } from '@shop/contract/messages';
import { fail } from '../../platform/failure.ts';
import { clearLimit, type Hit, type Limit, limit, type RateLimitDeps } from '../../platform/rate-limit.ts';
import { verifyPassword } from './password-hash.ts';

const PER_ACCOUNT: Limit = { max: 5, windowMinutes: 15 };

// By email and not by user: guesses at accounts that do not exist are limited the same, and so tell nothing.
const keyOf = (email: string) => `password-guess:${email.toLowerCase()}`;

/** Counts a guess at the account's password; whoever guessed right gives it back, so that only failures count. */
export const countGuess = (deps: RateLimitDeps, email: string): Promise<Hit> => limit(deps, keyOf(email), PER_ACCOUNT);

/** The owner proved by mail who they are: strangers' guesses no longer keep them out. */
export const forgetGuesses = (deps: Pick<RateLimitDeps, 'db'>, email: string): Promise<void> =>
  clearLimit(deps, keyOf(email));

/** Asks somebody who is signed in for their password again; a stolen session must not become a guessing machine. */
export async function confirmPassword(
  deps: RateLimitDeps,
  user: { email: string; password_hash: string },
  { field, password }: { field: string; password: string },
): Promise<void> {
  const guess = await countGuess(deps, user.email);
  if (!(await verifyPassword(password, user.password_hash)))
    throw fail('validationFailed', {
      message: fieldMessages.passwordWrong,
      errors: { [field]: fieldMessages.passwordWrong },
    });
  await guess.giveBack();
}
