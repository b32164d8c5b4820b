/** Formats 123456 as 1,23,456. The first use of Intl takes a tenth of a second on a phone. */
export const groupDigits = (digits: string): string => digits.replace(/\B(?=(\d\d)*\d{3}$)/g, ',');

/** Formats a whole number with Indian grouping. */
export const formatCount = (count: number): string => groupDigits(String(count));
