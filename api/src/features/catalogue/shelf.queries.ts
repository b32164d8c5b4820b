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
    .where('expiry_date', '>', now)
    .where('stock_until', '>', now);

type Named = { id: string; title: string; company: string };

/** On sale with few units left, fewest first. Units are counted by their index, once for all products. */
export const listLowStock = (
  db: Database,
  { few, limit, now }: { few: number; limit: number; now: Date },
): Promise<(Named & { units: number })[]> =>
  productsOnSale(db, now)
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('units')
          .where('state', '=', sql.lit('available'))
          .groupBy('product_id')
          .having(({ fn }) => fn.countAll(), '<=', few)
          .select(({ fn }) => ['product_id', fn.countAll<number>().as('units')])
          .as('stock'),
      (join) => join.onRef('stock.product_id', '=', 'products.id'),
    )
    .select(['products.id', 'products.title', 'products.company', 'stock.units'])
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
