import type { Dashboard } from '@shop/contract/dashboard';
import { EXPIRING_SOON_DAYS } from '@shop/contract/limits/limits';
import { daysAfter } from '../../../platform/clock.ts';
import type { Database } from '../../../tables.ts';
import { countShelf, listExpiringBefore, listLowStock } from './dashboard-stock.queries.ts';

export const productsSince = (db: Database, since: Date): Promise<{ count: number; earlier: number }> =>
  countShelf(db, since);

/** Counting the units of more products than this takes seconds. */
const LOOKED_THROUGH = 50_000;

type Shelf = { products: number; lastSold: () => Promise<string[]> };

/** A very large shop only checks products that were sold recently: stock runs low only where somebody buys. */
export async function runningLow(
  db: Database,
  now: Date,
  limit: number,
  { products, lastSold }: Shelf,
): Promise<Dashboard['lowStock']> {
  const among = products > LOOKED_THROUGH ? await lastSold() : undefined;
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
