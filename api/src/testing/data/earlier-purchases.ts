import { newId } from '../../platform/ids.ts';
import type { SignedInClient } from '../clients/test-sessions.ts';
import type { TestShop } from '../test-shop.ts';

/** Inserts one paid order for each buyer. Returns a function that deletes these orders. */
export async function recordEarlierPurchases({ pool }: TestShop, buyers: readonly SignedInClient[]): Promise<() => Promise<void>> {
  const ids = buyers.map(() => newId());
  await pool.query(
    `insert into orders (id, buyer_id, product_id, quantity, amount_paise, amount_paid_paise, is_one_time_use,
                         payment_status, receipt, product_details, created_at, updated_at)
     select order_id, buyer_id, (select id from products limit 1), 1, 100, 100, false,
            'completed', order_id::text, '{}', now(), now()
     from unnest($1::uuid[], $2::uuid[]) as believed (order_id, buyer_id)`,
    [ids, buyers.map(({ user }) => user.id)],
  );
  return async () => {
    await pool.query('delete from orders where id = any($1)', [ids]);
  };
}
