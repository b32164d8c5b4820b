import { sql } from 'kysely';
import { plannedOnce } from '../../platform/planned-once.ts';
import type { Database } from '../../tables.ts';

/**
 * Whether the product is sold follows from its units; the row is written only when that changes. `exists` would read a
 * large table from its start, where all is sold: the first in order is looked for in the index.
 */
export const updateIsSold = plannedOnce((db, { productId }: { productId: string }) =>
  sql`
    update products set is_sold = now_sold.value
    from (select (
      select id from units where product_id = ${productId} and state = 'available' order by id limit 1
    ) is null as value) as now_sold
    where id = ${productId} and is_sold <> now_sold.value`.compile(db),
);

/** Of two that look at once the second sees what the first has seen, and what was committed meanwhile. */
export async function lockProduct(db: Database, productId: string): Promise<void> {
  await db.selectFrom('products').select('id').where('id', '=', productId).forNoKeyUpdate().execute();
}
