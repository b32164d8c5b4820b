import { toPaise, toRupees } from '@shop/contract/money';
import type { Product } from '@shop/contract/products/product';

type Facts = { expiryDate: Date; availableUnits: number };

export const availabilityOf = ({ expiryDate, availableUnits }: Facts, now: Date): Product['availability'] => {
  if (expiryDate <= now) return 'expired';
  return availableUnits > 0 ? 'available' : 'sold-out';
};

/** One decimal, as it is shown; null while nobody has rated. */
export const averageRating = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((sum / count) * 10) / 10;

/** The whole paise that are within a limit which may lie between two of them: of 99.995, ₹99.99 is below and ₹100 is above. */
export const paiseFrom = (rupees: number): number => toPaise(rupees) + (toRupees(toPaise(rupees)) < rupees ? 1 : 0);
export const paiseUpTo = (rupees: number): number => toPaise(rupees) - (toRupees(toPaise(rupees)) > rupees ? 1 : 0);
