import { sql } from 'kysely';
import { NO_ID } from '../../../platform/ids.ts';
import type { Database } from '../../../tables.ts';

// Few enough for the statement timeout, and for buyers who wait for a locked row.
const READ_AT_ONCE = 1_000;

/**
 * Fills in the refunded amount of orders that were refunded before it was recorded: the sum of the refunds of its payment,
 * or the whole amount of an order without a payment, which was refunded by hand.
 */
export async function updatePastRefunds(db: Database): Promise<void> {
  for (let last: string | undefined = NO_ID; last; ) {
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      with part as materialized (
        select id from orders where id > ${last} order by id limit ${sql.lit(READ_AT_ONCE)}
      ), entered as (
        update orders set refunded_paise = case
          when provider_payment_id is null then amount_paid_paise
          else coalesce((
            select sum(amount_paise) from refunds
            where payment_id = provider_payment_id and refunds.status = 'processed'
          ), 0)
        end
        where id in (select id from part) and payment_status = 'refunded' and refunded_paise = 0 and amount_paid_paise > 0
      )
      select id from part order by id desc limit 1`.execute(db);
    last = rows[0]?.id;
  }
}
