import { sql } from 'kysely';
import type { Database } from '../../tables.ts';

/** Products that are there now, and those of them that were there at `before`. */
export const countShelf = (db: Database, before: Date): Promise<{ count: number; earlier: number }> =>
  db
    .selectFrom('products')
    .where('deleted_at', 'is', null)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.countAll<number>().filterWhere('created_at', '<', before).as('earlier'),
    ])
    .executeTakeFirstOrThrow();

const productsOnSale = (db: Database, now: Date) =>
  db
    .selectFrom('products')
    .where('is_active', '=', sql.lit(true))
    .where('is_sold', '=', sql.lit(false))
    .where('deleted_at', 'is', null)
    .where('expiry_date', '>', now);

type Named = { id: string; title: string; company: string };

/** On sale with few units left, fewest first. Counting stops where it is no longer few. */
export const listLowStock = (
  db: Database,
  { few, limit, now }: { few: number; limit: number; now: Date },
): Promise<(Named & { units: number })[]> =>
  productsOnSale(db, now)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom(
            eb
              .selectFrom('units')
              .select('units.id')
              .whereRef('units.product_id', '=', 'products.id')
              .where('units.state', '=', 'available')
              .limit(few + 1)
              .as('available'),
          )
          .select(({ fn }) => fn.countAll<number>().as('units'))
          .as('stock'),
      (join) => join.onTrue(),
    )
    .select(['products.id', 'products.title', 'products.company', 'stock.units'])
    .where(({ between }) => between('stock.units', 1, few))
    .orderBy('stock.units')
    .orderBy('products.id', 'desc')
    .limit(limit)
    .execute();

export const listExpiringBefore = (
  db: Database,
  { before, limit, now }: { before: Date; limit: number; now: Date },
): Promise<(Named & { expiry_date: Date })[]> =>
  productsOnSale(db, now)
    .select(['id', 'title', 'company', 'expiry_date'])
    .where('expiry_date', '<=', before)
    .orderBy('expiry_date')
    .orderBy('id')
    .limit(limit)
    .execute();
