import { sql } from 'kysely';
import { plannedOnce } from '../../platform/database/planned-once.ts';
import type { Database } from '../../tables.ts';

// `exists` would read a large table from its start, where all is sold: the last in order, which is sold last, is looked for
// in the index.
const shelfOf = (productId: string) => sql`(select (
  select expires_at from units where product_id = ${productId} and state = 'available'
  order by expires_at desc limit 1
) as until) as shelf`;

const isOtherwise = sql`(is_sold <> (shelf.until is null) or stock_until <> shelf.until)`;

/**
 * Whether the product is sold, and when the last of it expires, follows from its units; the row is written only when
 * that changes.
 */
export const updateIsSold = plannedOnce((db, { productId }: { productId: string }) =>
  sql`
    update products set is_sold = shelf.until is null, stock_until = coalesce(shelf.until, stock_until)
    from ${shelfOf(productId)}
    where id = ${productId} and ${isOtherwise}`.compile(db),
);

/** The same, unless somebody is changing the row: a change of many, or a sheet, holds it for as long as that takes. */
export const updateIsSoldIfFree = plannedOnce((db, { productId }: { productId: string }) =>
  sql`
    update products set is_sold = free.until is null, stock_until = coalesce(free.until, products.stock_until)
    from (
      select id, until from products, ${shelfOf(productId)}
      where id = ${productId} and ${isOtherwise} for no key update of products skip locked
    ) as free
    where products.id = free.id`.compile(db),
);

/** What was ordered since and has nothing left counts as sold, unless somebody is changing the row. */
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
 * Of two that look at once the second sees what the first has seen, and what was committed meanwhile. Whoever changes many
 * products holds the row for longer than a job may wait beside those that deliver: it fails soon, and comes back.
 */
export async function lockProduct(db: Database, productId: string): Promise<void> {
  await sql`set local lock_timeout = '200ms'`.execute(db);
  await db.selectFrom('products').select('id').where('id', '=', productId).forNoKeyUpdate().execute();
}
