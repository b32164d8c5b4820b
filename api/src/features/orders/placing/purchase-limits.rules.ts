const MINUTE_MS = 60_000;

export const HOLDS_MAX = 3;

const UNPAID_UNITS_ALWAYS = 10;
const UNPAID_SHARE = 1 / 5;

/** How many units of a product one buyer may have waiting for payment, when so many can be sold. */
export const unpaidUnitsMax = (forSale: number): number =>
  Math.max(UNPAID_UNITS_ALWAYS, Math.floor(forSale * UNPAID_SHARE));

/** Orders that were given up longer ago are forgotten. */
export const GIVEN_UP_MINUTES = 60;
// Closing the dialog, trying another card, changing one's mind: all of that is shopping.
const GIVEN_UP_FREELY = 4;
const LONGEST_WAIT_MINUTES = 30;

type GivenUp = { count: number; lastAt: Date | null; now: Date };

/** How long somebody who gave up so many orders lately has to wait before the next: longer with each. */
export function waitAfterGivenUpMs({ count, lastAt, now }: GivenUp): number {
  if (count <= GIVEN_UP_FREELY || lastAt === null) return 0;
  const minutes = Math.min(LONGEST_WAIT_MINUTES, 2 ** (count - GIVEN_UP_FREELY - 1));
  return Math.max(0, lastAt.getTime() + minutes * MINUTE_MS - now.getTime());
}

export const FREE_UNITS_A_DAY = 10;

export const EMPTIED_ALWAYS = 10;
const EMPTIED_SHARE = 1 / 5;

/** How many products may be sold out by orders that nobody has paid, of so many that are on sale besides. */
export const emptiedMax = ({ emptied, onSale }: { emptied: number; onSale: number }): number =>
  Math.max(EMPTIED_ALWAYS, Math.floor((emptied + onSale) * EMPTIED_SHARE));
