import type { Database } from '../tables.ts';
import type { Clock } from './clock.ts';
import { fail } from './failure.ts';
import { countHit, removeHits, takeBackHit } from './rate-limit.queries.ts';

export type RateLimitDeps = { db: Database; clock: Clock; config: { RATE_LIMIT_FACTOR: number } };
export type Limit = { readonly max: number; readonly windowMinutes: number };

const MINUTE_MS = 60_000;

/** A counted hit. Call `giveBack` if the limited action does not happen after all, for example when a delivery fails. */
export type Hit = {
  giveBack(): Promise<void>;
  /** Its number in the window, as if RATE_LIMIT_FACTOR were 1. */
  readonly count: number;
  /** The number of hits that the window allows. */
  readonly max: number;
  /** True if the next hit will be refused. */
  readonly isLast: boolean;
};

type Counted = Hit & {
  readonly isWithin: boolean;
  /** True for the first refused hit of the window. */
  readonly isFirstBeyond: boolean;
  readonly secondsLeft: number;
};

/** Counts one hit on `key` and refuses none. */
export async function recordHit({ db, clock, config }: RateLimitDeps, key: string, rule: Limit): Promise<Counted> {
  const now = clock.now().getTime();
  const windowMs = rule.windowMinutes * MINUTE_MS;
  const startMs = now - (now % windowMs);
  const window = { key, windowStart: new Date(startMs) };
  const { hits } = await countHit(db, window);
  const most = rule.max * config.RATE_LIMIT_FACTOR;
  return {
    count: Math.ceil(hits / config.RATE_LIMIT_FACTOR),
    isWithin: hits <= most,
    isFirstBeyond: hits === Math.floor(most) + 1,
    secondsLeft: (startMs + windowMs - now) / 1000,
    max: most,
    isLast: hits + 1 > most,
    giveBack: () => takeBackHit(db, window),
  };
}

/**
 * Counts one hit on `key` and refuses it if the window is full. Counting comes before the limited work: a thousand
 * concurrent requests would all pass a check that runs before the first of them is counted.
 */
export async function limit(deps: RateLimitDeps, key: string, rule: Limit): Promise<Hit> {
  const counted = await recordHit(deps, key, rule);
  if (!counted.isWithin) throw fail('tooManyRequests', { retryAfterSeconds: counted.secondsLeft });
  return counted;
}

const mailKey = (kind: string, recipient: string) => `mail:${kind}:${recipient.toLowerCase()}`;

/**
 * Counts one mail of this kind and tells whether it may be sent. Counted by recipient, so that nobody can use the shop to
 * flood the mailbox of a stranger.
 */
export const mayMail = async (deps: RateLimitDeps, kind: string, recipient: string, rule: Limit): Promise<boolean> =>
  (await recordHit(deps, mailKey(kind, recipient), rule)).isWithin;

export const clearLimit = ({ db }: Pick<RateLimitDeps, 'db'>, key: string): Promise<void> => removeHits(db, key);

/** Resets the limit after the recipient has used a mail, which shows that the mails were wanted. */
export const clearMailLimit = (deps: Pick<RateLimitDeps, 'db'>, kind: string, recipient: string): Promise<void> =>
  clearLimit(deps, mailKey(kind, recipient));
