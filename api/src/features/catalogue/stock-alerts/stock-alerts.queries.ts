import type { Database } from '../../../tables.ts';

type Waiting = { productId: string; userId: string };

/** Returns true for a new alert. An existing alert without a mail keeps its place in the queue. */
export async function claimAlert(db: Database, { id, productId, userId, at }: Waiting & { id: string; at: Date }) {
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

export async function isWaiting(db: Database, { productId, userId }: Waiting): Promise<boolean> {
  const row = await db
    .selectFrom('stock_alerts')
    .select('id')
    .where('product_id', '=', productId)
    .where('user_id', '=', userId)
    .where('mailed_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeAlert(db: Database, { productId, userId }: Waiting): Promise<void> {
  await db.deleteFrom('stock_alerts').where('product_id', '=', productId).where('user_id', '=', userId).execute();
}
