import type { Limit } from '../../../platform/rate-limit.ts';

const DAY_MINUTES = 24 * 60;

/** By account and address together: whoever guesses at one place does not keep the owner out at another. */
export const PER_ADDRESS: Limit = { max: 5, windowMinutes: 15 };
/** All strangers together, wherever they are: a guess that is spread over many addresses meets these walls. */
export const BY_STRANGERS: Limit = { max: 20, windowMinutes: 15 };
export const BY_STRANGERS_A_DAY: Limit = { max: 100, windowMinutes: DAY_MINUTES };
/** In browsers in which the owner has signed in before, and in an open session: strangers cannot use these up. */
export const BY_OWNER: Limit = { max: 5, windowMinutes: 15 };

const SLOWED_FROM = { here: 3, everywhere: 10 };
const LONGEST_MS = 1_000;
const FIRST_MS = 250;

/** How long a stranger's guess waits for its answer: the first two not at all, later ones longer and longer. */
export function slowDownMs({ here, everywhere }: { here: number; everywhere: number }): number {
  if (everywhere >= SLOWED_FROM.everywhere) return LONGEST_MS;
  return here < SLOWED_FROM.here ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (here - SLOWED_FROM.here));
}
