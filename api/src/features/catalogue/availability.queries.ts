import { sql } from 'kysely';
import { plannedOnce } from '../../platform/database/planned-once.ts';
import type { Database } from '../../tables.ts';

// `exists` may scan a large table from its start, where every unit is sold. The order makes PostgreSQL use the index and
// look at the unit that expires last, because that unit is sold last.
const lastUnitOf = (productId: string) => sql`(select (
  select expires_at from units where product_id = ${productId} and state = 'available'
  order by expires_at desc limit 1
) as expires_at) as last_unit`;

const isChanged = sql`(is_sold <> (last_unit.expires_at is null) or stock_until <> last_unit.expires_at)`;

/**
 * Derives `is_sold` and `stock_until` (the expiry of the last available unit) from the units. The row is written only
 * when one of them changes.
 */
export const updateIsSold = plannedOnce((db, { productId }: { productId: string }) =>
  sql`
    update products set is_sold = last_unit.expires_at is null, stock_until = coalesce(last_unit.expires_at, stock_until)
    from ${lastUnitOf(productId)}
    where id = ${productId} and ${isChanged}`.compile(db),
);

/** Like `updateIsSold`, but skips a locked row: a bulk edit or a product sheet keeps its lock until it ends. */
export const updateIsSoldIfUnlocked = plannedOnce((db, { productId }: { productId: string }) =>
  sql`
    update products set is_sold = unlocked.expires_at is null, stock_until = coalesce(unlocked.expires_at, products.stock_until)
    from (
      select id, last_unit.expires_at from products, ${lastUnitOf(productId)}
      where id = ${productId} and ${isChanged} for no key update of products skip locked
    ) as unlocked
    where products.id = unlocked.id`.compile(db),
);

/** Marks recently ordered products without an available unit as sold. Skips locked rows. */
export async function updateIsSoldSince(db: Database, since: Date): Promise<void> {
  await sql`
    update products set is_sold = true from (
      select id from products
      where id in (select product_id from orders where abandoned_at is null and created_at > ${since})
        and not is_sold and (
          select id from units where product_id = products.id and state = 'available' order by expires_at desc limit 1
        ) is null
      for no key update skip locked
    ) as sold_out
    where products.id = sold_out.id`.execute(db);
}

/**
 * Serializes concurrent refreshes of one product, so that the second one sees the commits of the first. The short timeout
 * keeps the job from waiting for a bulk edit: the job fails and is retried.
 */
export async function lockProduct(db: Database, productId: string): Promise<void> {
  await sql`set local lock_timeout = '200ms'`.execute(db);
  await db.selectFrom('products').select('id').where('id', '=', productId).forNoKeyUpdate().execute();
}
