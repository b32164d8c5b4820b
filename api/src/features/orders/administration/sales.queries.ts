import { sql } from 'kysely';
import type { Database } from '../../../tables.ts';

type SalesDay = { day: string; orders: number; revenue_paise: number };

/** Partly refunded orders. They have an index of their own, so that the other sums stay index-only scans. */
const refundedInPart = (db: Database, since: Date) =>
  db
    .selectFrom('orders')
    .where('refunded_paise', '>', 0)
    .where('payment_status', '=', sql.lit('completed'))
    .where('abandoned_at', 'is', null)
    .where('created_at', '>=', since);

/** Deductions by disputes, less the part that is recorded as a refund already. */
const deductedByDisputes = (db: Database, since: Date) =>
  db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.order_id')
    .leftJoin('refunds', 'refunds.provider_refund_id', 'disputes.id')
    .where('disputes.deducted_paise', '>', 0)
    .where('orders.created_at', '>=', since)
    .select([
      'orders.created_at',
      'orders.product_id',
      sql<number>`disputes.deducted_paise - coalesce(refunds.amount_paise, 0)`.as('deducted_paise'),
    ]);

/** Orders and revenue by day in India. Days without orders are missing. */
export const listSalesDays = (db: Database, since: Date): Promise<SalesDay[]> =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('orders')
        .where('abandoned_at', 'is', null)
        .where('created_at', '>=', since)
        .select(({ fn }) => [
          sql<Date>`(created_at at time zone 'Asia/Kolkata')::date`.as('day'),
          fn.countAll<number>().as('orders'),
          sql<number>`sum(amount_paid_paise) filter (where status in ('processing', 'completed'))`.as('paise'),
        ])
        .groupBy('day')
        .as('days'),
    )
    .leftJoin(
      refundedInPart(db, since)
        .select([
          sql<Date>`(created_at at time zone 'Asia/Kolkata')::date`.as('refund_day'),
          sql<number>`sum(refunded_paise)`.as('refunded'),
        ])
        .groupBy('refund_day')
        .as('refunds'),
      (join) => join.onRef('refunds.refund_day', '=', 'days.day'),
    )
    .leftJoin(
      (eb) =>
        eb
          .selectFrom(deductedByDisputes(db, since).as('disputed'))
          .select([
            sql<Date>`(created_at at time zone 'Asia/Kolkata')::date`.as('dispute_day'),
            sql<number>`sum(deducted_paise)`.as('deducted'),
          ])
          .groupBy('dispute_day')
          .as('deductions'),
      (join) => join.onRef('deductions.dispute_day', '=', 'days.day'),
    )
    .select([
      // Formatted once a day instead of once an order.
      sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'),
      'orders',
      sql<number>`(coalesce(paise, 0) - coalesce(refunded, 0) - coalesce(deducted, 0))::bigint`.as('revenue_paise'),
    ])
    .execute();

type BestSeller = { product_id: string; title: string; company: string; sold: number; revenue_paise: number };

export const listBestSellers = (db: Database, since: Date, limit: number): Promise<BestSeller[]> =>
  db
    .with('sales', (db) =>
      db
        .selectFrom('orders')
        .where('abandoned_at', 'is', null)
        .where('created_at', '>=', since)
        .where('status', '=', 'completed')
        .groupBy('product_id')
        .select([
          'product_id',
          sql<number>`sum(quantity)::bigint`.as('sold'),
          sql<number>`sum(amount_paid_paise)::bigint`.as('revenue_paise'),
        ])
        .orderBy('sold', 'desc')
        .orderBy('product_id')
        .limit(limit),
    )
    .selectFrom('sales')
    .innerJoin('products', 'products.id', 'sales.product_id')
    .select(['sales.product_id', 'products.title', 'products.company', 'sales.sold'])
    .select(
      sql<number>`sales.revenue_paise - coalesce(${refundedInPart(db, since)
        .where('status', '=', 'completed')
        .whereRef('orders.product_id', '=', sql.ref('sales.product_id'))
        .select(sql<number>`sum(refunded_paise)::bigint`.as('refunded'))}, 0) - coalesce(${db
        .selectFrom(deductedByDisputes(db, since).as('disputed'))
        .whereRef('disputed.product_id', '=', sql.ref('sales.product_id'))
        .select(sql<number>`sum(deducted_paise)::bigint`.as('deducted'))}, 0)`.as('revenue_paise'),
    )
    .orderBy('sales.sold', 'desc')
    .orderBy('sales.product_id')
    .execute();

/** The products of the newest orders. */
export async function listLastSold(db: Database, orders: number): Promise<string[]> {
  const last = db
    .selectFrom('orders')
    .where('abandoned_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(orders)
    .select('product_id');
  const rows = await db.selectFrom(last.as('last')).distinct().select('product_id').execute();
  return rows.map(({ product_id }) => product_id);
}
