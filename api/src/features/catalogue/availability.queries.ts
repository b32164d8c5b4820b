import { sql } from 'kysely';
import { plannedOnce } from '../../platform/database/planned-once.ts';
import type { Database } from '../../tables.ts';

// `exists` may scan a large table from its start, where every unit is sold. The order makes PostgreSQL use the index and
// look at the unit that expires last, because that unit is sold last.
const shelfOf = (productId: string) => sql`(select (
  select expires_at from units where product_id = ${productId} and state = 'available'
  order by expires_at desc limit 1
) as until) as shelf`;

const isOtherwise = sql`(is_sold <> (shelf.until is null) or stock_until <> shelf.until)`;

/**
 * Derives `is_sold` and `stock_until` (the expiry of the last available unit) from the units. The row is written only
 * when one of them changes.
 */
export const updateIsSold = plannedOnce((db, { productId }: { productId: string }) =>
  sql`
    update products set is_sold = shelf.until is null, stock_until = coalesce(shelf.until, stock_until)
    from ${shelfOf(productId)}
    where id = ${productId} and ${isOtherwise}`.compile(db),
);

/** Like `updateIsSold`, but skips a locked row: a bulk edit or a product sheet keeps its lock until it ends. */
export const updateIsSoldIfFree = plannedOnce((db, { productId }: { productId: string }) =>
  sql`
    update products set is_sold = free.until is null, stock_until = coalesce(free.until, products.stock_until)
    from (
      select id, until from products, ${shelfOf(productId)}
      where id = ${productId} and ${isOtherwise} for no key update of products skip locked
    ) as free
    where products.id = free.id`.compile(db),
);

/** Marks recently ordered products without an available unit as sold. Skips locked rows. */
export async function updateSoldSince(db: Database, since: Date): Promise<void> {
  await sql`
    update products set is_sold = true from (
      select id from products
      where id in (select product_id from orders where abandoned_at is null and created_at > ${since})
        and not is_sold and (
          select id from units where product_id = products.id and state = 'available' order by expires_at desc limit 1
        ) is null
      for no key update skip locked
    ) as emptied
    where products.id = emptied.id`.execute(db);
}

/**
 * Serializes concurrent refreshes of one product, so that the second one sees the commits of the first. The short timeout
 * keeps the job from waiting for a bulk edit: the job fails and is retried.
 */
export async function lockProduct(db: Database, productId: string): Promise<void> {
  await sql`set local lock_timeout = '200ms'`.execute(db);
  await db.selectFrom('products').select('id').where('id', '=', productId).forNoKeyUpdate().execute();
}
