// Finds the places where a spreadsheet could see the start of a formula:
// - at the start of a cell;
// - after a semicolon or tab, because some locales separate cells by them and then read our quotes as plain text, or a
//   doubled quote as an empty text.
// A formula that already has apostrophes gets one more, so that removing the guard restores the original text.
// The run of blanks and quotes contains no separator; otherwise the search would take quadratic time on long texts.
// Spreadsheets in East Asian locales also start a formula with full-width signs.
const FORMULA = /(^|[;\t\r\n])((?:"|[^\S\t\r\n])*)(?='*[=+\-@＝＋－＠\t\r])/g;
const GUARDED = /(^|[;\t\r\n])((?:"|[^\S\t\r\n])*)'(?='*[=+\-@＝＋－＠\t\r])/g;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** Adds an apostrophe, which makes a spreadsheet show a text instead of running it. Numbers come from us and need none. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = value.replace(FORMULA, "$1$2'");
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Removes the apostrophes that `csvRow` added. */
export const withoutFormulaGuard = (cell: string): string => cell.replace(GUARDED, '$1$2');

/** One line of a CSV file (RFC 4180), safe to open in a spreadsheet of any locale. */
export const csvRow = (values: readonly (string | number)[]): string => `${values.map(csvCell).join(',')}\r\n`;

// Without it, spreadsheets read the file in the system's code page and garble names.
const BYTE_ORDER_MARK = '\uFEFF';

/** The first line of a file, with the column names. */
export const csvHeader = (names: readonly string[]): string => BYTE_ORDER_MARK + csvRow(names);
