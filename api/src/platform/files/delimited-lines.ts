import { lineTooLong } from '@shop/contract/failures/messages';
import { COLUMNS_MAX } from '@shop/contract/limits/admin-limits';
import { mapYielding } from '../yielding-loop.ts';

export type Delimiter = ',' | ';' | '\t' | '|';

const QUOTE = '"';

const DELIMITERS: Delimiter[] = [',', ';', '\t', '|'];

// A first line `sep=;` tells spreadsheets the delimiter. Some programs put it in quotes.
const SEPARATOR_LINE = /^"?sep=(.)"?\s*$/i;
export const isSeparatorLine = (line: string): boolean => SEPARATOR_LINE.test(line);

/** The delimiter that a `sep=` line names. */
export const separatorIn = (line = ''): Delimiter | undefined =>
  DELIMITERS.find((delimiter) => delimiter === SEPARATOR_LINE.exec(line)?.[1]);

// Spreadsheets often end with rows of empty cells.
const BLANK_LINE = /^[\s,;|]*$/;
export const isBlankLine = (line: string): boolean => BLANK_LINE.test(line);

// A spreadsheet saves a long number in this form and loses most of its digits.
const ROUNDED_NUMBER = /^\d([.,]\d+)?E\+\d+$/;
export const isRoundedNumber = (cell: string): boolean => ROUNDED_NUMBER.test(cell);

/** Removes the formula that keeps a spreadsheet from reading a text as a number: `="00123"`. */
export const unwrapped = (cell: string): string => cell.replace(/^="(.*)"$/, '$1');

type LineLimits = { most: number; longest: number; tooMany: string };
/** The message that explains why the file cannot be read. */
export type Unreadable = { refusal: string };

/** The lines of a text without their line breaks (LF, CR LF or CR). A final line break starts no new line. */
export async function linesOf(text: string, { most, longest, tooMany }: LineLimits): Promise<string[] | Unreadable> {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  let refusal: string | undefined;
  function* cut(): Generator<string> {
    let [feed, carriage] = [body.indexOf('\n'), body.indexOf('\r')];
    let line = 0;
    for (let start = 0; start < body.length; ) {
      if (feed >= 0 && feed < start) feed = body.indexOf('\n', start);
      if (carriage >= 0 && carriage < start) carriage = body.indexOf('\r', start);
      const ends = [feed, carriage].filter((end) => end >= 0);
      const end = ends.length > 0 ? Math.min(...ends) : body.length;
      line += 1;
      if (line > most) refusal = tooMany;
      else if (end - start > longest) refusal = lineTooLong(line, longest);
      if (refusal) return;
      yield body.slice(start, end);
      start = end + (end === carriage && feed === end + 1 ? 2 : 1);
    }
  }
  const lines = await mapYielding(cut(), (line) => line);
  return refusal === undefined ? lines : { refusal };
}

/**
 * The trimmed fields of one line of CSV or TSV (RFC 4180); undefined if the quotes do not match. A field never continues on
 * the next line, because a forgotten quote would swallow the rest of the file. Stops one field after `COLUMNS_MAX`.
 */
export function fieldsOf(line: string, delimiter: Delimiter): string[] | undefined {
  const fields: string[] = [];
  for (let at = 0; ; at += 1) {
    const upToNext = plain(line, at, delimiter);
    // Blanks before a quote belong to the field. A tab that separates fields is not a blank.
    const field = upToNext.value.trimStart().startsWith(QUOTE) ? quoted(line, at, delimiter) : upToNext;
    if (!field) return undefined;
    fields.push(field.value.trim());
    at = field.end;
    if (at >= line.length || fields.length > COLUMNS_MAX) return fields;
  }
}

export type Header = { delimiter: Delimiter; names: string[] };

/** Column names and delimiter of a header line; undefined if the line is not a header with any delimiter. */
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
