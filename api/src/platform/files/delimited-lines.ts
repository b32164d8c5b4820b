import { lineTooLong } from '@shop/contract/failures/messages';
import { COLUMNS_MAX } from '@shop/contract/limits/admin-limits';
import { mapYielding } from '../yielding-loop.ts';

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

type LineLimits = { most: number; longest: number; tooMany: string };
/** Why a file cannot be read at all. */
export type Unreadable = { refusal: string };

/** The lines of a text without their ends (LF, CR LF or CR). No line begins behind the last end. */
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
 * The fields of one line of CSV or TSV (RFC 4180), without the blanks around them; undefined where the quotes do not
 * match. No field reaches into the next line: a quote that somebody forgot would swallow the rest of the file. Stops
 * after one field more than `COLUMNS_MAX`.
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
    if (at >= line.length || fields.length > COLUMNS_MAX) return fields;
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
