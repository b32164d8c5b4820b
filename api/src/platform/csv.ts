// What a spreadsheet would take for the start of a formula.
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** A leading apostrophe makes a spreadsheet show a text instead of running it. Numbers are ours and stay numbers. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of a CSV file (RFC 4180), safe to open in a spreadsheet. */
export const csvRow = (values: readonly (string | number)[]): string => `${values.map(csvCell).join(',')}\r\n`;
