// India has one time zone at a fixed offset, so server and browser format the same text in any local zone. Intl is not used:
// its first date format takes 100 ms on a phone.
const IST_OFFSET_MS = 5.5 * 3_600_000;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const inIndia = (date: Date) => new Date(date.getTime() + IST_OFFSET_MS).toISOString();

/** 2026-11-15, for date inputs. */
export const isoDay = (date: Date): string => inIndia(date).slice(0, 10);
/** 15 Nov 2026 */
export function formatDay(iso: string): string {
  const [year, month, day] = isoDay(new Date(iso)).split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}
/** 15 Nov 2026, 14:05 */
export const formatTime = (iso: string): string => `${formatDay(iso)}, ${inIndia(new Date(iso)).slice(11, 16)}`;

export const daysUntil = (iso: string, now: Date): number =>
  Math.floor((new Date(iso).getTime() - now.getTime()) / 86_400_000);
