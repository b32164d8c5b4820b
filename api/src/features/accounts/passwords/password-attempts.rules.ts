import type { Limit } from '../../../platform/rate-limit.ts';

const DAY_MINUTES = 24 * 60;

/** Per account and client address: an attacker at one address does not lock the owner out at another. */
export const PER_ADDRESS: Limit = { max: 5, windowMinutes: 15 };
/** Per account for all unknown devices together: these limits stop an attack from many addresses. */
export const BY_STRANGERS: Limit = { max: 20, windowMinutes: 15 };
export const BY_STRANGERS_A_DAY: Limit = { max: 100, windowMinutes: DAY_MINUTES };
/** Per account for known devices and open sessions: strangers cannot use this limit up. */
export const BY_OWNER: Limit = { max: 5, windowMinutes: 15 };

const SLOWED_FROM = { here: 3, everywhere: 10 };
const LONGEST_MS = 1_000;
const FIRST_MS = 250;

/** Delay in ms before an unknown device gets its answer. The first two attempts have none, then the delay doubles. */
export function slowDownMs({ here, everywhere }: { here: number; everywhere: number }): number {
  if (everywhere >= SLOWED_FROM.everywhere) return LONGEST_MS;
  return here < SLOWED_FROM.here ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (here - SLOWED_FROM.here));
}
