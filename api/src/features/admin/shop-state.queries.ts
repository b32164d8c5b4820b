import { sql } from 'kysely';
import type { Database } from '../../tables.ts';

export type ShopState = {
  heldUnits: number;
  unpaidOrders: number;
  oldestUnsettledSeconds: number;
  openRefunds: number;
  oldestRefundSeconds: number;
};

/** One statement over the indexes of what is unfinished: it is asked at every look of the operator's monitoring. */
export async function readShopState(db: Database): Promise<ShopState> {
  const { rows } = await sql<ShopState>`
    select
      (select count(*)::int from units where state = 'held') as "heldUnits",
      (select count(*)::int from orders where payment_status = 'pending' and abandoned_at is null) as "unpaidOrders",
      (select coalesce(extract(epoch from now() - min(received_at)), 0)::float
         from provider_events where processed_at is null) as "oldestUnsettledSeconds",
      (select count(*)::int from refunds where status <> 'processed') as "openRefunds",
      (select coalesce(extract(epoch from now() - min(created_at)), 0)::float
         from refunds where status <> 'processed') as "oldestRefundSeconds"`.execute(db);
  if (!rows[0]) throw new Error('the state of the shop is one row');
  return rows[0];
}
