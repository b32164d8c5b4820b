/** 1,23,456. Not by Intl, whose first use takes a phone a tenth of a second. */
export const groupDigits = (digits: string): string => digits.replace(/\B(?=(\d\d)*\d{3}$)/g, ',');

/** A whole number, written as in India. */
export const formatCount = (count: number): string => groupDigits(String(count));
