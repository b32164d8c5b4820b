import { groupDigits } from './counts.ts';

/** Money is integer paise inside and rupees with at most two decimals on the wire. */
export const toPaise = (rupees: number): number => Math.round(rupees * 100);
export const toRupees = (paise: number): number => paise / 100;

/** Whether a number of rupees can be written with at most two decimals. */
export const isWholePaise = (rupees: number): boolean => Math.abs(rupees * 100 - Math.round(rupees * 100)) < 1e-6;

export const orderAmountPaise = (pricePaise: number, quantity: number): number => pricePaise * quantity;

/** ₹1,23,456 — paise are shown only when there are any. */
export function formatRupees(rupees: number): string {
  const [whole = '', paise] = Math.abs(rupees)
    .toFixed(Number.isInteger(rupees) ? 0 : 2)
    .split('.');
  return `${rupees < 0 ? '-' : ''}₹${groupDigits(whole)}${paise ? `.${paise}` : ''}`;
}

/** The saving in whole per cent, rounded down so that it is never overstated; 0 when there is none. */
export function savingPercent(price: number, originalPrice: number | null | undefined): number {
  if (!originalPrice || originalPrice <= price) return 0;
  // Whole numbers until the one division: of fractions, 29 of 100 would come out a little under 29 per cent.
  const [nowPaise, beforePaise] = [toPaise(price), toPaise(originalPrice)];
  return Math.floor(((beforePaise - nowPaise) * 100) / beforePaise);
}
