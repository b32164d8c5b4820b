import { describe, expect, it } from 'vitest';
import { formatRupees, isWholePaise, savingPercent, toPaise } from './money.ts';

describe('formatRupees', () => {
  it.each([
    [0, '₹0'],
    [999, '₹999'],
    [123456, '₹1,23,456'],
    [12345678, '₹1,23,45,678'],
    [499.5, '₹499.50'],
    [1234.05, '₹1,234.05'],
    [-1234.5, '-₹1,234.50'],
    [-100000, '-₹1,00,000'],
  ])('writes %d as %s', (amount, text) => {
    expect(formatRupees(amount)).toBe(text);
  });
});

it('converts rupees to paise without floating point errors', () => {
  expect([1.15, 4.35, 1_139.15].map(toPaise)).toEqual([115, 435, 113_915]);
  expect([1.15, 1.155, Number.NaN, Number.POSITIVE_INFINITY].map(isWholePaise)).toEqual([true, false, false, false]);
});

describe('savingPercent', () => {
  it('a saving is never overstated', () => {
    expect(savingPercent(667, 1000)).toBe(33);
    expect(savingPercent(1, 1000)).toBe(99);
    expect(savingPercent(0.01, 1)).toBe(99);
    expect(savingPercent(2.49, 2.5)).toBe(0);
  });

  it('a saving of a whole per cent is exact', () => {
    const prices = Array.from({ length: 99 }, (_, index) => index + 1);
    expect(prices.map((price) => savingPercent(price, 100))).toEqual(prices.map((price) => 100 - price));
    expect(savingPercent(499.5, 999)).toBe(50);
    expect(savingPercent(0, 499)).toBe(100);
  });

  it('a saving is 0 without a higher original price', () => {
    expect(savingPercent(500, null)).toBe(0);
    expect(savingPercent(500, undefined)).toBe(0);
    expect(savingPercent(500, 500)).toBe(0);
    expect(savingPercent(500, 400)).toBe(0);
  });
});
