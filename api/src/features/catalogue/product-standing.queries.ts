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

/** The same for every product. Two claims of the last two units, each blind to the other, leave it wrong. */
export async function updateEveryIsSold(db: Database): Promise<void> {
  await sql`
    update products set is_sold = not is_sold
    where deleted_at is null and is_sold = exists (
      select 1 from units where units.product_id = products.id and state = 'available'
    )`.execute(db);
}
