import { toPaise, toRupees } from '@shop/contract/money';
import type { Product } from '@shop/contract/products/product';

type Facts = { expiryDate: Date; availableUnits: number };

export const availabilityOf = ({ expiryDate, availableUnits }: Facts, now: Date): Product['availability'] => {
  if (expiryDate <= now) return 'expired';
  return availableUnits > 0 ? 'available' : 'sold-out';
};

/** Rounded to the one decimal that is shown; null without a rating. */
export const averageRating = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((sum / count) * 10) / 10;

/** Rounds a price limit inwards to whole paise: 99.995 as a minimum is ₹100, as a maximum ₹99.99. */
export const paiseFrom = (rupees: number): number => toPaise(rupees) + (toRupees(toPaise(rupees)) < rupees ? 1 : 0);
export const paiseUpTo = (rupees: number): number => toPaise(rupees) - (toRupees(toPaise(rupees)) > rupees ? 1 : 0);
