import { sql } from 'kysely';
import type { RowRange } from '../../../platform/lists/page.ts';
import type { Database } from '../../../tables.ts';

/** The orders that received units of a batch, one row per order. */
const deliveredOrdersOf = (db: Database, batchId: string) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('units')
        .innerJoin('delivered_units', 'delivered_units.unit_id', 'units.id')
        .where('units.batch_id', '=', batchId)
        .groupBy('delivered_units.order_id')
        .select(({ fn }) => ['delivered_units.order_id', fn.countAll<number>().as('units')])
        .as('received'),
    )
    .innerJoin('deliveries', 'deliveries.order_id', 'received.order_id');

const selectOrders = (db: Database, batchId: string, limit: number) =>
  deliveredOrdersOf(db, batchId)
    .innerJoin('orders', 'orders.id', 'received.order_id')
    .leftJoin('users', 'users.id', 'orders.buyer_id')
    .select([
      'orders.id',
      'orders.status',
      'orders.amount_paid_paise',
      'deliveries.delivered_at',
      'received.units',
      'users.name',
      'users.email',
      sql<Date | null>`(select max(revealed_at) from reveals where reveals.order_id = orders.id)`.as('revealed_at'),
    ])
    .orderBy('deliveries.delivered_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit);

/** Newest first. */
export const listOrdersOfBatch = (db: Database, batchId: string, { limit, offset }: RowRange) =>
  selectOrders(db, batchId, limit).offset(offset).execute();

/** The next rows of an export, newest first. Keyset pagination, because units of the batch may be sold during the export. */
export function listOrdersForBatchExport(
  db: Database,
  batchId: string,
  { after, limit }: { after: string | undefined; limit: number },
) {
  const query = selectOrders(db, batchId, limit);
  if (!after) return query.execute();
  const last = sql`(select delivered_at from deliveries where order_id = ${after}), ${after}::uuid`;
  return query.where(sql<boolean>`(deliveries.delivered_at, orders.id) < (${last})`).execute();
}

/** Oldest first. The mail job checks whether the buyer still has an account. */
export const listOrderIdsOfBatch = async (db: Database, batchId: string): Promise<string[]> => {
  const rows = await deliveredOrdersOf(db, batchId)
    .select('received.order_id')
    .orderBy('deliveries.delivered_at')
    .execute();
  return rows.map(({ order_id }) => order_id);
};
