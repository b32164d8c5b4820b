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
  /** Which one of the window it is, as if the limits were not multiplied. */
  readonly count: number;
  /** How many the window allows, and whether this was the last of them. */
  readonly max: number;
  readonly isLast: boolean;
};

type Counted = Hit & {
  readonly isWithin: boolean;
  /** The first of its window that is too much. */
  readonly isFirstBeyond: boolean;
  readonly secondsLeft: number;
};

/** Counts one hit on `key`, whether or not it is too much. */
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
 * Counts one hit on `key` and refuses it when the window already holds as many as allowed. Counting comes before the
 * work that is limited: a thousand at once would all pass a check that comes before any of them is counted.
 */
export async function limit(deps: RateLimitDeps, key: string, rule: Limit): Promise<Hit> {
  const counted = await recordHit(deps, key, rule);
  if (!counted.isWithin) throw fail('tooManyRequests', { retryAfterSeconds: counted.secondsLeft });
  return counted;
}

const mailKey = (kind: string, recipient: string) => `mail:${kind}:${recipient.toLowerCase()}`;

/**
 * Whether one more mail of this kind may go to a person. Counted by recipient, whoever asks for it: mails must not become
 * a way to flood the mailbox of a stranger.
 */
export const mayMail = async (deps: RateLimitDeps, kind: string, recipient: string, rule: Limit): Promise<boolean> =>
  (await recordHit(deps, mailKey(kind, recipient), rule)).isWithin;

export const clearLimit = ({ db }: Pick<RateLimitDeps, 'db'>, key: string): Promise<void> => removeHits(db, key);

/** The recipient has shown that they wanted them. */
export const clearMailLimit = (deps: Pick<RateLimitDeps, 'db'>, kind: string, recipient: string): Promise<void> =>
  clearLimit(deps, mailKey(kind, recipient));
