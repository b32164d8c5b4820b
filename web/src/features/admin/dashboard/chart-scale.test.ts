import { describe, expect, it } from 'vitest';
import { axisTop, chartColumns, compactRupees, labelIndices } from './chart-scale.ts';

describe('axisTop', () => {
  it.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [17, 20],
    [21, 25],
    [51, 100],
    [1_23_456, 2_00_000],
  ])('an axis for values up to %d ends at %d', (highest, top) => {
    expect(axisTop(highest)).toBe(top);
  });
});

describe('labelIndices', () => {
  it('labels every column if there are few', () => {
    expect(labelIndices(3, 5)).toEqual([0, 1, 2]);
  });

  it('labels the ends and some columns evenly between', () => {
    expect(labelIndices(30, 4)).toEqual([0, 10, 19, 29]);
  });
});

describe('chart columns', () => {
  it('indexAt finds each column by its drawn position', () => {
    const { middleOf, indexAt, left, right } = chartColumns(720, 30);
    for (let index = 0; index < 30; index += 1) expect(indexAt(middleOf(index))).toBe(index);
    expect([indexAt(left - 40), indexAt(right + 40), chartColumns(330, 1).indexAt(0)]).toEqual([0, 29, 0]);
  });
});

it('axis labels shorten rupees with K, L and Cr', () => {
  const written = [0, 25, 2.5, 750, 1_000, 2_500, 75_000, 100_000, 250_000, 10_000_000, 123_456_789].map(compactRupees);
  expect(written.join(' ')).toBe('₹0 ₹25 ₹2.5 ₹750 ₹1K ₹2.5K ₹75K ₹1L ₹2.5L ₹1Cr ₹12.3Cr');
});
