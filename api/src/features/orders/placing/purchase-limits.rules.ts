const MINUTE_MS = 60_000;

export const HOLDS_MAX = 3;

const UNPAID_UNITS_ALWAYS = 10;
const UNPAID_SHARE = 1 / 5;

/** How many unpaid units of a product one buyer may hold. */
export const unpaidUnitsMax = (forSale: number): number =>
  Math.max(UNPAID_UNITS_ALWAYS, Math.floor(forSale * UNPAID_SHARE));

/** Older cancellations do not count. */
export const CANCELLATIONS_COUNT_MINUTES = 60;
// Buyers close the dialog, try another card or change their mind: a few cancellations are normal.
const FREE_CANCELLATIONS = 4;
const LONGEST_WAIT_MINUTES = 30;

type Cancellations = { count: number; lastAt: Date | null; now: Date };

/** How long a buyer with recent cancellations must wait before the next order: a backoff. */
export function waitAfterCancellationsMs({ count, lastAt, now }: Cancellations): number {
  if (count <= FREE_CANCELLATIONS || lastAt === null) return 0;
  const minutes = Math.min(LONGEST_WAIT_MINUTES, 2 ** (count - FREE_CANCELLATIONS - 1));
  return Math.max(0, lastAt.getTime() + minutes * MINUTE_MS - now.getTime());
}

export const FREE_UNITS_A_DAY = 10;

export const EMPTIED_ALWAYS = 10;
const EMPTIED_SHARE = 1 / 5;

/** How many products unpaid orders may sell out; `onSale` counts the products that still have units. */
export const emptiedMax = ({ emptied, onSale }: { emptied: number; onSale: number }): number =>
  Math.max(EMPTIED_ALWAYS, Math.floor((emptied + onSale) * EMPTIED_SHARE));
