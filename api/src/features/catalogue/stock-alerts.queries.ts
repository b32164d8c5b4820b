import { sql } from 'kysely';
import type { Database } from '../../tables.ts';

type Wish = { productId: string; userId: string };

/** Whether this is new: somebody who waits already keeps their place. */
export async function claimAlert(db: Database, { id, productId, userId, at }: Wish & { id: string; at: Date }) {
  const row = await db
    .insertInto('stock_alerts')
    .values({ id, product_id: productId, user_id: userId, asked_at: at, mailed_at: null })
    .onConflict((conflict) =>
      conflict
        .constraint('stock_alerts_once')
        .doUpdateSet({ asked_at: at, mailed_at: null })
        .where('stock_alerts.mailed_at', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function isWaiting(db: Database, { productId, userId }: Wish): Promise<boolean> {
  const row = await db
    .selectFrom('stock_alerts')
    .select('id')
    .where('product_id', '=', productId)
    .where('user_id', '=', userId)
    .where('mailed_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeAlert(db: Database, { productId, userId }: Wish): Promise<void> {
  await db.deleteFrom('stock_alerts').where('product_id', '=', productId).where('user_id', '=', userId).execute();
}

export async function removeAlertById(db: Database, id: string): Promise<void> {
  await db.deleteFrom('stock_alerts').where('id', '=', id).execute();
}

export const findAlert = (db: Database, id: string) =>
  db
    .selectFrom('stock_alerts')
    .innerJoin('products', 'products.id', 'stock_alerts.product_id')
    .innerJoin('users', 'users.id', 'stock_alerts.user_id')
    .select(['stock_alerts.product_id', 'products.title', 'users.name', 'users.email', 'users.closed_at'])
    .where('stock_alerts.id', '=', id)
    .executeTakeFirst();

/** Products that somebody waits for and that can be bought again. */
export const listProductsBack = async (db: Database, now: Date): Promise<string[]> => {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('is_listed', '=', true)
    .where('sellable_until', '>', now)
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

/** Those who have waited longest, in that order; they wait no longer. */
export async function claimWaiting(
  db: Database,
  { productId, limit, at }: { productId: string; limit: number; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with longest as (
      select id from stock_alerts where product_id = ${productId} and mailed_at is null
      order by asked_at, id limit ${limit} for update skip locked
    ), told as (
      update stock_alerts set mailed_at = ${at} from longest where stock_alerts.id = longest.id
      returning stock_alerts.id, asked_at
    )
    select id from told order by asked_at, id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Waits on, where it was in the line: the product was gone before the mail left. */
export async function updateAlertWaiting(db: Database, id: string): Promise<void> {
  await db.updateTable('stock_alerts').set({ mailed_at: null }).where('id', '=', id).execute();
}
