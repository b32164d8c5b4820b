import { daysAfter } from '../../../platform/clock.ts';
import { startOfIndianDay } from '../../../platform/indian-day.ts';

/** From one instant up to, and without, another. */
export type Period = { from: Date; to: Date };

// The last that a date without a sign can tell.
const LAST_DAY = '9999-12-31';
const [EVER, NEVER] = [new Date(0), new Date(LAST_DAY)];

/** From the start of a day in India to the end of another; either may be left open. */
export function periodOf(from: string | undefined, to: string | undefined): Period | undefined {
  if (!from && !to) return undefined;
  return {
    from: from ? startOfIndianDay(from) : EVER,
    to: to && to < LAST_DAY ? daysAfter(startOfIndianDay(to), 1) : NEVER,
  };
}

/** An order id without its dashes, or the part of one that a person typed or copied from a screen. */
export type OrderIdPart = string;

const HEX = /^[0-9a-f]{4,32}$/;

/** What of an id a search text may mean, copied from a heading ('Order #9cf27342') too: any four characters of it or more. */
export function orderIdPart(text: string): OrderIdPart | null {
  const hex = text
    .trim()
    .replace(/^(order\s*)?#?/i, '')
    .replaceAll('-', '')
    .toLowerCase();
  return HEX.test(hex) ? hex : null;
}
