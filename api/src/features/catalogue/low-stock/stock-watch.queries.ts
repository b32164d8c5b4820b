import { sql } from 'kysely';
import type { Database, Row } from '../../../tables.ts';
import { countUnitsUpTo } from './low-stock.queries.ts';

export type StockLevel = Row<'products'>['stock_told'];

const level = sql<StockLevel>`case when "left" = 0 then 'sold-out' when "left" <= low_stock_at then 'low' else 'enough' end`;

/**
 * Watched products whose stock level differs from the one in the last mail. Products with a threshold and pools are
 * watched, because pools have to be refilled by hand.
 */
export const listChangedLevels = (
  db: Database,
  now: Date,
): Promise<{ id: string; mailed: StockLevel; level: StockLevel }[]> =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('products')
        .where('deleted_at', 'is', null)
        .where('is_active', '=', sql.lit(true))
        .where('expiry_date', '>', now)
        .where(sql<boolean>`(low_stock_at is not null or stock_kind = 'pool')`)
        .select(['id', 'stock_told', 'low_stock_at'])
        .select(countUnitsUpTo(0, now).as('left'))
        .as('watched'),
    )
    .select(['id', 'stock_told as mailed', level.as('level')])
    .where('stock_told', '<>', level)
    // Claims lock the rows in this order. Other transactions use the same order, which prevents deadlocks.
    .orderBy('id')
    .execute();

/** Returns false if another process has recorded a level meanwhile. */
export async function claimStockLevel(
  db: Database,
  { id, mailed, level }: { id: string; mailed: StockLevel; level: StockLevel },
) {
  const { numUpdatedRows } = await db
    .updateTable('products')
    .set({ stock_told: level })
    .where('id', '=', id)
    .where('stock_told', '=', mailed)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The products that still run low: some may have been refilled before the mail is sent. */
export async function listStillLow(db: Database, ids: readonly string[], now: Date) {
  const products = await db
    .selectFrom('products')
    .select(['id', 'title', 'company', 'low_stock_at'])
    .select(countUnitsUpTo(0, now).as('left'))
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('title')
    .execute();
  return products.filter(({ left, low_stock_at }) => left <= (low_stock_at ?? 0));
}
