import { expect, it } from 'vitest';
import { csvRow, withoutFormulaGuard } from './csv.ts';
import { fieldsOf } from './delimited-lines.ts';

it.each([
  ['plain', 'plain'],
  ['with "quotes", and a comma', '"with ""quotes"", and a comma"'],
  ['=1+1', "'=1+1"],
  ['a;b', '"a;b"'],
  // The reported attack: where semicolons separate cells, the quotes are plain text and a formula starts after each semicolon.
  ['Asha;=HYPERLINK("https://evil.example")', '"Asha;\'=HYPERLINK(""https://evil.example"")"'],
  ['Asha; +1', '"Asha; \'+1"'],
  // A doubled quote after a semicolon is an empty text, and the spreadsheet appends the rest to it.
  ['Asha;"=1+1;Rao', '"Asha;""\'=1+1;Rao"'],
  ['Asha\n=1', '"Asha\n\'=1"'],
  ['Asha\rRao', '"Asha\rRao"'],
  ['\tAsha', '"\'\tAsha"'],
  ['Asha\t@SUM(1)', '"Asha\t\'@SUM(1)"'],
  [' padded', '" padded"'],
  // Spreadsheets of East Asian locales read full-width signs as the ASCII ones.
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(1)', "'＠SUM(1)"],
  ['Asha; ＝1', '"Asha; \'＝1"'],
])('csvRow writes the value %j as the cell %s', (value, cell) => {
  expect(csvRow([value, 7])).toBe(`${cell},7\r\n`);
});

it.each([
  'Weekdays; -20% more',
  'Enjoy;-)',
  'Asha;"-1',
  `x;" "'=1`,
  "'-10%' week",
  "''=1",
  "=1;'+2\t@3",
  "it's; 'quoted'",
  ';;\t\t-',
  "＝1;'＋2\t＠3",
  "'－10% week",
])('withoutFormulaGuard restores %j after csvRow', (text) => {
  const [cell = ''] = fieldsOf(csvRow([text, 7]).trimEnd(), ',') ?? [];
  expect(withoutFormulaGuard(cell)).toBe(text);
});

// With a quadratic pattern, these texts would block the process for minutes.
it.each(['\t', ' ', '\n', ';', "'", '"'])('a text with 200,000 times %j is processed in linear time', (sign) => {
  const text = `=${sign.repeat(200_000)}.`;
  const cell = csvRow([text]).trimEnd().replace(/^"|"$/g, '').replaceAll('""', '"');
  expect(withoutFormulaGuard(cell) === text).toBe(true);
});

/** Splits a line as a spreadsheet of a semicolon locale does: quotes count only at the start of a cell. */
const cellsBySemicolon = (line: string) => line.split(/;(?=(?:[^"]|"[^"]*")*$)|;/).map((cell) => cell.trim());

it('no cell starts with a formula, for every separator', () => {
  const line = csvRow(['x', 'a;=1', 'b;+1', 'c\t-1', '@d', '＝e', 'f;＋1', 'g\t－1', '＠h']);
  for (const cell of [...cellsBySemicolon(line), ...line.split('\t')]) expect(cell).not.toMatch(/^\s*[=+@＝＋＠－-]/);
});
