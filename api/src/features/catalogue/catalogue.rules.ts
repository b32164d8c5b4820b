import type { Product } from '@shop/contract/product';

type Facts = { expiryDate: Date; availableUnits: number };

export const availabilityOf = ({ expiryDate, availableUnits }: Facts, now: Date): Product['availability'] => {
  if (expiryDate <= now) return 'expired';
  return availableUnits > 0 ? 'available' : 'sold-out';
};

/** One decimal, as it is shown; null while nobody has rated. */
export const averageRating = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((sum / count) * 10) / 10;
