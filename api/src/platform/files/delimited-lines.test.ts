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
  ])('%j', async (text, lines) => {
    expect(await linesOf(text, limits)).toEqual(lines);
  });

  it('are no more than so many', async () => {
    expect(await linesOf('a\nb\nc\n', limits)).toEqual(['a', 'b', 'c']);
    expect(await linesOf('a\nb\nc\nd', limits)).toEqual({ refusal: 'Too many lines' });
    expect(await linesOf('\n'.repeat(10_000_000), limits)).toEqual({ refusal: 'Too many lines' });
  });

  it('are no longer than so many characters', async () => {
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
  ])('%j', (line, fields) => {
    expect(fieldsOf(line, ',')).toEqual(fields);
  });

  it('parts by tabs where the file does', () => {
    expect(fieldsOf('A,B\tx', '\t')).toEqual(['A,B', 'x']);
    expect(fieldsOf('\t\t "x"\t', '\t')).toEqual(['', '', 'x', '']);
  });

  it('stops after one cell more than a line can have', () => {
    expect(fieldsOf(`${'\t'.repeat(COLUMNS_MAX - 1)}x`, '\t')?.at(-1)).toBe('x');
    expect(fieldsOf(`${'\t'.repeat(200_000)}x`, '\t')).toHaveLength(COLUMNS_MAX + 1);
  });

  it.each(['"open', '"closed" too early', '"a"b",c', 'a,"b'])('finds no fields in %j', (line) => {
    expect(fieldsOf(line, ',')).toBeUndefined();
  });
});
