import { describe, expect, it } from 'vitest';
import { fieldsOf, linesOf, MOST_CELLS } from './delimited-lines.ts';

describe('lines', () => {
  it.each([
    ['a\nb', ['a', 'b']],
    ['a\r\nb\r\n', ['a', 'b']],
    ['a\rb', ['a', 'b']],
    ['\uFEFFa\n\nb\n', ['a', '', 'b']],
    ['', []],
    ['\n', ['']],
  ])('%j', (text, lines) => {
    expect(linesOf(text, 3)).toEqual(lines);
  });

  it('are no more than so many', () => {
    expect(linesOf('a\nb\nc\n', 3)).toEqual(['a', 'b', 'c']);
    expect(linesOf('a\nb\nc\nd', 3)).toBeUndefined();
    expect(linesOf('\n'.repeat(10_000_000), 3)).toBeUndefined();
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

  it('reads as many as a spreadsheet has, and of more one more', () => {
    expect(fieldsOf(`${'\t'.repeat(MOST_CELLS - 1)}x`, '\t')?.at(-1)).toBe('x');
    expect(fieldsOf(`${'\t'.repeat(200_000)}x`, '\t')).toHaveLength(MOST_CELLS + 1);
  });

  it.each(['"open', '"closed" too early', '"a"b",c', 'a,"b'])('finds no fields in %j', (line) => {
    expect(fieldsOf(line, ',')).toBeUndefined();
  });
});
