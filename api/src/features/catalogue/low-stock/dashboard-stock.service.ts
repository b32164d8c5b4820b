import type { Dashboard } from '@shop/contract/dashboard';
import { EXPIRING_SOON_DAYS } from '@shop/contract/limits/limits';
import { daysAfter } from '../../../platform/clock.ts';
import type { Database } from '../../../tables.ts';
import { countProducts, listExpiringBefore, listLowStock } from './dashboard-stock.queries.ts';

export const countProductsSince = (db: Database, since: Date): Promise<{ count: number; earlier: number }> =>
  countProducts(db, since);

/** Counting the units of more products than this takes seconds. */
const COUNTED_PRODUCTS_MAX = 50_000;

type Scope = { products: number; lastSold: () => Promise<string[]> };

/** A very large shop only checks products that were sold recently: stock runs low only where somebody buys. */
export async function listRunningLow(
  db: Database,
  now: Date,
  limit: number,
  { products, lastSold }: Scope,
): Promise<Dashboard['lowStock']> {
  const among = products > COUNTED_PRODUCTS_MAX ? await lastSold() : undefined;
  const rows = await listLowStock(db, { limit, now, among });
  return rows.map(({ id, title, company, units }) => ({ _id: id, title, company, usageLimit: units }));
}

export async function expiringSoon(db: Database, now: Date, limit: number): Promise<Dashboard['expiringSoon']> {
  const rows = await listExpiringBefore(db, { before: daysAfter(now, EXPIRING_SOON_DAYS), limit, now });
  return rows.map(({ id, title, company, expiry_date }) => ({
    _id: id,
    title,
    company,
    expiryDate: expiry_date.toISOString(),
  }));
}
