import type { Database } from '../tables.ts';
import type { Clock } from './clock.ts';
import { fail } from './failure.ts';
import { countHit, removeHits, takeBackHit } from './rate-limit.queries.ts';

export type RateLimitDeps = { db: Database; clock: Clock; config: { RATE_LIMIT_FACTOR: number } };
export type Limit = { readonly max: number; readonly windowMinutes: number };

const MINUTE_MS = 60_000;

/** A hit that was counted; `giveBack` is for those that turn out not to be what the limit is about. */
export type Hit = {
  giveBack(): Promise<void>;
  /** How many the window allows, and whether this was the last of them. */
  readonly max: number;
  readonly isLast: boolean;
};

/**
 * Counts one hit on `key` and refuses it when the window already holds as many as allowed. Counting comes before the
 * work that is limited: a thousand at once would all pass a check that comes before any of them is counted.
 */
export async function limit({ db, clock, config }: RateLimitDeps, key: string, rule: Limit): Promise<Hit> {
  const now = clock.now().getTime();
  const windowMs = rule.windowMinutes * MINUTE_MS;
  const startMs = now - (now % windowMs);
  const window = { key, windowStart: new Date(startMs) };
  const { hits } = await countHit(db, window);
  const max = rule.max * config.RATE_LIMIT_FACTOR;
  if (hits > max) throw fail('tooManyRequests', { retryAfterSeconds: (startMs + windowMs - now) / 1000 });
  return { giveBack: () => takeBackHit(db, window), max, isLast: hits + 1 > max };
}

export const clearLimit = ({ db }: Pick<RateLimitDeps, 'db'>, key: string): Promise<void> => removeHits(db, key);
