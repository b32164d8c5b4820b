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

it('plain codes are read with their line numbers', async () => {
  expect(await read('AAA\n\n BBB ')).toEqual([
    { number: 1, code: 'AAA', link: null, expiresAt: null },
    { number: 3, code: 'BBB', link: null, expiresAt: null },
  ]);
});

it('a header is read in any order and spelling, as CSV or TSV', async () => {
  const line = { number: 2, code: 'AAA', link: 'https://a.example/x', expiresAt: endOfDay('2026-12-31') };
  expect(await read('Expires On,Code,note,URL\n2026-12-31,AAA,ignored,https://a.example/x')).toEqual([line]);
  expect(await read('code\tlink\texpires_on\nAAA\thttps://a.example/x\t2026-12-31')).toEqual([line]);
});

it.each([
  ...['Voucher Code', 'Voucher Codes', 'Voucher Number', 'gift_code', 'Gift Cards'],
  ...['Licence Key', 'Serial Number', 'PIN'],
])('the header %s is read as the code column', async (name) => {
  expect(await read(`${name}\nAAA`)).toEqual([{ number: 2, code: 'AAA', link: null, expiresAt: null }]);
});

it.each(['Expiration Date', 'Valid Until', 'valid till', 'Expires At'])(
  'the header %s is read as the expiry column',
  async (name) => {
    expect(await read(`code,${name}\nAAA,2026-05-30`)).toEqual([{ line: 2, reason: 'expired' }]);
  },
);

it('semicolons separate fields only in a file with a header', async () => {
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
])('%s in the first line sets the separator and is no code', async (separator, delimiter) => {
  const codes = [{ code: 'AAA', link: 'https://a.example/x' }];
  expect(await read(`${separator}\ncode${delimiter}link\nAAA${delimiter}https://a.example/x`)).toMatchObject(codes);
  expect(await read(`${separator}\nAAA${delimiter}https://a.example/x`)).toMatchObject(codes);
});

it('bars separate fields only in a file with a header', async () => {
  expect(await read('Code|Expiry\nAAA|2026-12-31')).toMatchObject([{ code: 'AAA', expiresAt: endOfDay('2026-12-31') }]);
  expect(await read('AAA|BBB')).toMatchObject([{ code: 'AAA|BBB' }]);
});

it('unknown columns and the less likely of two code columns are ignored', async () => {
  expect((await readable('code,pin,,Region\nAAA,9911')).ignoredColumns).toEqual(['pin', 'Region']);
  expect((await readable('Serial,Code\nS-1,AAA')).ignoredColumns).toEqual(['Serial']);
  expect(await read('Serial,Code\nS-1,AAA')).toMatchObject([{ code: 'AAA' }]);
  expect((await readable('AAA,https://a.example')).ignoredColumns).toEqual([]);
});

it('of two columns with one name, the first is read', async () => {
  expect(await read('Code,Codes\nAAA,BBB')).toMatchObject([{ code: 'AAA' }]);
  expect((await readable('Code,Codes\nAAA,BBB')).ignoredColumns).toEqual(['Codes']);
});

it('the first line is no header if the second has the same label', async () => {
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

it('text formulas are unwrapped and rows without content count as blank', async () => {
  expect(await read('="00123"\n"=""00456""",https://a.example')).toMatchObject([{ code: '00123' }, { code: '00456' }]);
  const sheet = await readable('code,link,expiresOn\nAAA,,\n,,\n;;\n');
  expect([sheet.lines.length, sheet.blank]).toEqual([1, 2]);
});

it('other space characters in a code become plain spaces', async () => {
  expect(await read('A\u00A0B\u2003C')).toMatchObject([{ code: 'A B C' }]);
});

it('a code that only resembles a rounded number is accepted', async () => {
  expect(await read('6024140000000012\nE+15\n6.02E15-KEY')).toMatchObject([
    { code: '6024140000000012' },
    { code: 'E+15' },
    { code: '6.02E15-KEY' },
  ]);
});

it('a code of the maximum length is accepted', async () => {
  expect(await read('A'.repeat(CODE_MAX))).toMatchObject([{ code: 'A'.repeat(CODE_MAX) }]);
});

it('the joiners of Indian scripts are accepted in a code', async () => {
  expect(await read('क्\u200Dष-1')).toMatchObject([{ code: 'क्\u200Dष-1' }]);
});

it('a line without a day gets the expiry of the batch', async () => {
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
])('the line %s is refused as %s', async (text, reason) => {
  expect(await read(text)).toEqual([{ line: 1, reason }]);
});

it('a file may have a header beside the maximum number of lines, but no more', async () => {
  const most = 'A\n'.repeat(BATCH.maxLines);
  expect((await readable(most)).lines).toHaveLength(BATCH.maxLines);
  expect((await readable(`code\n${most}`)).lines).toHaveLength(BATCH.maxLines);
  const tooMany = { refusal: fieldMessages.codesTooMany };
  expect(await sheetOf(`${most}B`)).toEqual(tooMany);
  expect(await sheetOf('\n'.repeat(BATCH.maxBytes))).toEqual(tooMany);
});

it.each([
  ['letters', 'A'.repeat(BATCH.maxBytes - 2)],
  ['blanks', ' '.repeat(BATCH.maxBytes - 2)],
  ['separators', ','.repeat(BATCH.maxBytes - 2)],
  ['quotes', '"'.repeat(BATCH.maxBytes - 2)],
])('a line with 10 MB of %s is refused as too long', async (_, line) => {
  const refusal = 'Line 2 is too long: a line can have up to 10,000 characters';
  expect(await sheetOf(`A\n${line}`)).toEqual({ refusal });
});

it('a header with too many columns is refused with its line number', async () => {
  const refusal = 'Line 2 names too many columns: a file can have up to 256';
  expect(await sheetOf(`\ncode${','.repeat(COLUMNS_MAX)}\nA`)).toEqual({ refusal });
  expect((await readable(`code${','.repeat(COLUMNS_MAX - 1)}\nA`)).lines).toHaveLength(1);
});
