import { sql } from 'kysely';
import type { Database } from '../../tables.ts';
import { runsLow, unitsUpTo } from './low-stock.queries.ts';

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
  db.selectFrom('products').where('is_listed', '=', sql.lit(true)).where('sellable_until', '>', now);

type Named = { id: string; title: string; company: string };

type Few = { few: number; limit: number; now: Date };

/** Few units left, fewest first: no more than their threshold, or `few`; sold out, if somebody watches them. */
export const listLowStock = (db: Database, { few, limit, now }: Few): Promise<(Named & { units: number })[]> =>
  db
    .selectFrom('products')
    .where('is_active', '=', sql.lit(true))
    .where('deleted_at', 'is', null)
    .where('expiry_date', '>', now)
    .where(runsLow(few, now))
    .select(['id', 'title', 'company', unitsUpTo(few, now).as('units')])
    .orderBy('units')
    .orderBy('id', 'desc')
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
