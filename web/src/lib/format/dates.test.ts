import { expect, it } from 'vitest';
import { daysUntil, formatDay, formatTime, isoDay } from './dates.ts';

it.each([
  ['2026-11-15T08:35:00Z', '15 Nov 2026, 14:05'],
  ['2026-09-01T00:00:00Z', '1 Sep 2026, 05:30'],
  ['2026-12-31T18:29:59Z', '31 Dec 2026, 23:59'],
  ['2026-12-31T18:30:00Z', '1 Jan 2027, 00:00'],
  ['2028-02-28T18:30:00Z', '29 Feb 2028, 00:00'],
])('formats %s in Indian time as %s', (iso, text) => {
  expect(formatTime(iso)).toBe(text);
  expect(formatDay(iso)).toBe(text.split(',')[0]);
});

it.each([
  ['2026-11-16T12:00:00Z', 1],
  ['2026-11-16T11:59:59Z', 0],
  ['2026-11-15T12:00:00Z', 0],
  ['2026-11-15T11:59:59Z', -1],
])('daysUntil counts the whole days until %s as %i', (iso, days) => {
  expect(daysUntil(iso, new Date('2026-11-15T12:00:00Z'))).toBe(days);
});

it('isoDay gives the same days as Intl', () => {
  const inKolkata = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });
  const from = Date.UTC(1970, 0, 1);
  for (let n = 0; n < 3_000; n++) {
    const date = new Date(from + n * 14 * 86_400_000 + n * 17 * 60_000);
    expect(isoDay(date)).toBe(inKolkata.format(date));
  }
});
