// What a spreadsheet would take for the start of a formula: at the start of a cell, and where one begins for a spreadsheet
// that separates by semicolons or tabs and then takes our quotes for text, or a doubled one for an empty text before it. One
// that has apostrophes of its own gets one more, so that what was covered can be told from what was written so. Blanks and
// quotes end where a cell could begin: those of a long text would otherwise be read again from each of them.
// Spreadsheets in East Asian locales also start a formula with the full-width signs.
const FORMULA = /(^|[;\t\r\n])((?:"|[^\S\t\r\n])*)(?='*[=+\-@＝＋－＠\t\r])/g;
const GUARDED = /(^|[;\t\r\n])((?:"|[^\S\t\r\n])*)'(?='*[=+\-@＝＋－＠\t\r])/g;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** A leading apostrophe makes a spreadsheet show a text instead of running it. Numbers are ours and stay numbers. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = value.replace(FORMULA, "$1$2'");
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text as it was before it was written. */
export const withoutFormulaGuard = (cell: string): string => cell.replace(GUARDED, '$1$2');

/** One line of a CSV file (RFC 4180), safe to open in a spreadsheet of any locale. */
export const csvRow = (values: readonly (string | number)[]): string => `${values.map(csvCell).join(',')}\r\n`;

// Spreadsheets take a file without it for the system's own code page, and names for gibberish.
const BYTE_ORDER_MARK = '\uFEFF';

/** The first line of a file, which names its columns. */
export const csvHeader = (names: readonly string[]): string => BYTE_ORDER_MARK + csvRow(names);
