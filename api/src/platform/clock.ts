/** Time as a dependency, so that tests can move it. */
export type Clock = { now(): Date };
export const systemClock: Clock = { now: () => new Date() };

export const minutesAfter = (date: Date, minutes: number): Date => new Date(date.getTime() + minutes * 60_000);
export const daysAfter = (date: Date, days: number): Date => new Date(date.getTime() + days * 86_400_000);

export function yearsBefore(date: Date, years: number): Date {
  const earlier = new Date(date);
  earlier.setUTCFullYear(earlier.getUTCFullYear() - years);
  // A year without a 29 February makes 1 March of it: a day too late for what is kept so many years.
  if (earlier.getUTCDate() !== date.getUTCDate()) earlier.setUTCDate(0);
  return earlier;
}
