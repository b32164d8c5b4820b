import type { Dashboard } from '@shop/contract/dashboard';
import { toRupees } from '@shop/contract/money';
import type { Database } from '../../../tables.ts';
import { listBestSellers, listLastSold, listSalesDays } from './sales.queries.ts';

type DaySales = Dashboard['series'][number];

/** The sales of each of these days, also of days without any. The first day starts at `since`. */
export async function salesByDay(db: Database, days: readonly string[], since: Date): Promise<DaySales[]> {
  const sales = new Map((await listSalesDays(db, since)).map((row) => [row.day, row]));
  return days.map((date) => {
    const row = sales.get(date);
    return { date, revenue: toRupees(row?.revenue_paise ?? 0), orders: row?.orders ?? 0 };
  });
}

export async function bestSellers(db: Database, since: Date, limit: number): Promise<Dashboard['topProducts']> {
  const rows = await listBestSellers(db, since, limit);
  return rows.map(({ product_id, title, company, sold, revenue_paise }) => ({
    _id: product_id,
    title,
    company,
    sold,
    revenue: toRupees(revenue_paise),
  }));
}

const LAST_ORDERS = 5_000;

export const lastSold = (db: Database): Promise<string[]> => listLastSold(db, LAST_ORDERS);
