import { setTimeout as pause } from 'node:timers/promises';
import { fieldMessages } from '@shop/contract/failures/messages';
import { fail } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import {
  clearLimit,
  countOne,
  type Hit,
  type Limit,
  limit,
  mayMail,
  type RateLimitDeps,
} from '../../../platform/rate-limit.ts';
import { WRONG_PASSWORDS_MAIL } from '../account-mails.ts';
import { BY_OWNER, BY_STRANGERS, BY_STRANGERS_A_DAY, PER_ADDRESS, slowDownMs } from './password-attempts.rules.ts';
import { verifyPassword } from './password-hash.ts';

/** Where a guess comes from. A device is known in which the owner of the account has signed in before. */
type AttemptOrigin = { address: string; isKnownDevice: boolean };

// By email and not by user: guesses at accounts that do not exist are limited the same, and so tell nothing.
const keysOf = (email: string, address: string) => {
  const account = email.toLowerCase();
  return {
    here: `password-guess:${account}:${address}`,
    everywhere: `password-guess:${account}`,
    today: `password-guess:${account}:today`,
    owner: `password-guess:${account}:owner`,
  };
};

const WARNINGS_PER_ACCOUNT: Limit = { max: 1, windowMinutes: 24 * 60 };

/** Counts a guess at the account's password; whoever guessed right gives it back, so that only failures count. */
export async function countPasswordAttempt(
  deps: RateLimitDeps,
  email: string,
  { address, isKnownDevice }: AttemptOrigin,
): Promise<Pick<Hit, 'giveBack'>> {
  const keys = keysOf(email, address);
  if (isKnownDevice) return limit(deps, keys.owner, BY_OWNER);
  const here = await countStrangerAttempt(deps, email, { key: keys.here, rule: PER_ADDRESS });
  const everywhere = await countStrangerAttempt(deps, email, { key: keys.everywhere, rule: BY_STRANGERS });
  const today = await countStrangerAttempt(deps, email, { key: keys.today, rule: BY_STRANGERS_A_DAY });
  await pause(slowDownMs({ here: here.count, everywhere: everywhere.count }));
  const all = [here, everywhere, today];
  return { giveBack: async () => void (await Promise.all(all.map((hit) => hit.giveBack()))) };
}

async function countStrangerAttempt(
  deps: RateLimitDeps,
  email: string,
  { key, rule }: { key: string; rule: Limit },
): Promise<Hit> {
  const counted = await countOne(deps, key, rule);
  if (counted.isWithin) return counted;
  // The job looks whether there is such an account: neither answer nor time tells it to who guesses.
  if (counted.isFirstBeyond && (await mayMail(deps, 'guesses', email, WARNINGS_PER_ACCOUNT)))
    await enqueue(deps.db, WRONG_PASSWORDS_MAIL, { email, mailId: newId() });
  throw fail('tooManyRequests', { retryAfterSeconds: counted.secondsLeft });
}

/** The owner proved by mail who they are: neither strangers' guesses nor their own at this address keep them out. */
export async function resetFailedPasswordAttempts(
  deps: Pick<RateLimitDeps, 'db'>,
  { email, address }: { email: string; address: string },
): Promise<void> {
  for (const key of Object.values(keysOf(email, address))) await clearLimit(deps, key);
}

/** Asks somebody who is signed in for their password again; a stolen session must not become a guessing machine. */
export async function confirmPassword(
  deps: RateLimitDeps,
  user: { email: string; password_hash: string },
  { field, password }: { field: string; password: string },
): Promise<void> {
  const guess = await limit(deps, keysOf(user.email, '').owner, BY_OWNER);
  if (!(await verifyPassword(password, user.password_hash)))
    throw fail('validationFailed', {
      message: fieldMessages.passwordWrong,
      errors: { [field]: fieldMessages.passwordWrong },
    });
  await guess.giveBack();
}
