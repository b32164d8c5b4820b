import { describe, expect, it } from 'vitest';
import { pageNumbers } from './page-numbers.ts';

const show = (current: number, total: number) =>
  pageNumbers(current, total)
    .map((slot) => (typeof slot === 'number' ? slot : '…'))
    .join(' ');

describe('pageNumbers', () => {
  it('lists every page up to five pages', () => {
    expect(show(1, 1)).toBe('1');
    expect(show(2, 5)).toBe('1 2 3 4 5');
  });

  it.each([
    [1, '1 2 3 4 … 20'],
    [3, '1 2 3 4 … 20'],
    [4, '1 … 3 4 5 … 20'],
    [10, '1 … 9 10 11 … 20'],
    [17, '1 … 16 17 18 … 20'],
    [18, '1 … 17 18 19 20'],
    [20, '1 … 17 18 19 20'],
  ])('lists the ends and the neighbours of page %d of 20', (current, expected) => {
    expect(show(current, 20)).toBe(expected);
  });

  it('always lists the current page, in order and without duplicates', () => {
    for (let total = 1; total <= 12; total += 1) {
      for (let current = 1; current <= total; current += 1) {
        const numbers = pageNumbers(current, total).filter((slot) => typeof slot === 'number');
        expect(numbers).toContain(current);
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      }
    }
  });
});
