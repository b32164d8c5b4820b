import type { User } from '@shop/contract/accounts/accounts';
import { BULK } from '@shop/contract/limits/admin-limits';
import type { BulkPreview } from '@shop/contract/products/bulk-preview';
import type { BulkProducts } from '@shop/contract/products/product-bulk';
import { recordAudits } from '../../../platform/audit.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { fail } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Database } from '../../../tables.ts';
import { lockProductEdits } from '../../stock/stock.service.ts';
import { claimUndo, insertBulkChange, listForChange, updateProductValues } from './bulk-products.queries.ts';
import { changesIn, type Plan, planChange, previewOf } from './bulk-products.rules.ts';
import { turnIntoPool } from './product-stock.service.ts';
import { listMatchingIds, updateStockColumns } from './products-admin.queries.ts';
import { type ProductAdminDeps, selectionOf } from './products-admin.service.ts';

type BulkDeps = Pick<ProductAdminDeps, 'db' | 'clock'>;
type BulkOutcome = {
  /** The number of products that exist and were not refused. */
  count: number;
  undo: string | null;
};

async function selectedIds(
  db: Database,
  { ids, matching, expected }: BulkProducts,
  now: Date,
): Promise<readonly string[]> {
  if (!matching) return ids ?? [];
  const found = await listMatchingIds(db, await selectionOf(db, matching, now), BULK.productsMax + 1);
  if (found.length > BULK.productsMax) throw fail('tooManyProducts');
  if (expected !== undefined && expected !== found.length) throw fail('selectionChanged');
  return found;
}

type Planning = { now: Date; isLocking: boolean };

async function planChanges(db: Database, change: BulkProducts, { now, isLocking }: Planning): Promise<Plan[]> {
  const ids = await selectedIds(db, change, now);
  const withUnsold = change.changes?.stockKind !== undefined;
  // A single edit takes the advisory lock before the row lock as well. The same order prevents deadlocks.
  if (isLocking && withUnsold) for (const id of ids.toSorted()) await lockProductEdits(db, id);
  const rows = await listForChange(db, ids, { withUnsold, isLocking });
  return rows.map((row) => planChange(row, change, now));
}

/** A dry run: nothing is stored. */
export const previewBulkChange = async ({ db, clock }: BulkDeps, change: BulkProducts): Promise<BulkPreview> =>
  previewOf(await planChanges(db, change, { now: clock.now(), isLocking: false }));

const auditActions = {
  activate: 'product.activated',
  deactivate: 'product.deactivated',
  delete: 'product.deleted',
  edit: 'product.updated',
} satisfies Record<BulkProducts['action'], string>;

export const applyBulkChange = ({ db, clock }: BulkDeps, actor: User, change: BulkProducts): Promise<BulkOutcome> =>
  inTransaction(db, async (db) => {
    const now = clock.now();
    const plans = (await planChanges(db, change, { now, isLocking: true })).filter(({ refusal }) => refusal === null);
    const changing = plans.filter((plan) => changesIn(plan).length > 0);
    await recordAudits(
      db,
      changing.map((plan) => ({
        at: now,
        actorId: actor._id,
        action: auditActions[change.action],
        subjectType: 'product',
        subjectId: plan.row.id,
        details: { title: plan.row.title, ...(change.action === 'edit' && { changed: changesIn(plan) }) },
      })),
    );
    const undo = await storePlans(db, actor, changing, now);
    return { count: plans.length, undo };
  });

/** Returns the id for an undo, or null. A change that withdraws codes cannot be undone. */
async function storePlans(db: Database, actor: User, plans: readonly Plan[], now: Date): Promise<string | null> {
  const written = await updateProductValues(
    db,
    plans.map(({ row, after }) => ({ id: row.id, ...after })),
    now,
  );
  const pools = plans.filter(({ becomesPool }) => becomesPool);
  for (const { row } of pools) await updateStockColumns(db, row.id, await turnIntoPool(db, row.id));
  if (plans.length === 0 || pools.length > 0) return null;
  const versions = new Map(written.map(({ id, version }) => [id, version.toISOString()]));
  const id = newId();
  await insertBulkChange(db, {
    id,
    madeBy: actor._id,
    madeAt: now,
    products: plans.map(({ row }) => ({
      id: row.id,
      version: versions.get(row.id) ?? '',
      price_paise: row.price_paise,
      expiry_date: row.expiry_date.toISOString(),
      category: row.category,
      is_active: row.is_active,
      // Deleted products cannot be edited, so the former value is always null.
      deleted_at: null,
    })),
  });
  return id;
}

const UNDO_MINUTES = 60;

/** Restores the products that nobody has changed since. `kept` counts the others. */
export const undoBulkChange = (
  { db, clock }: BulkDeps,
  actor: User,
  id: string,
): Promise<{ count: number; kept: number }> =>
  inTransaction(db, async (db) => {
    const now = clock.now();
    const products = await claimUndo(db, { id, madeBy: actor._id, since: minutesAfter(now, -UNDO_MINUTES), now });
    if (!products) throw fail('undoTooLate');
    const restored = await updateProductValues(db, products, now);
    await recordAudits(
      db,
      restored.map(({ id: productId, title }) => ({
        at: now,
        actorId: actor._id,
        action: 'product.change-undone',
        subjectType: 'product',
        subjectId: productId,
        details: { title },
      })),
    );
    return { count: restored.length, kept: products.length - restored.length };
  });

/** The product leaves every list at once. Orders keep their copy of it and the images in that copy. */
export async function deleteProduct(deps: BulkDeps, actor: User, id: string): Promise<string | null> {
  const { count, undo } = await applyBulkChange(deps, actor, { ids: [id], action: 'delete' });
  if (count === 0) throw fail('productNotFound');
  return undo;
}
