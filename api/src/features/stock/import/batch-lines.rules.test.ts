import { fieldMessages } from '@shop/contract/failures/messages';
import { BATCH, COLUMNS_MAX } from '@shop/contract/limits/admin-limits';
import { CODE_MAX } from '@shop/contract/limits/limits';
import { expect, it } from 'vitest';
import { endOfDay, readLine } from './batch-lines.rules.ts';
import { sheetOf } from './batch-sheet.rules.ts';

const now = new Date('2026-06-01T00:00:00Z');
const readable = async (text: string) => {
  const sheet = await sheetOf(text);
  if ('refusal' in sheet) throw new Error(sheet.refusal);
  return sheet;
};
const read = async (text: string, expiresAt: Date | null = null) => {
  const sheet = await readable(text);
  return sheet.lines.map((line) => readLine(line, { layout: sheet.layout, expiresAt, now }));
};

it('reads plain codes, and tells lines by their number in the file', async () => {
  expect(await read('AAA\n\n BBB ')).toEqual([
    { number: 1, code: 'AAA', link: null, expiresAt: null },
    { number: 3, code: 'BBB', link: null, expiresAt: null },
  ]);
});

it('reads a header, in any order and spelling, as CSV or TSV', async () => {
  const line = { number: 2, code: 'AAA', link: 'https://a.example/x', expiresAt: endOfDay('2026-12-31') };
  expect(await read('Expires On,Code,note,URL\n2026-12-31,AAA,ignored,https://a.example/x')).toEqual([line]);
  expect(await read('code\tlink\texpires_on\nAAA\thttps://a.example/x\t2026-12-31')).toEqual([line]);
});

it.each([
  ...['Voucher Code', 'Voucher Codes', 'Voucher Number', 'gift_code', 'Gift Cards'],
  ...['Licence Key', 'Serial Number', 'PIN'],
])('knows a header that says %s', async (name) => {
  expect(await read(`${name}\nAAA`)).toEqual([{ number: 2, code: 'AAA', link: null, expiresAt: null }]);
});

it.each(['Expiration Date', 'Valid Until', 'valid till', 'Expires At'])(
  'knows a date by the name of %s',
  async (name) => {
    expect(await read(`code,${name}\nAAA,2026-05-30`)).toEqual([{ line: 2, reason: 'expired' }]);
  },
);

it('reads what a header parts with semicolons, and takes them for part of a code without one', async () => {
  const [first, second] = await read(
    '\uFEFFsep=;\r\ncode;link;expiresOn\r\nAAA;;2026-12-31\r\nBBB;https://a.example/x,y',
  );
  expect(first).toMatchObject({ number: 3, code: 'AAA', link: null, expiresAt: endOfDay('2026-12-31') });
  expect(second).toMatchObject({ number: 4, code: 'BBB', link: 'https://a.example/x,y' });
  expect(await read('AAA;BBB')).toMatchObject([{ code: 'AAA;BBB', link: null }]);
});

it.each([
  ['sep=;', ';'],
  ['"sep=;"', ';'],
  ['SEP=\t', '\t'],
])('takes %s in the first line for what parts the fields, and for no code', async (separator, delimiter) => {
  const codes = [{ code: 'AAA', link: 'https://a.example/x' }];
  expect(await read(`${separator}\ncode${delimiter}link\nAAA${delimiter}https://a.example/x`)).toMatchObject(codes);
  expect(await read(`${separator}\nAAA${delimiter}https://a.example/x`)).toMatchObject(codes);
});

it('reads what a header parts with bars: taken for a code, the header itself would be sold', async () => {
  expect(await read('Code|Expiry\nAAA|2026-12-31')).toMatchObject([{ code: 'AAA', expiresAt: endOfDay('2026-12-31') }]);
  expect(await read('AAA|BBB')).toMatchObject([{ code: 'AAA|BBB' }]);
});

it('tells which columns it did not read: those it does not know, and the lesser of two codes', async () => {
  expect((await readable('code,pin,,Region\nAAA,9911')).ignoredColumns).toEqual(['pin', 'Region']);
  expect((await readable('Serial,Code\nS-1,AAA')).ignoredColumns).toEqual(['Serial']);
  expect(await read('Serial,Code\nS-1,AAA')).toMatchObject([{ code: 'AAA' }]);
  expect((await readable('AAA,https://a.example')).ignoredColumns).toEqual([]);
});

