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
import { COLUMNS, type Column, columnsNamed } from './batch-columns.rules.ts';

/** A line of an import with the number it has in the file. */
export type Line = { number: number; text: string };

/** How a file is to be read: what parts its fields, and which of them is what. */
export type Layout = { delimiter: Delimiter; columns: (Column | undefined)[] };

type Sheet = {
  lines: Line[];
  blank: number;
  layout: Layout;
  /** What the columns are called that nobody receives; one whose name could be a code, by its place. */
  ignoredColumns: string[];
};

/** The lines that say something, and how they are to be read. */
export async function sheetOf(text: string): Promise<Sheet | Unreadable> {
  // One more than may be imported is the header.
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
  const header = headerOver(firstLine, lines[1]?.text);
  const firstNumber = lines[0]?.number ?? 1;
  if (header && header.names.length > COLUMNS_MAX) return { refusal: tooManyColumns(firstNumber, COLUMNS_MAX) };
  if (header) lines.shift();
  if (lines.length + blank > BATCH.maxLines) return { refusal: tooMany };
  if (!header) return { lines, blank, layout: layoutWithout(firstLine, separatorIn(all[0])), ignoredColumns: [] };
  const columns = columnsNamed(header.names);
  const ignoredColumns = header.names
    .map((name, place) => (/\d/.test(name) ? `column ${place + 1}` : name))
    .filter((name, place) => name !== '' && columns[place] === undefined);
  return { lines, blank, layout: { delimiter: header.delimiter, columns }, ignoredColumns };
}

const hasCode = (names: readonly string[]) => columnsNamed(names).includes('code');

/** Where each line says what it is, as in `Voucher,8837-2211`, the first one is no header of the others. */
function headerOver(firstLine: string, nextLine = ''): Header | undefined {
  const header = headerIn(firstLine, hasCode);
  const below = header && fieldsOf(nextLine, header.delimiter)?.[columnsNamed(header.names).indexOf('code')];
  return hasCode([below ?? '']) ? undefined : header;
}

/**
 * Without a header a semicolon or a bar is part of a code unless the file says otherwise: only CSV and TSV are told by a
 * line.
 */
const layoutWithout = (firstLine: string, separator: Delimiter | undefined): Layout => ({
  delimiter: separator ?? (firstLine.includes('\t') ? '\t' : ','),
  columns: COLUMNS,
});
