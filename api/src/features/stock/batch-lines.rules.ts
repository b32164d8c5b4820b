import { BATCH, CODE_MAX, LINK_MAX } from '@shop/contract/limits';
import { isWebLink } from '@shop/contract/product-input';
import type { LineRefusal } from '@shop/contract/stock-kinds';
import { fieldsOf, linesOf } from '../../platform/delimited-lines.ts';
import { endOfIndianDay, indianDay } from '../../platform/indian-day.ts';

/** A line of an import with the number it has in the file. */
export type Line = { number: number; text: string };
export type CodeLine = { number: number; code: string; link: string | null; expiresAt: Date | null };
export type RefusedLine = { line: number; reason: LineRefusal };

type Column = 'code' | 'link' | 'expiresOn';
/** How a file is to be read: what parts its fields, and which of them is what. */
export type Layout = { delimiter: ',' | '\t'; columns: (Column | undefined)[] };

const COLUMNS: Column[] = ['code', 'link', 'expiresOn'];
const HEADERS: Record<string, Column> = {
  code: 'code',
  link: 'link',
  url: 'link',
  productlink: 'link',
  expireson: 'expiresOn',
  expires: 'expiresOn',
  expiry: 'expiresOn',
  expirydate: 'expiresOn',
};

const columnNamed = (name: string): Column | undefined => HEADERS[name.toLowerCase().replace(/[\s_-]/g, '')];

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

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The end of a day in India; undefined when the calendar does not have it. */
export function endOfDay(day: string): Date | undefined {
  if (!DAY.test(day)) return undefined;
  const end = endOfIndianDay(day);
  return !Number.isNaN(end.getTime()) && indianDay(end) === day ? end : undefined;
}

// What no code contains: control characters, and what was not text in the file's encoding.
const UNREADABLE = /[\p{Cc}\uFFFD]/u;

type Reading = { layout: Layout; expiresAt: Date | null; now: Date };

/** What a line says, or why it cannot be taken. `expiresAt` is that of the lines that name no day. */
export function readLine({ number, text }: Line, { layout, expiresAt, now }: Reading): CodeLine | RefusedLine {
  const refused = (reason: LineRefusal): RefusedLine => ({ line: number, reason });
  const fields = fieldsOf(text, layout.delimiter);
  if (!fields || fields.length > layout.columns.length) return refused('malformed');
  const value = (column: Column) => fields[layout.columns.indexOf(column)] ?? '';
  const [code, link, day] = [value('code'), value('link'), value('expiresOn')];
  if (code.length > CODE_MAX || link.length > LINK_MAX) return refused('too-long');
  const ownExpiry = day === '' ? expiresAt : endOfDay(day);
  if (code === '' || UNREADABLE.test(code) || (link !== '' && !isWebLink(link)) || ownExpiry === undefined)
    return refused('malformed');
  if (ownExpiry && ownExpiry <= now) return refused('expired');
  return { number, code, link: link || null, expiresAt: ownExpiry };
}

export const isRefused = (line: CodeLine | RefusedLine): line is RefusedLine => 'reason' in line;
