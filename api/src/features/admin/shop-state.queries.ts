import { sql } from 'kysely';
import type { Database } from '../../tables.ts';

type ShopState = {
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
      open_refunds.count as "openRefunds",
      open_refunds.seconds as "oldestRefundSeconds"
    from (
      select count(*)::int as count,
        coalesce(extract(epoch from now() - min(refunds.created_at)), 0)::float as seconds
      from refunds join payments on payments.id = refunds.payment_id
      -- One that gave up is done once all has gone back in another way; a failed one of the provider's own is not ours.
      where refunds.status <> 'processed' and refunds.closed_at is null and payments.status <> 'refunded'
        and (refunds.origin = 'shop' or refunds.status = 'requested')
        -- A bank takes weeks to decide a dispute, and the refund waits for it.
        and not exists (
          select from disputes where payment_id = payments.id and state in ('open', 'under_review')
        )
    ) as open_refunds`.execute(db);
  if (!rows[0]) throw new Error('the state of the shop is one row');
  return rows[0];
}
