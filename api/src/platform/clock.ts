/** The clock is a dependency, so that tests can set it. */
export type Clock = { now(): Date };
export const systemClock: Clock = { now: () => new Date() };

export const minutesAfter = (date: Date, minutes: number): Date => new Date(date.getTime() + minutes * 60_000);
export const daysAfter = (date: Date, days: number): Date => new Date(date.getTime() + days * 86_400_000);

export function yearsBefore(date: Date, years: number): Date {
  const earlier = new Date(date);
  earlier.setUTCFullYear(earlier.getUTCFullYear() - years);
  // 29 February becomes 1 March in other years. Use 28 February, or records would be deleted a day early.
  if (earlier.getUTCDate() !== date.getUTCDate()) earlier.setUTCDate(0);
  return earlier;
}
