import type { Dashboard } from '@shop/contract/dashboard';
import { GROWTH_TARGETS } from '@shop/contract/limits/admin-limits';
import type { Clock } from '../../platform/clock.ts';
import { indianDay, startOfIndianDay } from '../../platform/indian-day.ts';
import type { Database } from '../../tables.ts';
import { countCustomersSince } from '../accounts/people/people.service.ts';
import { countProductsSince, expiringSoon, listRunningLow } from '../catalogue/low-stock/dashboard-stock.service.ts';
import { countUnresolved } from '../contact/contact.service.ts';
import { recentOrders } from '../orders/administration/order-list.service.ts';
import { bestSellers, lastSold, salesByDay } from '../orders/administration/sales.service.ts';
import { expiringBatches } from '../stock/batches/batches.service.ts';
import { changePercent, lastDays, sumOf } from './dashboard.rules.ts';

type DashboardDeps = { db: Database; clock: Clock };

const RECENT_ORDERS = 5;
const LISTED = 5;

/** Sales count the period; customers and products count all. Trends compare with the previous period. */
export async function showDashboard(deps: DashboardDeps, days: number): Promise<Dashboard> {
  const { db, clock } = deps;
  const now = clock.now();
  const bothPeriods = lastDays(indianDay(now), 2 * days);
  const [firstDay = '', periodStart = ''] = [bothPeriods[0], bothPeriods[days]];
  const since = startOfIndianDay(periodStart);

  const sales = await salesByDay(db, bothPeriods, startOfIndianDay(firstDay));
  const [previous, series] = [sales.slice(0, days), sales.slice(days)];
  const customers = await countCustomersSince(db, since);
  const products = await countProductsSince(db, since);

  const totals = { ...sumOf(series), customers: customers.count, products: products.count };
  const before = { ...sumOf(previous), customers: customers.earlier, products: products.earlier };
  const trend = (figure: keyof typeof totals) => ({
    target: GROWTH_TARGETS[figure],
    change: changePercent(before[figure], totals[figure]),
  });
  return {
    days,
    totals,
    trends: {
      revenue: trend('revenue'),
      orders: trend('orders'),
      customers: trend('customers'),
      products: trend('products'),
    },
    series,
    previous,
    recentOrders: await recentOrders(deps, RECENT_ORDERS),
    topProducts: await bestSellers(db, since, LISTED),
    lowStock: await listRunningLow(db, now, LISTED, { products: products.count, lastSold: () => lastSold(db) }),
    expiringSoon: await expiringSoon(db, now, LISTED),
    expiringBatches: await expiringBatches(db, now, LISTED),
    waitingEnquiries: await countUnresolved(deps),
  };
}
