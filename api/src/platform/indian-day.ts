const OFFSET_MS = 5.5 * 60 * 60 * 1000;

// India has one time zone and no daylight saving time.
const inIndia = (date: Date) => new Date(date.getTime() + OFFSET_MS).toISOString();

/** The calendar day in India, such as 2026-12-31. */
export const indianDay = (date: Date): string => inIndia(date).slice(0, 10);

/** The time in India, such as 2026-12-31 23:59:59. Spreadsheets of every locale read this format as a time. */
export const indianTime = (date: Date): string => inIndia(date).slice(0, 19).replace('T', ' ');

export const startOfIndianDay = (day: string): Date => new Date(`${day}T00:00:00.000+05:30`);
export const endOfIndianDay = (day: string): Date => new Date(`${day}T23:59:59.999+05:30`);
