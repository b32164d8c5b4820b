import { clearLimit, countOne, type Limit, limit, type RateLimitDeps } from '../../../platform/rate-limit.ts';

// A code has a million values, and three of them are right at any time.
const WRONG_PER_ACCOUNT: Limit = { max: 5, windowMinutes: 15 };
const WRONG_PER_ADDRESS: Limit = { max: 30, windowMinutes: 15 };

const accountKey = (userId: string) => `one-time-code:account:${userId}`;

// Who reads the mailbox can reset a password again and again, and must not guess codes without end for it.
const RESETS_PER_ACCOUNT: Limit = { max: 3, windowMinutes: 24 * 60 };

/** Whoever knew the password, and used that to keep its owner out, does not know the new one. */
export async function resetFailedCodeAttempts(deps: RateLimitDeps, userId: string): Promise<void> {
  const { isWithin } = await countOne(deps, `one-time-code:forgotten:${userId}`, RESETS_PER_ACCOUNT);
  if (isWithin) await clearLimit(deps, accountKey(userId));
}

export type CodeAttempt = { userId: string; address: string };

/** Counts a guess before it is looked at; `attempt` throws when it is wrong, and only those count. */
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
