import type { User } from '@shop/contract/accounts/accounts';
import type { ProductFilters } from '@shop/contract/products/product-filters';
import type { SheetInput, SheetReport } from '@shop/contract/products/product-sheet';
import { recordAudits } from '../../../platform/audit.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import { withAdvisoryLock } from '../../../platform/database/advisory-lock.ts';
import { fail } from '../../../platform/failure.ts';
import { csvHeader, csvRow } from '../../../platform/files/csv.ts';
import { newId } from '../../../platform/ids.ts';
import type { Database } from '../../../tables.ts';
import { type AdminProductRecord, productForAdmins } from '../manage/product-for-admins.ts';
import { claimProductVersion, listAdminProducts, listIdsForExport } from '../manage/products-admin.queries.ts';
import { nextVersion } from '../manage/products-admin.rules.ts';
import { type ProductAdminDeps, selectionOf } from '../manage/products-admin.service.ts';
import { type Adding, addProducts } from '../manage/save-product.service.ts';
import type { ProductColumns } from '../product-columns.ts';
import { createImportMatcher } from './earlier-imports.rules.ts';
import { listCreatedBy } from './product-sheet.queries.ts';
import { readSheet, type Sheet, sheetCells, sheetColumns } from './product-sheet.rules.ts';
import { isProductId, planLines, reportOf } from './product-sheet-plan.rules.ts';

const EXPORT_PAGE = 500;

/** Yields the filtered products as CSV, newest first, page by page. */
export async function* exportProducts(
  { db, clock }: ProductAdminDeps,
  filters: ProductFilters,
): AsyncGenerator<string> {
  const now = clock.now();
  const selection = await selectionOf(db, filters, now);
  yield csvHeader(sheetColumns.map(({ header }) => header));
  let after: string | undefined;
  for (;;) {
    const ids: string[] = await listIdsForExport(db, selection, { after, limit: EXPORT_PAGE });
    const rows = ids.length > 0 ? await listAdminProducts(db, ids, now) : [];
    const products = rows.map((row) => productForAdmins(row, now));
    yield products.map((product) => csvRow(sheetCells(product).map(({ cell }) => cell))).join('');
    if (ids.length < EXPORT_PAGE) return;
    after = ids.at(-1);
  }
}

const REPEATED_MINUTES = 60;

async function requireSheet({ products }: SheetInput): Promise<Sheet> {
  const sheet = await readSheet(products);
  if ('refusal' in sheet) throw fail('validationFailed', { errors: { products: sheet.refusal } });
  return sheet;
}

/** Plans each line of a file; nothing is stored. */
async function planSheet({ db, vault, actor, now }: Adding & { db: Database }, sheet: Sheet) {
  const ids = sheet.lines.flatMap((line) => ('values' in line && isProductId(line.values._id) ? line.values._id : []));
  const rows = await listAdminProducts(db, ids, now);
  const made = await listCreatedBy(db, { userId: actor._id, since: minutesAfter(now, -REPEATED_MINUTES) });
  const plans = await planLines(sheet.lines, { rows, findEarlierImport: createImportMatcher(made, vault), now });
  return { plans, report: reportOf(plans, sheet.ignored) };
}

/** A dry run: nothing is stored. */
export const previewProductImport = async (
  deps: ProductAdminDeps,
  actor: User,
  input: SheetInput,
): Promise<SheetReport> =>
  (await planSheet({ ...deps, actor, now: deps.clock.now() }, await requireSheet(input))).report;

/**
 * Creates and updates products: all lines of the file or none. A client that lost the answer may send the file again: a
 * product that it created within the hour is not created twice.
 */
export async function importProducts(
  { db, clock, vault }: ProductAdminDeps,
  actor: User,
  input: SheetInput,
): Promise<SheetReport> {
  const sheet = await requireSheet(input);
  // One file at a time, so that a repeated file sees the products of the first.
  return withAdvisoryLock(db, 'sheet of products', async (db) => {
    const now = clock.now();
    const { plans, report } = await planSheet({ db, vault, actor, now }, sheet);
    if (report.created + report.updated === 0 && report.refused.length > 0) throw fail('sheetRefused');
    if (report.refused.length > 0 && !input.skipRefused) throw fail('sheetRefused');
    const added = plans.flatMap((plan) => (plan.kind === 'create' ? { id: newId(), input: plan.input } : []));
    await addProducts(db, { vault, now, actor }, added);
    for (const plan of plans) if (plan.kind === 'update') await updateFromSheet(db, plan.row, plan.columns, now);
    await recordAudits(
      db,
      plans.flatMap((plan) =>
        plan.kind === 'update'
          ? {
              at: now,
              actorId: actor._id,
              action: 'product.updated',
              subjectType: 'product' as const,
              subjectId: plan.row.id,
              details: { title: plan.row.title, changed: plan.changed },
            }
          : [],
      ),
    );
    return report;
  });
}

async function updateFromSheet(
  db: Database,
  row: AdminProductRecord,
  columns: Partial<ProductColumns>,
  now: Date,
): Promise<void> {
  const version = { id: row.id, updatedAt: row.updated_at };
  const isSaved = await claimProductVersion(db, version, {
    ...columns,
    updated_at: nextVersion(now, row.updated_at),
  });
  if (!isSaved) throw fail('sheetOvertaken');
}
