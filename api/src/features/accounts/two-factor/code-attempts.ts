import { clearLimit, type Limit, limit, type RateLimitDeps, recordHit } from '../../../platform/rate-limit.ts';

// A code has a million possible values, and three of them are valid at any time.
const WRONG_PER_ACCOUNT: Limit = { max: 5, windowMinutes: 15 };
const WRONG_PER_ADDRESS: Limit = { max: 30, windowMinutes: 15 };

const accountKey = (userId: string) => `one-time-code:account:${userId}`;

// An attacker who reads the mailbox can reset the password repeatedly. This limit stops them from guessing codes that way.
const RESETS_PER_ACCOUNT: Limit = { max: 3, windowMinutes: 24 * 60 };

/** Call it after a password reset: an attacker with the old password may have used up the owner's attempts. */
export async function resetFailedCodeAttempts(deps: RateLimitDeps, userId: string): Promise<void> {
  const { isWithin } = await recordHit(deps, `one-time-code:forgotten:${userId}`, RESETS_PER_ACCOUNT);
  if (isWithin) await clearLimit(deps, accountKey(userId));
}

export type CodeAttempt = { userId: string; address: string };

/** Counts the attempt before the code is verified, and takes the count back on success. `attempt` throws on a wrong code. */
export async function limitCodeAttempts<T>(
  deps: RateLimitDeps,
  { userId, address }: CodeAttempt,
  attempt: () => Promise<T>,
): Promise<T> {
  const hits = [
    await limit(deps, `one-time-code:address:${address}`, WRONG_PER_ADDRESS),
    await limit(deps, accountKey(userId), WRONG_PER_ACCOUNT),
  ];
  const right = await attempt();
  await Promise.all(hits.map((hit) => hit.giveBack()));
  return right;
}
