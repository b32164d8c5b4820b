import { formatDay, isoDay } from './dates.ts';

/** '15 Nov' in the current year, '15 Nov 2025' in another one. */
export function formatShortDay(iso: string, now = new Date()): string {
  const day = formatDay(iso);
  const year = ` ${isoDay(now).slice(0, 4)}`;
  return day.endsWith(year) ? day.slice(0, -year.length) : day;
}
