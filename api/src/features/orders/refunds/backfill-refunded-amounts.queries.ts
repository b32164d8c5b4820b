import { sql } from 'kysely';
import { NO_ID } from '../../../platform/ids.ts';
import type { Database } from '../../../tables.ts';

// A larger batch could exceed the statement timeout, and buyers would wait longer for a locked row.
const READ_AT_ONCE = 1_000;

/**
 * Fills in the refunded amount of orders that were refunded before migration 0064: the sum of the payment's refunds. An order
 * without a payment was refunded by hand, so its whole amount is used.
 */
export async function updatePastRefundedAmounts(db: Database): Promise<void> {
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