it('reads the first of two columns of one name, however it is spelled in each', async () => {
  expect(await read('Code,Codes\nAAA,BBB')).toMatchObject([{ code: 'AAA' }]);
  expect((await readable('Code,Codes\nAAA,BBB')).ignoredColumns).toEqual(['Codes']);
});

it('takes no line for a header whose next one says the same, and tells no code by the name of a column', async () => {
  const refused = [1, 2].map((line) => ({ line, reason: 'malformed' }));
  expect(await read('Voucher,SECRET-1\nVoucher,SECRET-2')).toEqual(refused);
  expect((await readable('Voucher,SECRET-1\nVoucher,SECRET-2')).ignoredColumns).toEqual([]);
  expect(await read('PIN|8837-2211\nPIN|8837-2212')).toMatchObject([
    { code: 'PIN|8837-2211' },
    { code: 'PIN|8837-2212' },
  ]);
  expect(await read('Code,Type\nAAA,Voucher\nBBB,Voucher')).toMatchObject([{ code: 'AAA' }, { code: 'BBB' }]);
  expect((await readable('Voucher,SECRET-1\nAAA,SECRET-2')).ignoredColumns).toEqual(['column 2']);
});

it('takes what a spreadsheet adds for what it is: a text as a formula, and rows without a word', async () => {
  expect(await read('="00123"\n"=""00456""",https://a.example')).toMatchObject([{ code: '00123' }, { code: '00456' }]);
  const sheet = await readable('code,link,expiresOn\nAAA,,\n,,\n;;\n');
  expect([sheet.lines.length, sheet.blank]).toEqual([1, 2]);
});

it('takes any blank within a code for a space: nobody sees which it is', async () => {
  expect(await read('A\u00A0B\u2003C')).toMatchObject([{ code: 'A B C' }]);
});

it('takes a code that only resembles a number', async () => {
  expect(await read('6024140000000012\nE+15\n6.02E15-KEY')).toMatchObject([
    { code: '6024140000000012' },
    { code: 'E+15' },
    { code: '6.02E15-KEY' },
  ]);
});

it('takes a code as long as one may be', async () => {
  expect(await read('A'.repeat(CODE_MAX))).toMatchObject([{ code: 'A'.repeat(CODE_MAX) }]);
});

it('takes the joiners that Indian scripts are written with', async () => {
  expect(await read('क्\u200Dष-1')).toMatchObject([{ code: 'क्\u200Dष-1' }]);
});

it('takes the day of the batch where a line names none', async () => {
  const [own, shared] = await read('A,,2026-07-01\nB', endOfDay('2026-12-31'));
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
])('refuses %s as %s', async (text, reason) => {
  expect(await read(text)).toEqual([{ line: 1, reason }]);
});

it('reads as many lines as an import may have, and a header, and no more', async () => {
  const most = 'A\n'.repeat(BATCH.maxLines);
  expect((await readable(most)).lines).toHaveLength(BATCH.maxLines);
  expect((await readable(`code\n${most}`)).lines).toHaveLength(BATCH.maxLines);
  const tooMany = { refusal: fieldMessages.codesTooMany };
  expect(await sheetOf(`${most}B`)).toEqual(tooMany);
  expect(await sheetOf('\n'.repeat(BATCH.maxBytes))).toEqual(tooMany);
});

it.each([
  ['a cell', 'A'.repeat(BATCH.maxBytes - 2)],
  ['blanks', ' '.repeat(BATCH.maxBytes - 2)],
  ['separators', ','.repeat(BATCH.maxBytes - 2)],
  ['quotes', '"'.repeat(BATCH.maxBytes - 2)],
])('a line of 10 MB of %s is refused by its length', async (_, line) => {
  const refusal = 'Line 2 is too long: a line can have up to 10,000 characters';
  expect(await sheetOf(`A\n${line}`)).toEqual({ refusal });
});

it('a header with too many columns is refused by its number', async () => {
  const refusal = 'Line 2 names too many columns: a file can have up to 256';
  expect(await sheetOf(`\ncode${','.repeat(COLUMNS_MAX)}\nA`)).toEqual({ refusal });
  expect((await readable(`code${','.repeat(COLUMNS_MAX - 1)}\nA`)).lines).toHaveLength(1);
});
