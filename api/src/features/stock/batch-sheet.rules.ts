import { BATCH } from '@shop/contract/limits';
import { fieldsOf, linesOf } from '../../platform/delimited-lines.ts';
import { COLUMNS, type Column, columnNamed } from './batch-columns.rules.ts';

/** A line of an import with the number it has in the file. */
export type Line = { number: number; text: string };

/** How a file is to be read: what parts its fields, and which of them is what. */
export type Layout = { delimiter: ',' | '\t'; columns: (Column | undefined)[] };

export type Sheet = { lines: Line[]; blank: number; layout: Layout };

/** The lines that say something, and how they are to be read; undefined when there are too many. */
export function sheetOf(text: string): Sheet | undefined {
  // One more than may be imported is the header.
  const all = linesOf(text, BATCH.maxLines + 1);
  if (!all) return undefined;
  const lines = all.map((line, index) => ({ number: index + 1, text: line })).filter(({ text }) => text.trim() !== '');
  const blank = all.length - lines.length;
  const layout = layoutOf(lines[0]?.text ?? '');
  if (layout.hasHeader) lines.shift();
  return lines.length + blank > BATCH.maxLines ? undefined : { lines, blank, layout };
}

function layoutOf(firstLine: string): Layout & { hasHeader: boolean } {
  const delimiter = firstLine.includes('\t') ? '\t' : ',';
  const columns = (fieldsOf(firstLine, delimiter) ?? []).map(columnNamed);
  const hasHeader = columns.includes('code');
  return { delimiter, columns: hasHeader ? columns : COLUMNS, hasHeader };
}
