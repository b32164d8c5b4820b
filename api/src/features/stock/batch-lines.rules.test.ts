import { BATCH } from '@shop/contract/desk-limits';
import { CODE_MAX } from '@shop/contract/limits';
import { expect, it } from 'vitest';
import { endOfDay, readLine } from './batch-lines.rules.ts';
import { sheetOf } from './batch-sheet.rules.ts';

const now = new Date('2026-06-01T00:00:00Z');
const read = (text: string, expiresAt: Date | null = null) => {
  const sheet = sheetOf(text);
  if (!sheet) throw new Error('too many lines');
  return sheet.lines.map((line) => readLine(line, { layout: sheet.layout, expiresAt, now }));
};

it('reads plain codes, and tells lines by their number in the file', () => {
  expect(read('AAA\n\n BBB ')).toEqual([
    { number: 1, code: 'AAA', link: null, expiresAt: null },
    { number: 3, code: 'BBB', link: null, expiresAt: null },
  ]);
});

it('reads a header, in any order and spelling, as CSV or TSV', () => {
  const line = { number: 2, code: 'AAA', link: 'https://a.example/x', expiresAt: endOfDay('2026-12-31') };
  expect(read('Expires On,Code,note,URL\n2026-12-31,AAA,ignored,https://a.example/x')).toEqual([line]);
  expect(read('code\tlink\texpires_on\nAAA\thttps://a.example/x\t2026-12-31')).toEqual([line]);
});

it.each([
  ...['Voucher Code', 'Voucher Codes', 'Voucher Number', 'gift_code', 'Gift Cards'],
  ...['Licence Key', 'Serial Number', 'PIN'],
])('knows a header that says %s', (name) => {
  expect(read(`${name}\nAAA`)).toEqual([{ number: 2, code: 'AAA', link: null, expiresAt: null }]);
});

it.each(['Expiration Date', 'Valid Until', 'valid till', 'Expires At'])('knows a date by the name of %s', (name) => {
  expect(read(`code,${name}\nAAA,2026-05-30`)).toEqual([{ line: 2, reason: 'expired' }]);
});

it('reads what a header parts with semicolons, and takes them for part of a code without one', () => {
  const [first, second] = read('\uFEFFsep=;\r\ncode;link;expiresOn\r\nAAA;;2026-12-31\r\nBBB;https://a.example/x,y');
  expect(first).toMatchObject({ number: 3, code: 'AAA', link: null, expiresAt: endOfDay('2026-12-31') });
  expect(second).toMatchObject({ number: 4, code: 'BBB', link: 'https://a.example/x,y' });
  expect(read('AAA;BBB')).toMatchObject([{ code: 'AAA;BBB', link: null }]);
});

it.each([
  ['sep=;', ';'],
  ['"sep=;"', ';'],
  ['SEP=\t', '\t'],
])('takes %s in the first line for what parts the fields, and for no code', (separator, delimiter) => {
  const codes = [{ code: 'AAA', link: 'https://a.example/x' }];
  expect(read(`${separator}\ncode${delimiter}link\nAAA${delimiter}https://a.example/x`)).toMatchObject(codes);
  expect(read(`${separator}\nAAA${delimiter}https://a.example/x`)).toMatchObject(codes);
});

it('reads what a header parts with bars: taken for a code, the header itself would be sold', () => {
  expect(read('Code|Expiry\nAAA|2026-12-31')).toMatchObject([{ code: 'AAA', expiresAt: endOfDay('2026-12-31') }]);
  expect(read('AAA|BBB')).toMatchObject([{ code: 'AAA|BBB' }]);
});

it('tells which columns it did not read: those it does not know, and the lesser of two codes', () => {
  expect(sheetOf('code,pin,,Region\nAAA,9911')?.ignoredColumns).toEqual(['pin', 'Region']);
  expect(sheetOf('Serial,Code\nS-1,AAA')?.ignoredColumns).toEqual(['Serial']);
  expect(read('Serial,Code\nS-1,AAA')).toMatchObject([{ code: 'AAA' }]);
  expect(sheetOf('AAA,https://a.example')?.ignoredColumns).toEqual([]);
});

