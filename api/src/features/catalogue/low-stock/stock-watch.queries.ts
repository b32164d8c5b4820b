import { sql } from 'kysely';
import type { Database, Row } from '../../../tables.ts';
import { unitsUpTo } from './low-stock.queries.ts';

export type Told = Row<'products'>['stock_told'];

const stands = sql<Told>`case when "left" = 0 then 'sold-out' when "left" <= low_stock_at then 'low' else 'enough' end`;

/**
 * Watched products whose stock level differs from the one in the last mail. Products with a threshold and pools are
 * watched, because pools have to be refilled by hand.
 */
export const listUntold = (db: Database, now: Date): Promise<{ id: string; told: Told; stands: Told }[]> =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('products')
        .where('deleted_at', 'is', null)
        .where('is_active', '=', sql.lit(true))
        .where('expiry_date', '>', now)
        .where(sql<boolean>`(low_stock_at is not null or stock_kind = 'pool')`)
        .select(['id', 'stock_told', 'low_stock_at'])
        .select(unitsUpTo(0, now).as('left'))
        .as('watched'),
    )
    .select(['id', 'stock_told as told', stands.as('stands')])
    .where('stock_told', '<>', stands)
    // Claims lock the rows in this order. Other transactions use the same order, which prevents deadlocks.
    .orderBy('id')
    .execute();

/** Returns false if another process has recorded a level meanwhile. */
export async function claimTold(db: Database, { id, told, stands }: { id: string; told: Told; stands: Told }) {
  const { numUpdatedRows } = await db
    .updateTable('products')
    .set({ stock_told: stands })
    .where('id', '=', id)
    .where('stock_told', '=', told)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The products that still run low: some may have been refilled before the mail is sent. */
export async function listLow(db: Database, ids: readonly string[], now: Date) {
  const products = await db
    .selectFrom('products')
    .select(['id', 'title', 'company', 'low_stock_at'])
    .select(unitsUpTo(0, now).as('left'))
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('title')
    .execute();
  return products.filter(({ left, low_stock_at }) => left <= (low_stock_at ?? 0));
}
