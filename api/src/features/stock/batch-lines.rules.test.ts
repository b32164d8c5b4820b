import { BATCH, CODE_MAX } from '@shop/contract/limits';
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
  ['A'.repeat(CODE_MAX + 1), 'too-long'],
  [`A,https://a.example/${'x'.repeat(2000)}`, 'too-long'],
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
