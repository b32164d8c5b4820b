import { expect, it } from 'vitest';
import { dayOf, oneOf, pageOf, textOf } from './search-params.ts';

it.each([
  ['2', 2],
  ['1', undefined],
  ['0', undefined],
  ['2.5', 2],
  ['1000000', 1_000_000],
  ['1000001', undefined],
  ['x', undefined],
  [null, undefined],
])('pageOf reads %s as %s', (value, page) => expect(pageOf(value)).toBe(page));

it.each([
  ['2028-02-29', '2028-02-29'],
  ['2027-02-29', undefined],
  ['2026-13-01', undefined],
  ['0202-11-15', undefined],
  ['15 Nov 2026', undefined],
])('dayOf reads %s as %s', (value, day) => expect(dayOf(value)).toBe(day));

it('textOf cuts long texts and oneOf ignores values that are not in the list', () => {
  expect([textOf(' abc ', 2), textOf('  ', 2), textOf(null, 2)]).toEqual(['ab', undefined, undefined]);
  expect([oneOf(['a', 'b'], 'b'), oneOf(['a', 'b'], 'c')]).toEqual(['b', undefined]);
});
