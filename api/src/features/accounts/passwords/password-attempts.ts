import { setTimeout as pause } from 'node:timers/promises';
import { fieldMessages } from '@shop/contract/failures/messages';
import { fail } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import {
  clearLimit,
  type Hit,
  type Limit,
  limit,
  mayMail,
  type RateLimitDeps,
  recordHit,
} from '../../../platform/rate-limit.ts';
import { WRONG_PASSWORDS_MAIL } from '../account-mails.ts';
import { BY_OWNER, BY_STRANGERS, BY_STRANGERS_A_DAY, PER_ADDRESS, slowDownMs } from './password-attempts.rules.ts';
import { verifyPassword } from './password-hash.ts';

/** A device is known if the owner of the account has signed in with it before. */
type AttemptOrigin = { address: string; isKnownDevice: boolean };

// Keys use the email, not the user id: unknown emails meet the same limits, so that limits do not reveal accounts.
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

/** Counts an attempt before the password is verified. The caller calls `giveBack` on success: only failures count. */
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
  const counted = await recordHit(deps, key, rule);
  if (counted.isWithin) return counted;
  // The job, not this request, checks whether the account exists. Answer and response time do not reveal it.
  if (counted.isFirstBeyond && (await mayMail(deps, 'guesses', email, WARNINGS_PER_ACCOUNT)))
    await enqueue(deps.db, WRONG_PASSWORDS_MAIL, { email, mailId: newId() });
  throw fail('tooManyRequests', { retryAfterSeconds: counted.secondsLeft });
}

/** A reset link proved the owner. Failed attempts of strangers or of their own must not lock them out any longer. */
export async function resetFailedPasswordAttempts(
  deps: Pick<RateLimitDeps, 'db'>,
  { email, address }: { email: string; address: string },
): Promise<void> {
  for (const key of Object.values(keysOf(email, address))) await clearLimit(deps, key);
}

/** Verifies the password of a signed-in user. The limit stops a stolen session from guessing the password. */
export async function confirmPassword(
  deps: RateLimitDeps,
  user: { email: string; password_hash: string },
  { field, password }: { field: string; password: string },
): Promise<void> {
  const attempt = await limit(deps, keysOf(user.email, '').owner, BY_OWNER);
  if (!(await verifyPassword(password, user.password_hash)))
    throw fail('validationFailed', {
      message: fieldMessages.passwordWrong,
      errors: { [field]: fieldMessages.passwordWrong },
    });
  await attempt.giveBack();
}
