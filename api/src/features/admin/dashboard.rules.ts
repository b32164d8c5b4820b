import { toPaise, toRupees } from '@shop/contract/money';
import { daysAfter } from '../../platform/clock.ts';
import { indianDay, startOfIndianDay } from '../../platform/indian-day.ts';

/** So many days up to and with the last one, oldest first. */
export const lastDays = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => indianDay(daysAfter(startOfIndianDay(last), index - count + 1)));

/** Growth in per cent with one decimal; null when there was nothing to compare with. */
export const changePercent = (before: number, now: number): number | null =>
  before === 0 ? null : Math.round(((now - before) / before) * 1000) / 10;

type Sales = { revenue: number; orders: number };

/** Added up in paise: rupees are fractions that do not add up. */
export const sumOf = (days: readonly Sales[]): Sales => ({
  revenue: toRupees(days.reduce((paise, day) => paise + toPaise(day.revenue), 0)),
  orders: days.reduce((orders, day) => orders + day.orders, 0),
});
