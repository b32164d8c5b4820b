import { type Insertable, sql } from 'kysely';
import type { Database, Tables } from '../../../tables.ts';

export async function upsertRating(db: Database, rating: Insertable<Tables['ratings']>): Promise<void> {
  await db
    .insertInto('ratings')
    .values(rating)
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet({
        stars: sql`excluded.stars`,
        worked: sql`excluded.worked`,
        rated_at: sql`excluded.rated_at`,
      }),
    )
    .execute();
}

export async function removeRatings(db: Database, orderIds: readonly string[]): Promise<void> {
  await db.deleteFrom('ratings').where(sql<boolean>`order_id = any(${orderIds}::uuid[])`).execute();
}

/** Call it under the product's lock, so that the second of two concurrent ratings counts the first. */
export async function updateRating(db: Database, productId: string): Promise<void> {
  await sql`
    update products set (rating_sum, rating_count) = (
      select coalesce(sum(stars), 0), count(*) from ratings where product_id = ${productId}
    ) where id = ${productId}`.execute(db);
}
