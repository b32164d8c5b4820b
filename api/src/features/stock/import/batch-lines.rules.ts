import { LINK_MAX } from '@shop/contract/limits/admin-limits';
import { CODE_MAX } from '@shop/contract/limits/limits';
import { isReadable, isWebLink } from '@shop/contract/products/product-input';
import type { LineRefusal } from '@shop/contract/stock-kinds';
import { fieldsOf, isRoundedNumber, unwrapped } from '../../../platform/files/delimited-lines.ts';
import { endOfIndianDay, indianDay } from '../../../platform/indian-day.ts';
import type { Column } from './batch-columns.rules.ts';
import type { Layout, Line } from './batch-sheet.rules.ts';

export type CodeLine = { number: number; code: string; link: string | null; expiresAt: Date | null };
export type RefusedLine = { line: number; reason: LineRefusal };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The end of a day in India; undefined for a day that does not exist. */
export function endOfDay(day: string): Date | undefined {
  if (!DAY.test(day)) return undefined;
  const end = endOfIndianDay(day);
  return !Number.isNaN(end.getTime()) && indianDay(end) === day ? end : undefined;
}

/** Other space characters look like a space, so one code could be imported twice. */
const withPlainSpaces = (code: string) => code.replace(/\p{Zs}/gu, ' ');

const isCode = (text: string) => text !== '' && isReadable(text) && !isRoundedNumber(text);

type Reading = { layout: Layout; expiresAt: Date | null; now: Date };

/** Reads a line, or returns why it is refused. `expiresAt` is the expiry of lines without a day. */
export function readLine({ number, text }: Line, { layout, expiresAt, now }: Reading): CodeLine | RefusedLine {
  const refused = (reason: LineRefusal): RefusedLine => ({ line: number, reason });
  const fields = fieldsOf(text, layout.delimiter);
  if (!fields || fields.length > layout.columns.length) return refused('malformed');
  const value = (column: Column) => unwrapped(fields[layout.columns.indexOf(column)] ?? '');
  const [code, link, day] = [withPlainSpaces(value('code')), value('link'), value('expiresOn')];
  if (code.length > CODE_MAX || link.length > LINK_MAX) return refused('too-long');
  const ownExpiry = day === '' ? expiresAt : endOfDay(day);
  if (!isCode(code) || (link !== '' && !isWebLink(link)) || ownExpiry === undefined) return refused('malformed');
  if (ownExpiry && ownExpiry <= now) return refused('expired');
  return { number, code, link: link || null, expiresAt: ownExpiry };
}

export const isRefused = (line: CodeLine | RefusedLine): line is RefusedLine => 'reason' in line;
