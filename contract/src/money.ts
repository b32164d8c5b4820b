import { groupDigits } from './counts.ts';

/** The server keeps integer paise. The wire has rupees with at most two decimals. */
export const toPaise = (rupees: number): number => Math.round(rupees * 100);
export const toRupees = (paise: number): number => paise / 100;

/** Whether the amount has at most two decimals. */
export const isWholePaise = (rupees: number): boolean => Math.abs(rupees * 100 - Math.round(rupees * 100)) < 1e-6;

export const orderAmountPaise = (pricePaise: number, quantity: number): number => pricePaise * quantity;

/** Formats 123456 as ₹1,23,456. Paise appear only if they are not 0. */
export function formatRupees(rupees: number): string {
  const [whole = '', paise] = Math.abs(rupees)
    .toFixed(Number.isInteger(rupees) ? 0 : 2)
    .split('.');
  return `${rupees < 0 ? '-' : ''}₹${groupDigits(whole)}${paise ? `.${paise}` : ''}`;
}

/** The saving in whole per cent, rounded down so that it is never overstated; 0 without a saving. */
export function savingPercent(price: number, originalPrice: number | null | undefined): number {
  if (!originalPrice || originalPrice <= price) return 0;
  // Integers until the one division: fractions would make 29 of 100 a little less than 29 per cent.
  const [nowPaise, beforePaise] = [toPaise(price), toPaise(originalPrice)];
  return Math.floor(((beforePaise - nowPaise) * 100) / beforePaise);
}
