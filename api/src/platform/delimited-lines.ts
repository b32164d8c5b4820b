export type Delimiter = ',' | ';' | '\t' | '|';

const QUOTE = '"';

const DELIMITERS: Delimiter[] = [',', ';', '\t', '|'];

// Spreadsheets are told by such a first line what parts the cells; it says nothing else. Some put it in quotes.
const SEPARATOR_LINE = /^"?sep=(.)"?\s*$/i;
export const isSeparatorLine = (line: string): boolean => SEPARATOR_LINE.test(line);

/** What a line says to part the cells, if it is such a line. */
export const separatorIn = (line = ''): Delimiter | undefined =>
  DELIMITERS.find((delimiter) => delimiter === SEPARATOR_LINE.exec(line)?.[1]);

// Spreadsheets end with rows that have no word in them.
const BLANK_LINE = /^[\s,;|]*$/;
export const isBlankLine = (line: string): boolean => BLANK_LINE.test(line);

// How a spreadsheet saves a long number: most of its digits are gone for good.
const ROUNDED_NUMBER = /^\d([.,]\d+)?E\+\d+$/;
export const isRoundedNumber = (cell: string): boolean => ROUNDED_NUMBER.test(cell);

/** Without the formula that keeps a spreadsheet from taking a text for a number: `="00123"`. */
export const unwrapped = (cell: string): string => cell.replace(/^="(.*)"$/, '$1');

const END_OF_LINE = /\r\n|\n|\r/;

/**
 * The lines of a text, whatever ends them; undefined when there are more than `most`, however many that would be. An end
 * of line at the very end begins no other.
 */
export function linesOf(text: string, most: number): string[] | undefined {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const lines = body.split(END_OF_LINE, most + 2);
  const isWhole = lines.length < most + 2;
  if (isWhole && lines.at(-1) === '') lines.pop();
  return isWhole && lines.length <= most ? lines : undefined;
}

/** As many as a spreadsheet has; a line that goes on is no table. */
export const MOST_CELLS = 16_384;

/**
 * The fields of one line of CSV or TSV (RFC 4180), without the blanks around them; undefined where the quotes do not
 * match. No field reaches into the next line: a quote that somebody forgot would swallow the rest of the file. Of more than
 * `MOST_CELLS` one more is told.
 */
export function fieldsOf(line: string, delimiter: Delimiter): string[] | undefined {
  const fields: string[] = [];
  for (let at = 0; ; at += 1) {
    const upToNext = plain(line, at, delimiter);
    // Blanks before a quote belong to its field; a tab that parts fields is none.
    const field = upToNext.value.trimStart().startsWith(QUOTE) ? quoted(line, at, delimiter) : upToNext;
    if (!field) return undefined;
    fields.push(field.value.trim());
    at = field.end;
    if (at >= line.length || fields.length > MOST_CELLS) return fields;
  }
}

export type Header = { delimiter: Delimiter; names: string[] };

/** What the columns are called, and what parts them; undefined where a line is no header, however it is parted. */
export const headerIn = (line: string, isHeader: (names: string[]) => boolean): Header | undefined =>
  DELIMITERS.map((delimiter) => ({ delimiter, names: fieldsOf(line, delimiter) ?? [] })).find(({ names }) =>
    isHeader(names),
  );

type Field = { value: string; end: number };

function plain(line: string, start: number, delimiter: string): Field {
  const found = line.indexOf(delimiter, start);
  const end = found < 0 ? line.length : found;
  return { value: line.slice(start, end), end };
}

function quoted(line: string, start: number, delimiter: string): Field | undefined {
  let value = '';
  let at = line.indexOf(QUOTE, start) + 1;
  for (;;) {
    const close = line.indexOf(QUOTE, at);
    if (close < 0) return undefined;
    value += line.slice(at, close);
    at = close + 1;
    if (line[at] !== QUOTE) break;
    value += QUOTE;
    at += 1;
  }
  const rest = plain(line, at, delimiter);
  return rest.value.trim() === '' ? { value, end: rest.end } : undefined;
}
