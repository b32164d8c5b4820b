// An explicit zone: server and browser must write the same text, wherever each of them runs.
const ZONE = 'Asia/Kolkata';
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: ZONE });
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: ZONE,
});
const isoDayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE });

// Some engines write 'Sept' where others write 'Sep'.
const shortMonths = (text: string) => text.replace('Sept', 'Sep');

/** 15 Nov 2026 */
export const formatDay = (iso: string): string => shortMonths(dayFormat.format(new Date(iso)));
/** 15 Nov, of a day whose year goes without saying; another year's is named. */
export function formatShortDay(iso: string, now = new Date()): string {
  const day = formatDay(iso);
  const year = ` ${isoDay(now).slice(0, 4)}`;
  return day.endsWith(year) ? day.slice(0, -year.length) : day;
}
/** 15 Nov 2026, 14:05 */
export const formatTime = (iso: string): string => shortMonths(timeFormat.format(new Date(iso)));
/** 2026-11-15, for date inputs. */
export const isoDay = (date: Date): string => isoDayFormat.format(date);

export const daysUntil = (iso: string, now: Date): number =>
  Math.floor((new Date(iso).getTime() - now.getTime()) / 86_400_000);
