import { sql } from 'kysely';
import type { Database } from '../../../tables.ts';
import { productsOnSale } from '../browse/on-sale.queries.ts';
import { countUnitsUpTo, DEFAULT_LOW_STOCK, isLowStock } from './low-stock.queries.ts';

/** Counts products that are not deleted, now and at `before`. */
export const countProducts = (db: Database, before: Date): Promise<{ count: number; earlier: number }> =>
  db
    .selectFrom('products')
    .where('deleted_at', 'is', null)
    .select(({ fn, selectFrom }) => [
      fn.countAll<number>().as('count'),
      sql<number>`${fn.countAll().filterWhere('created_at', '<', before)} + ${selectFrom('products')
        .where('deleted_at', '>=', before)
        .where('created_at', '<', before)
        .select(fn.countAll().as('gone'))}`.as('earlier'),
    ])
    .executeTakeFirstOrThrow();

type NamedProduct = { id: string; title: string; company: string };

type LowStockRange = { limit: number; now: Date; among?: string[] | undefined };

/** Products with few units left, fewest first. Sold-out products are included if they are watched: see `isLowStock`. */
export function listLowStock(
  db: Database,
  { limit, now, among }: LowStockRange,
): Promise<(NamedProduct & { units: number })[]> {
  // `offset 0` keeps PostgreSQL from inlining the subquery and counting the units twice.
  const counted = sql<{ units: number }>`(select ${countUnitsUpTo(DEFAULT_LOW_STOCK, now)} as units offset 0)`;
  let query = db
    .selectFrom('products')
    .innerJoinLateral(counted.as<'stock'>('stock'), (join) => join.onTrue())
    .where('is_active', '=', sql.lit(true))
    .where('deleted_at', 'is', null)
    .where('expiry_date', '>', now)
    .where(isLowStock(sql.ref('stock.units')));
  if (among) query = query.where(sql<boolean>`products.id = any(${among}::uuid[])`);
  return query
    .select(['products.id', 'title', 'company', 'stock.units'])
    .orderBy('stock.units')
    .orderBy('products.id', 'desc')
    .limit(limit)
    .execute();
}

export const listExpiringBefore = (
  db: Database,
  { before, limit, now }: { before: Date; limit: number; now: Date },
): Promise<(NamedProduct & { expiry_date: Date })[]> =>
  productsOnSale(db, { now })
    .select(['id', 'title', 'company', 'expiry_date'])
    .where('expiry_date', '<=', before)
    .orderBy('expiry_date')
    .orderBy('id')
    .limit(limit)
    .execute();
