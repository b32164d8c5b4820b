import type { Clock } from '../platform/clock.ts';

export type TestClock = Clock & { advance(ms: number): void; set(date: Date): void };

/** Follows the system clock, plus the offset that a test sets. */
export function testClock(): TestClock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance: (ms) => {
      offsetMs += ms;
    },
    set: (date) => {
      offsetMs = date.getTime() - Date.now();
    },
  };
}
