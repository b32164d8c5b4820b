import { daysAfter } from '../../../platform/clock.ts';
import { startOfIndianDay } from '../../../platform/indian-day.ts';

/** `to` is exclusive. */
export type Period = { from: Date; to: Date };

// The last date with a year of four digits.
const LAST_DAY = '9999-12-31';
const [EVER, NEVER] = [new Date(0), new Date(LAST_DAY)];

/** From the start of the first day to the end of the last day, in India. Either may be missing. */
export function periodOf(from: string | undefined, to: string | undefined): Period | undefined {
  if (!from && !to) return undefined;
  return {
    from: from ? startOfIndianDay(from) : EVER,
    to: to && to < LAST_DAY ? daysAfter(startOfIndianDay(to), 1) : NEVER,
  };
}

/** An order id without dashes, or a part of one. */
export type OrderIdPart = string;

const HEX = /^[0-9a-f]{4,32}$/;

/** The part of an order id in a search text, such as 'Order #9cf27342'; null without at least four digits of one. */
export function orderIdPart(text: string): OrderIdPart | null {
  const hex = text
    .trim()
    .replace(/^(order\s*)?#?/i, '')
    .replaceAll('-', '')
    .toLowerCase();
  return HEX.test(hex) ? hex : null;
}
