import { sql } from 'kysely';
import type { Database } from '../../tables.ts';

type ShopState = {
  heldUnits: number;
  unpaidOrders: number;
  oldestUnsettledSeconds: number;
  openRefunds: number;
  oldestRefundSeconds: number;
};

/** One indexed statement, because it runs at every scrape of the monitoring. */
export async function readShopState(db: Database): Promise<ShopState> {
  const { rows } = await sql<ShopState>`
    select
      (select count(*)::int from units where state = 'held') as "heldUnits",
      (select count(*)::int from orders where payment_status = 'pending' and abandoned_at is null) as "unpaidOrders",
      (select coalesce(extract(epoch from now() - min(received_at)), 0)::float
         from provider_events where processed_at is null) as "oldestUnsettledSeconds",
      open_refunds.count as "openRefunds",
      open_refunds.seconds as "oldestRefundSeconds"
    from (
      select count(*)::int as count,
        coalesce(extract(epoch from now() - min(refunds.created_at)), 0)::float as seconds
      from refunds join payments on payments.id = refunds.payment_id
      -- A refund without further attempts is done once the payment is refunded in another way. A failed refund that the
      -- provider made by itself is not ours to finish.
      where refunds.status <> 'processed' and refunds.closed_at is null and payments.status <> 'refunded'
        and (refunds.origin = 'shop' or refunds.status = 'requested')
        -- A refund waits while a dispute is open, which can take weeks.
        and not exists (
          select from disputes where payment_id = payments.id and state in ('open', 'under_review')
        )
    ) as open_refunds`.execute(db);
  if (!rows[0]) throw new Error('the state of the shop is one row');
  return rows[0];
}
