const whole = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});
const withPaise = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** ₹1,23,456 or ₹499.50: paise appear only when there are any. */
export function formatRupees(amount: number): string {
  return (Number.isInteger(amount) ? whole : withPaise).format(amount);
}

/** The saving in whole per cent, rounded down so that it is never overstated; 0 when there is none. */
export function savingPercent(price: number, originalPrice: number | null | undefined): number {
  if (!originalPrice || originalPrice <= price) return 0;
  return Math.floor(((originalPrice - price) / originalPrice) * 100);
}
