import { cellTooLong, fieldMessages, tooManyColumns } from '@shop/contract/failures/messages';
import { COLUMNS_MAX, SHEET } from '@shop/contract/limits/admin-limits';
import { LIST_ITEMS_MAX } from '@shop/contract/limits/limits';
import type { ProductField } from '@shop/contract/products/product-fields';
import type { AdminProductRow } from '@shop/contract/products/product-input';
import { withoutFormulaGuard } from '../../../platform/files/csv.ts';
import {
  fieldsOf,
  headerIn,
  isBlankLine,
  isSeparatorLine,
  linesOf,
  type Unreadable,
  unwrapped,
} from '../../../platform/files/delimited-lines.ts';
import { indianDay } from '../../../platform/indian-day.ts';
import { mapYielding } from '../../../platform/yielding-loop.ts';

/** A plain field of the form, or a field that only a new product takes. */
export type SheetField = ProductField | '_id' | 'stockKind' | 'code' | 'productLink' | 'usageLimit';
type Column = { header: string; field: SheetField; cell: (product: AdminProductRow) => string | number };

const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');
const orBlank = (value: number | null | undefined) => value ?? '';
/** Joins a list with bars in one cell. A bar within an item is escaped. */
const listCell = (items: readonly string[]) => items.map((item) => item.replaceAll('|', '\\|')).join(' | ');

/** The columns of an export. An exported file can be imported again; it never contains codes. */
export const sheetColumns: Column[] = [
  { header: 'Product ID', field: '_id', cell: ({ _id }) => _id },
  { header: 'Title', field: 'title', cell: ({ title }) => title },
  { header: 'Subtitle', field: 'subtitle', cell: ({ subtitle }) => subtitle },
  { header: 'Company', field: 'company', cell: ({ company }) => company },
  { header: 'Category', field: 'category', cell: ({ category }) => category },
  { header: 'Price', field: 'price', cell: ({ price }) => price },
  { header: 'Original Price', field: 'originalPrice', cell: ({ originalPrice }) => orBlank(originalPrice) },
  { header: 'Expiry Date', field: 'expiryDate', cell: ({ expiryDate }) => indianDay(new Date(expiryDate)) },
  { header: 'Stock', field: 'stockKind', cell: ({ stockKind }) => stockKind },
  { header: 'One Time Use', field: 'isOneTimeUse', cell: ({ isOneTimeUse }) => yesOrNo(isOneTimeUse) },
  { header: 'Max Per Customer', field: 'maxPerCustomer', cell: ({ maxPerCustomer }) => orBlank(maxPerCustomer) },
  { header: 'Low Stock At', field: 'lowStockAt', cell: ({ lowStockAt }) => orBlank(lowStockAt) },
  { header: 'Active', field: 'isActive', cell: ({ isActive }) => yesOrNo(isActive) },
  { header: 'Details', field: 'details', cell: ({ details }) => listCell(details) },
  { header: 'How To Redeem', field: 'howToRedeem', cell: ({ howToRedeem }) => listCell(howToRedeem) },
  {
    header: 'Terms And Conditions',
    field: 'termsAndConditions',
    cell: ({ termsAndConditions }) => listCell(termsAndConditions),
  },
];

const inOneLine = (cell: string | number) => (typeof cell === 'string' ? cell.replaceAll(/\s*[\r\n]+\s*/g, ' ') : cell);

/** The cells of a product, in the order of the columns. */
export const sheetCells = (product: AdminProductRow): { field: SheetField; cell: string | number }[] =>
  sheetColumns.map(({ field, cell }) => ({ field, cell: inOneLine(cell(product)) }));

const newProductColumns: { header: string; field: SheetField }[] = [
  { header: 'Code', field: 'code' },
  { header: 'Product Link', field: 'productLink' },
  { header: 'Usage Limit', field: 'usageLimit' },
];
const knownColumns = [...sheetColumns, ...newProductColumns];
export const headerOf = (field: string): string | null =>
  knownColumns.find((column) => column.field === field)?.header ?? null;

const normalized = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');
const fieldsByName = new Map(
  knownColumns.flatMap(({ header, field }) => [header, field].map((name) => [normalized(name), field] as const)),
);
const columnNamed = (name: string): SheetField | undefined => fieldsByName.get(normalized(name));

export type SheetLine =
  | { number: number; values: Partial<Record<SheetField, string>> }
  | { number: number; refusal: string };
export type Sheet = { lines: SheetLine[]; ignored: string[] };

/** Reads the lines of a file by its header, or returns why the file cannot be read. */
export async function readSheet(text: string): Promise<Sheet | Unreadable> {
  const tooMany = fieldMessages.sheetTooLong;
  const all = await linesOf(text, { most: SHEET.maxLines + 2, longest: SHEET.lineMax, tooMany });
  if ('refusal' in all) return all;
  const numbered = (
    await mapYielding(all.entries(), ([index, line]) =>
      isBlankLine(line) || isSeparatorLine(line) ? [] : [{ number: index + 1, line }],
    )
  ).flat();
  const [first, ...rest] = numbered;
  const layout = headerIn(first?.line ?? '', (names) =>
    names.some((name) => ['title', '_id'].includes(columnNamed(name) ?? '')),
  );
  if (!layout) return { refusal: fieldMessages.sheetUnreadable };
  if (layout.names.length > COLUMNS_MAX) return { refusal: tooManyColumns(first?.number ?? 1, COLUMNS_MAX) };
  const fields = layout.names.map(columnNamed);
  // If two columns name the same field, the first one is read.
  const columns = fields.map((field, place) => (fields.indexOf(field) === place ? field : undefined));
  return {
    ignored: layout.names.filter((name, place) => name !== '' && columns[place] === undefined),
    lines: await mapYielding(rest, ({ number, line }): SheetLine => {
      const cells = fieldsOf(line, layout.delimiter);
      if (!cells) return { number, refusal: fieldMessages.lineUnreadable };
      if (cells.slice(columns.length).some(Boolean)) return { number, refusal: fieldMessages.lineTooWide };
      if (cells.some((cell) => cell.length > SHEET.cellMax)) return { number, refusal: cellTooLong(SHEET.cellMax) };
      if (line.includes('\0')) return { number, refusal: fieldMessages.lineUnstorable };
      const values: Partial<Record<SheetField, string>> = {};
      for (const [index, field] of columns.entries()) {
        const cell = cells[index];
        // A line that is shorter than the header leaves the remaining fields unset.
        if (field && cell !== undefined) values[field] = withoutFormulaGuard(unwrapped(cell));
      }
      return { number, values };
    }),
  };
}

const FLAGS: Record<string, string> = { yes: 'true', no: 'false' };
/** Returns at most one item too many, which is enough to refuse the list. */
const itemsOf = (cell: string) =>
  cell
    .split(/(?<!\\)\|/)
    .map((item) => item.replaceAll('\\|', '|').trim())
    .filter(Boolean)
    .slice(0, LIST_ITEMS_MAX + 1);

/** Converts a cell to the value that a form would send. */
export function asFormValue(field: SheetField, cell: string): unknown {
  if (field === 'details' || field === 'howToRedeem' || field === 'termsAndConditions') return itemsOf(cell);
  if (field === 'isActive' || field === 'isOneTimeUse') return FLAGS[cell.toLowerCase()] ?? cell.toLowerCase();
  return cell;
}
