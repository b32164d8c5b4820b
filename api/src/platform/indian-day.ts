const OFFSET_MS = 5.5 * 60 * 60 * 1000;

/** The calendar day in India, as 2026-12-31. India has one time zone and no summer time. */
export const indianDay = (date: Date): string => new Date(date.getTime() + OFFSET_MS).toISOString().slice(0, 10);

export const startOfIndianDay = (day: string): Date => new Date(`${day}T00:00:00.000+05:30`);
export const endOfIndianDay = (day: string): Date => new Date(`${day}T23:59:59.999+05:30`);
