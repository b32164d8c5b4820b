import { sql } from 'kysely';
import { daysAfter } from '../../../platform/clock.ts';
import { deleting, type RetentionRule } from '../../../platform/retention.ts';
import type { Database } from '../../../tables.ts';
import type { ProductBefore } from '../catalogue.tables.ts';
import type { BulkRow, ProductValues } from './bulk-products.rules.ts';

type Reading = { withUnsold: boolean; isLocking: boolean };

/**
 * Locks the rows in the order of their ids, so that two bulk edits cannot deadlock. `for no key update` lets purchases
 * go on, because an order refers to the product's key.
 */
export const listForChange = (
  db: Database,
  ids: readonly string[],
  { withUnsold, isLocking }: Reading,
): Promise<BulkRow[]> =>
  db
    .selectFrom('products')
    .select(['id', 'title', 'price_paise', 'expiry_date', 'category', 'is_active', 'deleted_at', 'stock_kind'])
    .select(
      withUnsold
        ? sql<number>`(select count(*) from units where product_id = products.id and state in ('available', 'held'))`.as(
            'unsold',
          )
        : sql<number>`0`.as('unsold'),
    )
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .$if(isLocking, (query) => query.forNoKeyUpdate())
    .execute();

type Written = { id: string; title: string; version: Date };
type Wanted = Omit<ProductValues, 'expiry_date' | 'deleted_at'> & {
  id: string;
  version?: string;
  expiry_date: Date | string;
  deleted_at: Date | string | null;
};

// Ten thousand products in one statement would reach the statement timeout.
const PRODUCTS_A_STATEMENT = 1_000;

/** A product with a `version` is only written if it still has that version. */
export async function updateProductValues(db: Database, products: readonly Wanted[], now: Date): Promise<Written[]> {
  const written: Written[] = [];
  for (let start = 0; start < products.length; start += PRODUCTS_A_STATEMENT)
    written.push(...(await updateSlice(db, products.slice(start, start + PRODUCTS_A_STATEMENT), now)));
  return written;
}

async function updateSlice(db: Database, products: readonly Wanted[], now: Date): Promise<Written[]> {
  const { rows } = await sql<Written>`
    update products set
      price_paise = wanted.price_paise, expiry_date = wanted.expiry_date, category = wanted.category,
      is_active = wanted.is_active, deleted_at = wanted.deleted_at,
      updated_at = greatest(${now}, updated_at + interval '1 millisecond')
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as wanted (
      id uuid, version timestamptz, price_paise bigint, expiry_date timestamptz, category text,
      is_active boolean, deleted_at timestamptz
    )
    where products.id = wanted.id
      -- Versions travel as JSON, which knows no microseconds.
      and (wanted.version is null or date_trunc('milliseconds', products.updated_at) = wanted.version)
    returning products.id, products.title, products.updated_at as version`.execute(db);
  return rows;
}

export async function insertBulkChange(
  db: Database,
  change: { id: string; madeBy: string; madeAt: Date; products: readonly ProductBefore[] },
): Promise<void> {
  const { id, madeBy, madeAt, products } = change;
  await db
    .insertInto('bulk_changes')
    .values({ id, made_by: madeBy, made_at: madeAt, products: JSON.stringify(products) })
    .execute();
}

type Undo = { id: string; madeBy: string; since: Date; now: Date };

/** Claims the undo of a change: once, by the same admin, within the time limit. */
export async function claimUndo(db: Database, { id, madeBy, since, now }: Undo): Promise<ProductBefore[] | undefined> {
  const row = await db
    .updateTable('bulk_changes')
    .set({ undone_at: now })
    .where('id', '=', id)
    .where('made_by', '=', madeBy)
    .where('made_at', '>', since)
    .where('undone_at', 'is', null)
    .returning('products')
    .executeTakeFirst();
  return row?.products;
}

const KEPT_DAYS = 1;

export const bulkChangeRetention: RetentionRule[] = [
  deleting('what products were before a change that can no longer be taken back', 'bulk_changes', (row, now) =>
    row('made_at', '<', daysAfter(now, -KEPT_DAYS)),
  ),
];
