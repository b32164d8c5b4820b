import { failures } from '@shop/contract/failures/failures';
import { fieldMessages } from '@shop/contract/failures/messages';
import { productFieldNames, productFields } from '@shop/contract/products/product-fields';
import { type AdminProductRow, type ProductInput, productInput } from '@shop/contract/products/product-input';
import type { SheetReport } from '@shop/contract/products/product-sheet';
import { z } from 'zod';
import { isRoundedNumber } from '../../../platform/files/delimited-lines.ts';
import { mapYielding } from '../../../platform/yielding-loop.ts';
import { type AdminProductRecord, productForAdmins } from '../manage/product-for-admins.ts';
import { changedFields, readExpiry } from '../manage/products-admin.rules.ts';
import { columnsOfSome, type ProductColumns } from '../product-columns.ts';
import type { EarlierImport } from './earlier-imports.rules.ts';
import { asFormValue, headerOf, type SheetField, type SheetLine, sheetCells } from './product-sheet.rules.ts';

type Line = { line: number };
type Refused = SheetReport['refused'][number];
type Planned =
  | (Line & { kind: 'create'; input: ProductInput })
  | (Line & { kind: 'update'; row: AdminProductRecord; columns: Partial<ProductColumns>; changed: string[] })
  | (Line & { kind: 'unchanged' })
  | (Line & { kind: 'refused'; refusals: Refused[] });
type Values = Partial<Record<SheetField, string>>;
type PlanContext = {
  /** The products that the lines refer to by id. */
  rows: readonly AdminProductRecord[];
  /** Whether an import of the last hour already created the product of this line. */
  findEarlierImport: (input: ProductInput, expiryDate: Date) => EarlierImport | undefined;
  now: Date;
};

const refused = (line: number, field: string | null, reason: string): Planned => ({
  line,
  kind: 'refused',
  refusals: [{ line, column: field && headerOf(field), reason }],
});

// A report of every mistake in thousands of lines would have many megabytes.
const LINE_REFUSALS_MAX = 4;

/** Reports the first mistake of each cell, up to the limit of a line. */
function refusedBy(line: number, { issues }: z.ZodError): Planned {
  const first = new Map<string, string>();
  for (const { path, message } of issues) if (!first.has(String(path[0]))) first.set(String(path[0]), message);
  const refusals = [...first]
    .slice(0, LINE_REFUSALS_MAX)
    .map(([field, reason]) => ({ line, column: headerOf(field), reason }));
  return { line, kind: 'refused', refusals };
}

const formOf = (values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([field, cell]) => [field, asFormValue(field as SheetField, cell)]));

/** The first field with U+FFFD, which stands for letters that could not be decoded. */
const findGarbledField = (values: Values) => Object.entries(values).find(([, cell]) => cell.includes('\uFFFD'))?.[0];

function planNew(line: number, { _id, ...values }: Values, { findEarlierImport, now }: PlanContext): Planned {
  const garbled = findGarbledField(values);
  if (garbled) return refused(line, garbled, fieldMessages.lettersLost);
  if (isRoundedNumber(values.code ?? '')) return refused(line, 'code', fieldMessages.codeRounded);
  const read = productInput.safeParse(formOf(values));
  if (!read.success) return refusedBy(line, read.error);
  const expiry = readExpiry(read.data.expiryDate, now);
  if ('refusal' in expiry) return refused(line, 'expiryDate', expiry.refusal);
  const earlier = findEarlierImport(read.data, expiry);
  if (earlier === 'same') return { line, kind: 'unchanged' };
  return earlier ? refused(line, earlier, fieldMessages.madeOtherwise) : { line, kind: 'create', input: read.data };
}

/** The cells that differ from an export. Equal cells change nothing: an export loses details such as line breaks. */
function changedCells(values: Values, product: AdminProductRow): Values {
  const exported = new Map<string, string>(sheetCells(product).map(({ field, cell }) => [field, String(cell).trim()]));
  return Object.fromEntries(Object.entries(values).filter(([field, cell]) => cell !== exported.get(field)));
}

/** A field without a column in the file keeps its value. */
function planUpdate(line: number, cells: Values, row: AdminProductRecord, now: Date): Planned {
  const values = changedCells(cells, productForAdmins(row, now));
  const garbled = findGarbledField(values);
  if (garbled) return refused(line, garbled, fieldMessages.lettersLost);
  for (const field of ['code', 'productLink', 'usageLimit'] as const)
    if (values[field]) return refused(line, field, fieldMessages.onlyForNew);
  if (values.stockKind) return refused(line, 'stockKind', fieldMessages.stockKindFixed);
  const fields = productFieldNames.filter((field) => values[field] !== undefined);
  const shape = Object.fromEntries(fields.map((field) => [field, productFields[field].input]));
  const read = z.object(shape).safeParse(formOf(values));
  if (!read.success) return refusedBy(line, read.error);
  const given = read.data as Partial<ProductInput>;
  const { expiryDate } = given;
  const expiry = expiryDate === undefined ? row.expiry_date : readExpiry(expiryDate, now, row.expiry_date);
  if ('refusal' in expiry) return refused(line, 'expiryDate', expiry.refusal);
  const columns = columnsOfSome({ ...given, expiryDate: expiry }, fields);
  const changed = changedFields(row, { ...row, ...columns });
  return changed.length > 0 ? { line, kind: 'update', row, columns, changed } : { line, kind: 'unchanged' };
}

export const isProductId = (id: string | undefined): id is string => z.uuid().safeParse(id).success;

/** Plans what each line does. */
export function planLines(lines: readonly SheetLine[], context: PlanContext): Promise<Planned[]> {
  const byId = new Map(context.rows.map((row) => [row.id, row]));
  const seen = new Set<string>();
  return mapYielding(lines, (line) => {
    if ('refusal' in line) return refused(line.number, null, line.refusal);
    const id = line.values._id?.toLowerCase();
    if (!id) return planNew(line.number, line.values, context);
    const row = byId.get(id);
    if (!row) return refused(line.number, '_id', failures.productNotFound.message);
    if (seen.has(id)) return refused(line.number, '_id', fieldMessages.productTwice);
    seen.add(id);
    return planUpdate(line.number, line.values, row, context.now);
  });
}

export function reportOf(plans: readonly Planned[], ignored: string[]): SheetReport {
  const count = (kind: Planned['kind']) => plans.filter((plan) => plan.kind === kind).length;
  return {
    lines: plans.length,
    created: count('create'),
    updated: count('update'),
    unchanged: count('unchanged'),
    ignored,
    refused: plans.flatMap((plan) => (plan.kind === 'refused' ? plan.refusals : [])),
  };
}
