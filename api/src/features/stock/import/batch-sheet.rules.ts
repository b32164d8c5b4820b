import { fieldMessages, tooManyColumns } from '@shop/contract/failures/messages';
import { BATCH, COLUMNS_MAX } from '@shop/contract/limits/admin-limits';
import {
  type Delimiter,
  fieldsOf,
  type Header,
  headerIn,
  isBlankLine,
  isSeparatorLine,
  linesOf,
  separatorIn,
  type Unreadable,
} from '../../../platform/files/delimited-lines.ts';
import { mapYielding } from '../../../platform/yielding-loop.ts';
import { COLUMNS, type Column, columnsOfHeader } from './batch-columns.rules.ts';

/** A line of an import with its number in the file. */
export type Line = { number: number; text: string };

/** The delimiter of a file and its columns in order. */
export type Layout = { delimiter: Delimiter; columns: (Column | undefined)[] };

type Sheet = {
  lines: Line[];
  blank: number;
  layout: Layout;
  /** The names of columns that are not read. A name that could be a code is replaced by its position. */
  ignoredColumns: string[];
};

/** The lines with content, and the layout of the file. */
export async function sheetOf(text: string): Promise<Sheet | Unreadable> {
  // One more line than may be imported: the header.
  const tooMany = fieldMessages.codesTooMany;
  const all = await linesOf(text, { most: BATCH.maxLines + 1, longest: BATCH.lineMax, tooMany });
  if ('refusal' in all) return all;
  const lines = (
    await mapYielding(all.entries(), ([index, text]) =>
      isBlankLine(text) || isSeparatorLine(text) ? [] : [{ number: index + 1, text }],
    )
  ).flat();
  const blank = all.length - lines.length;
  const firstLine = lines[0]?.text ?? '';
  const header = findHeader(firstLine, lines[1]?.text);
  const firstNumber = lines[0]?.number ?? 1;
  if (header && header.names.length > COLUMNS_MAX) return { refusal: tooManyColumns(firstNumber, COLUMNS_MAX) };
  if (header) lines.shift();
  if (lines.length + blank > BATCH.maxLines) return { refusal: tooMany };
  if (!header) return { lines, blank, layout: layoutWithout(firstLine, separatorIn(all[0])), ignoredColumns: [] };
  const columns = columnsOfHeader(header.names);
  const ignoredColumns = header.names
    .map((name, place) => (/\d/.test(name) ? `column ${place + 1}` : name))
    .filter((name, place) => name !== '' && columns[place] === undefined);
  return { lines, blank, layout: { delimiter: header.delimiter, columns }, ignoredColumns };
}

const hasCode = (names: readonly string[]) => columnsOfHeader(names).includes('code');

/** The header of a file. The first line is no header if the next one has the same label, as in `Voucher,8837-2211`. */
function findHeader(firstLine: string, nextLine = ''): Header | undefined {
  const header = headerIn(firstLine, hasCode);
  const below = header && fieldsOf(nextLine, header.delimiter)?.[columnsOfHeader(header.names).indexOf('code')];
  return hasCode([below ?? '']) ? undefined : header;
}

/**
 * Without a header, semicolons and bars count as parts of a code, unless the file declares its separator: only CSV and TSV
 * are detected from the first line.
 */
const layoutWithout = (firstLine: string, separator: Delimiter | undefined): Layout => ({
  delimiter: separator ?? (firstLine.includes('\t') ? '\t' : ','),
  columns: COLUMNS,
});
