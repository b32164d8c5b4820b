import { sql } from 'kysely';
import { plannedOnce } from '../../platform/planned-once.ts';
import type { Database } from '../../tables.ts';

/**
 * Whether the product is sold, and when the last of it expires, follows from its units; the row is written only when
 * that changes. `exists` would read a large table from its start, where all is sold: the last in order, which is sold
 * last, is looked for in the index.
 */
export const updateIsSold = plannedOnce((db, { productId }: { productId: string }) =>
  sql`
    update products set is_sold = shelf.until is null, stock_until = coalesce(shelf.until, stock_until)
    from (select (
      select expires_at from units where product_id = ${productId} and state = 'available'
      order by expires_at desc limit 1
    ) as until) as shelf
    where id = ${productId} and (is_sold <> (shelf.until is null) or stock_until <> shelf.until)`.compile(db),
);

/** Of two that look at once the second sees what the first has seen, and what was committed meanwhile. */
export async function lockProduct(db: Database, productId: string): Promise<void> {
  await db.selectFrom('products').select('id').where('id', '=', productId).forNoKeyUpdate().execute();
}
