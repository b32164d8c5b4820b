import { sql } from 'kysely';
import type { RowRange } from '../../platform/page.ts';
import type { Database } from '../../tables.ts';

/** The orders that received units of a batch, one row an order. */
const ordersOf = (db: Database, batchId: string) =>
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

/** Newest first. */
export const listOrdersOfBatch = (db: Database, batchId: string, { limit, offset }: RowRange) =>
  ordersOf(db, batchId)
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
    .limit(limit)
    .offset(offset)
    .execute();

/** Oldest first. Whether its buyer can still be written to is asked when the mail leaves. */
export const listIdsOfBatch = async (db: Database, batchId: string): Promise<string[]> => {
  const rows = await ordersOf(db, batchId).select('received.order_id').orderBy('deliveries.delivered_at').execute();
  return rows.map(({ order_id }) => order_id);
};
