import { toPaise, toRupees } from '@shop/contract/money';
import { daysAfter } from '../../platform/clock.ts';
import { indianDay, startOfIndianDay } from '../../platform/indian-day.ts';

/** Returns `count` days that end with `last`, oldest first. */
export const lastDays = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => indianDay(daysAfter(startOfIndianDay(last), index - count + 1)));

/** Growth in per cent with one decimal; null if the earlier value is 0. */
export const changePercent = (before: number, now: number): number | null =>
  before === 0 ? null : Math.round(((now - before) / before) * 1000) / 10;

type Sales = { revenue: number; orders: number };

/** Adds in paise, because sums of fractional rupees have rounding errors. */
export const sumOf = (days: readonly Sales[]): Sales => ({
  revenue: toRupees(days.reduce((paise, day) => paise + toPaise(day.revenue), 0)),
  orders: days.reduce((orders, day) => orders + day.orders, 0),
});
