import { COLUMNS_MAX } from '@shop/contract/limits/admin-limits';
import { describe, expect, it } from 'vitest';
import { fieldsOf, linesOf } from './delimited-lines.ts';

const limits = { most: 3, longest: 20, tooMany: 'Too many lines' };

describe('lines', () => {
  it.each([
    ['a\nb', ['a', 'b']],
    ['a\r\nb\r\n', ['a', 'b']],
    ['a\rb', ['a', 'b']],
    ['a\r\rb', ['a', '', 'b']],
    ['a\n\rb', ['a', '', 'b']],
    ['\uFEFFa\n\nb\n', ['a', '', 'b']],
    ['', []],
    ['\n', ['']],
  ])('linesOf splits %j into lines', async (text, lines) => {
    expect(await linesOf(text, limits)).toEqual(lines);
  });

  it('a text with too many lines is refused', async () => {
    expect(await linesOf('a\nb\nc\n', limits)).toEqual(['a', 'b', 'c']);
    expect(await linesOf('a\nb\nc\nd', limits)).toEqual({ refusal: 'Too many lines' });
    expect(await linesOf('\n'.repeat(10_000_000), limits)).toEqual({ refusal: 'Too many lines' });
  });

  it('a line that is too long is refused', async () => {
    const refusal = 'Line 2 is too long: a line can have up to 20 characters';
    expect(await linesOf(`a\n${'b'.repeat(20)}`, limits)).toEqual(['a', 'b'.repeat(20)]);
    expect(await linesOf(`a\n${'b'.repeat(21)}\nc`, limits)).toEqual({ refusal });
  });
});

describe('fields of a line', () => {
  it.each([
    ['AB-12', ['AB-12']],
    [' AB-12 , https://a.example , 2030-01-01', ['AB-12', 'https://a.example', '2030-01-01']],
    ['"A,B",,', ['A,B', '', '']],
    ['"say ""please""" ,x', ['say "please"', 'x']],
    ['""', ['']],
    ['5" disk', ['5" disk']],
  ])('fieldsOf splits %j at commas', (line, fields) => {
    expect(fieldsOf(line, ',')).toEqual(fields);
  });

  it('fieldsOf splits a line at tabs if the file uses tabs', () => {
    expect(fieldsOf('A,B\tx', '\t')).toEqual(['A,B', 'x']);
    expect(fieldsOf('\t\t "x"\t', '\t')).toEqual(['', '', 'x', '']);
  });

  it('fieldsOf stops one field after the maximum', () => {
    expect(fieldsOf(`${'\t'.repeat(COLUMNS_MAX - 1)}x`, '\t')?.at(-1)).toBe('x');
    expect(fieldsOf(`${'\t'.repeat(200_000)}x`, '\t')).toHaveLength(COLUMNS_MAX + 1);
  });

  it.each(['"open', '"closed" too early', '"a"b",c', 'a,"b'])(
    'fieldsOf returns nothing for the broken quotes of %j',
    (line) => {
      expect(fieldsOf(line, ',')).toBeUndefined();
    },
  );
});
