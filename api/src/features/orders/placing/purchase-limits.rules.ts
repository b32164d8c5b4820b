const MINUTE_MS = 60_000;

export const HOLDS_MAX = 3;

const UNPAID_UNITS_ALWAYS_ALLOWED = 10;
const UNPAID_SHARE = 1 / 5;

/** The number of unpaid units of a product that one buyer may hold. */
export const unpaidUnitsMax = (forSale: number): number =>
  Math.max(UNPAID_UNITS_ALWAYS_ALLOWED, Math.floor(forSale * UNPAID_SHARE));

/** Cancellations that are older do not count. */
export const CANCELLATIONS_COUNT_MINUTES = 60;
// Buyers close the dialog, try another card or change their mind: a few cancellations are normal.
const CANCELLATIONS_WITHOUT_WAIT = 4;
const MAX_WAIT_MINUTES = 30;

type Cancellations = { count: number; lastAt: Date | null; now: Date };

/** The backoff between the last cancellation and the next order of a buyer. */
export function waitAfterCancellationsMs({ count, lastAt, now }: Cancellations): number {
  if (count <= CANCELLATIONS_WITHOUT_WAIT || lastAt === null) return 0;
  const minutes = Math.min(MAX_WAIT_MINUTES, 2 ** (count - CANCELLATIONS_WITHOUT_WAIT - 1));
  return Math.max(0, lastAt.getTime() + minutes * MINUTE_MS - now.getTime());
}

export const FREE_UNITS_A_DAY = 10;

export const SOLD_OUT_ALWAYS_ALLOWED = 10;
const SOLD_OUT_SHARE = 1 / 5;

/** The number of products that unpaid orders may sell out. `onSale`: the number of products that still have units. */
export const soldOutMax = ({ soldOut, onSale }: { soldOut: number; onSale: number }): number =>
  Math.max(SOLD_OUT_ALWAYS_ALLOWED, Math.floor((soldOut + onSale) * SOLD_OUT_SHARE));