it('reads the first of two columns of one name, however it is spelled in each', () => {
  expect(read('Code,Codes\nAAA,BBB')).toMatchObject([{ code: 'AAA' }]);
  expect(sheetOf('Code,Codes\nAAA,BBB')?.ignoredColumns).toEqual(['Codes']);
});

it('takes no line for a header whose next one says the same, and tells no code by the name of a column', () => {
  const refused = [1, 2].map((line) => ({ line, reason: 'malformed' }));
  expect(read('Voucher,SECRET-1\nVoucher,SECRET-2')).toEqual(refused);
  expect(sheetOf('Voucher,SECRET-1\nVoucher,SECRET-2')?.ignoredColumns).toEqual([]);
  expect(read('PIN|8837-2211\nPIN|8837-2212')).toMatchObject([{ code: 'PIN|8837-2211' }, { code: 'PIN|8837-2212' }]);
  expect(read('Code,Type\nAAA,Voucher\nBBB,Voucher')).toMatchObject([{ code: 'AAA' }, { code: 'BBB' }]);
  expect(sheetOf('Voucher,SECRET-1\nAAA,SECRET-2')?.ignoredColumns).toEqual(['column 2']);
});

it('takes what a spreadsheet adds for what it is: a text as a formula, and rows without a word', () => {
  expect(read('="00123"\n"=""00456""",https://a.example')).toMatchObject([{ code: '00123' }, { code: '00456' }]);
  const sheet = sheetOf('code,link,expiresOn\nAAA,,\n,,\n;;\n');
  expect([sheet?.lines.length, sheet?.blank]).toEqual([1, 2]);
});

it('takes any blank within a code for a space: nobody sees which it is', () => {
  expect(read('A\u00A0B\u2003C')).toMatchObject([{ code: 'A B C' }]);
});

it('takes a code that only resembles a number', () => {
  expect(read('6024140000000012\nE+15\n6.02E15-KEY')).toMatchObject([
    { code: '6024140000000012' },
    { code: 'E+15' },
    { code: '6.02E15-KEY' },
  ]);
});

it('takes a code as long as one may be', () => {
  expect(read('A'.repeat(CODE_MAX))).toMatchObject([{ code: 'A'.repeat(CODE_MAX) }]);
});

it('takes the joiners that Indian scripts are written with', () => {
  expect(read('क्\u200Dष-1')).toMatchObject([{ code: 'क्\u200Dष-1' }]);
});

it('takes the day of the batch where a line names none', () => {
  const [own, shared] = read('A,,2026-07-01\nB', endOfDay('2026-12-31'));
  expect(own).toMatchObject({ expiresAt: endOfDay('2026-07-01') });
  expect(shared).toMatchObject({ expiresAt: endOfDay('2026-12-31') });
});

it.each([
  ['"unfinished', 'malformed'],
  ['A,https://a.example,2026-12-31,more', 'malformed'],
  [',https://a.example', 'malformed'],
  ['A,javascript:alert(1)', 'malformed'],
  ['A,,31/12/2026', 'malformed'],
  ['A,,2026-02-30', 'malformed'],
  ['A\u0000B', 'malformed'],
  ['A\uFFFDB', 'malformed'],
  ['A\u200BB', 'malformed'],
  ['A\u200DB', 'malformed'],
  ['A\uD800', 'malformed'],
  ['A,https://a.example/caf\uFFFD', 'malformed'],
  ['A,https://a.example/\u0001', 'malformed'],
  ['A'.repeat(CODE_MAX + 1), 'too-long'],
  [`A,https://a.example/${'x'.repeat(2000)}`, 'too-long'],
  ['6.02414E+15', 'malformed'],
  ['"6,02414E+15"', 'malformed'],
  ['A,,2026-05-30', 'expired'],
])('refuses %s as %s', (text, reason) => {
  expect(read(text)).toEqual([{ line: 1, reason }]);
});

it('reads as many lines as an import may have, and a header, and no more', () => {
  const most = 'A\n'.repeat(BATCH.maxLines);
  expect(sheetOf(most)?.lines).toHaveLength(BATCH.maxLines);
  expect(sheetOf(`code\n${most}`)?.lines).toHaveLength(BATCH.maxLines);
  expect(sheetOf(`${most}B`)).toBeUndefined();
  expect(sheetOf('\n'.repeat(BATCH.maxBytes))).toBeUndefined();
});
