import type { Role } from '@shop/contract/accounts/accounts';
import { minutesAfter } from '../../../platform/clock.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

const LIFETIMES = {
  customer: { idleMinutes: 24 * HOUR, longestMinutes: 14 * DAY },
  admin: { idleMinutes: 30, longestMinutes: 8 * HOUR },
} as const;

export const lifetimeOf = (role: Role) => (role === 'admin' ? LIFETIMES.admin : LIFETIMES.customer);

/** The earlier of two times: the end of the idle time, and the end of the longest lifetime. */
export function sessionEnd(role: Role, beganAt: Date, lastSeenAt: Date): Date {
  const { idleMinutes, longestMinutes } = lifetimeOf(role);
  const ends = [minutesAfter(lastSeenAt, idleMinutes), minutesAfter(beganAt, longestMinutes)];
  return new Date(Math.min(...ends.map(Number)));
}

// Without this interval every request would write to the sessions table.
const TOUCH_EVERY_MS = 60_000;
export const isDueForTouch = (lastSeenAt: Date, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() >= TOUCH_EVERY_MS;

/** Signing in counts as a fresh proof. After this time somebody else may use the computer or the stolen cookie. */
const PROOF_MINUTES = 10;
export const isProofFresh = (provedAt: Date, now: Date): boolean => now <= minutesAfter(provedAt, PROOF_MINUTES);

/** Long enough to unlock a phone, open the app and type the code. */
export const PENDING_SIGN_IN_MINUTES = 5;
