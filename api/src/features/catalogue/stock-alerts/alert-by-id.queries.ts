import type { Database } from '../../../tables.ts';

export const findAlert = (db: Database, id: string) =>
  db
    .selectFrom('stock_alerts')
    .innerJoin('products', 'products.id', 'stock_alerts.product_id')
    .innerJoin('users', 'users.id', 'stock_alerts.user_id')
    .select(['stock_alerts.product_id', 'stock_alerts.asked_at', 'stock_alerts.mailed_at', 'products.title'])
    .select(['users.name', 'users.email', 'users.active'])
    .where('stock_alerts.id', '=', id)
    .executeTakeFirst();

/** Puts the alert back in its place in the queue: the product sold out again before the mail was sent. */
export async function updateAlertUnmailed(db: Database, id: string): Promise<void> {
  await db.updateTable('stock_alerts').set({ mailed_at: null }).where('id', '=', id).execute();
}

export async function removeAlertById(db: Database, id: string): Promise<void> {
  await db.deleteFrom('stock_alerts').where('id', '=', id).execute();
}
