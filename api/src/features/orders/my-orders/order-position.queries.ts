import { sql } from 'kysely';
import type { Database } from '../../../tables.ts';

/** The position of an order in its buyer's list, from 0; undefined when it is not in the list. */
export async function findOrderPosition(
  db: Database,
  { buyerId, orderId }: { buyerId: string; orderId: string },
): Promise<number | undefined> {
  const place = await db
    .selectFrom('orders')
    .innerJoin('orders as newer', (join) =>
      join
        .onRef('newer.buyer_id', '=', 'orders.buyer_id')
        .on(
          sql<boolean>`newer.abandoned_at is null and (newer.created_at, newer.id) >= (orders.created_at, orders.id)`,
        ),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('orders.id', '=', orderId)
    .where('orders.buyer_id', '=', buyerId)
    .where('orders.abandoned_at', 'is', null)
    .executeTakeFirstOrThrow();
  return place.count === 0 ? undefined : place.count - 1;
}
