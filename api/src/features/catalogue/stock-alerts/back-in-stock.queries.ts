import { sql } from 'kysely';
import type { Database } from '../../../tables.ts';
import { productsOnSale } from '../browse/on-sale.queries.ts';

/** Products that can be bought again and have an alert without a mail. */
export const listProductsBack = async (db: Database, now: Date): Promise<string[]> => {
  const rows = await productsOnSale(db, { now })
    .select('id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('stock_alerts')
          .whereRef('stock_alerts.product_id', '=', 'products.id')
          .where('stock_alerts.mailed_at', 'is', null),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
};

/** Marks the oldest alerts as mailed and returns their ids, oldest first. */
export async function claimOldestAlerts(
  db: Database,
  { productId, limit, at }: { productId: string; limit: number; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with oldest as (
      select id from stock_alerts where product_id = ${productId} and mailed_at is null
      order by asked_at, id limit ${limit} for update skip locked
    ), mailed as (
      update stock_alerts set mailed_at = ${at} from oldest where stock_alerts.id = oldest.id
      returning stock_alerts.id, asked_at
    )
    select id from mailed order by asked_at, id`.execute(db);
  return rows.map(({ id }) => id);
}
