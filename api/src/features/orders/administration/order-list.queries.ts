import type { OrderListQuery } from '@shop/contract/admin';
import { type RawBuilder, sql } from 'kysely';
import { daysAfter } from '../../../platform/clock.ts';
import { type DayCount, listDayCounts } from '../../../platform/lists/list-counts.queries.ts';
import { type Extent, extentOfDays, type Slice } from '../../../platform/lists/list-page.ts';
import { countRows, type ListOrder, listIds, measureRows } from '../../../platform/lists/list-rows.queries.ts';
import { containing } from '../../../platform/lists/list-search.queries.ts';
import type { Database } from '../../../tables.ts';
import type { OrderWithBuyer } from '../order-on-wire.ts';
import { idAtProvider, ordersWithReactions } from '../orders.queries.ts';
import type { OrderIdPart, Period } from './order-list.rules.ts';

/** The buyers that a search text matches: their ids, or the text itself if they are many. */
type BuyersMeant = { ids: readonly string[] } | { text: string };

export type OrderSelection = {
  status: OrderListQuery['status'];
  period?: Period | undefined;
  match?: { buyers: BuyersMeant; id: OrderIdPart | null } | undefined;
};

function isMeant({ buyers, id }: NonNullable<OrderSelection['match']>): RawBuilder<boolean> {
  // Few buyers are found by an index; for many it is faster to scan the orders and check each buyer.
  const isBuyer =
    'ids' in buyers
      ? sql<boolean>`orders.buyer_id = any(${buyers.ids}::uuid[])`
      : sql<boolean>`exists (
          select 1 from users where users.id = orders.buyer_id and users.searched like lower(${containing(buyers.text)})
        )`;
  return id ? sql`(${isBuyer} or ${hasIdPart(id)})` : isBuyer;
}

const ID_LENGTH = 32;
// Ids begin with a timestamp, so the beginning is common to many orders: the trigram index is searched for the end.
const LOOKED_UP = 12;

function hasIdPart(part: OrderIdPart): RawBuilder<boolean> {
  if (part.length === ID_LENGTH) return sql`orders.id = ${part}::uuid`;
  const has = (text: string) => sql<boolean>`replace(orders.id::text, '-', '') like ${containing(text)}`;
  return part.length > LOOKED_UP ? sql`(${has(part.slice(-LOOKED_UP))} and ${has(part)})` : has(part);
}

function selectOrders(db: Database, { status, period, match }: OrderSelection) {
  let query = db.selectFrom('orders').where('abandoned_at', 'is', null);
  if (period) query = query.where('orders.created_at', '>=', period.from).where('orders.created_at', '<', period.to);
  if (status !== 'all') query = query.where('status', '=', status);
  if (match) query = query.where(isMeant(match));
  return query;
}

type Sort = OrderListQuery['sort'];

const orderOf: Record<Sort, ListOrder> = {
  newest: [sql.ref('created_at'), 'desc'],
  oldest: [sql.ref('created_at'), 'asc'],
  'amount-asc': [sql.ref('amount_paise'), 'asc'],
  'amount-desc': [sql.ref('amount_paise'), 'desc'],
};

const isOn = (day: Date) => sql<boolean>`orders.created_at >= ${day} and orders.created_at < ${daysAfter(day, 1)}`;

/** Counts by UTC day for a selection without a search. Days that the period cuts are counted row by row. */
async function countDays(db: Database, selection: OrderSelection): Promise<DayCount[]> {
  const { status, period } = selection;
  const days = await listDayCounts(db, { list: 'orders', parts: status === 'all' ? undefined : [status] });
  if (!period) return days;
  const within: DayCount[] = [];
  for (const { day, count } of days) {
    const next = daysAfter(day, 1);
    if (next <= period.from || day >= period.to) continue;
    const isWhole = day >= period.from && next <= period.to;
    within.push({ day, count: isWhole ? count : await countRows(selectOrders(db, selection).where(isOn(day))) });
  }
  return within;
}

export async function measureOrders(db: Database, selection: OrderSelection, sort: Sort): Promise<Extent> {
  const { match } = selection;
  if (!match) return extentOfDays(await countDays(db, selection), sort);
  // The estimate leaves out the id: the few orders that match it would make the estimate worse.
  return measureRows(
    db,
    selectOrders(db, selection),
    selectOrders(db, { ...selection, match: { ...match, id: null } }),
  );
}

export const listOrderIds = (
  db: Database,
  selection: OrderSelection,
  { sort, ...slice }: Slice & { sort: Sort },
): Promise<string[]> => listIds(selectOrders(db, selection), orderOf[sort], slice);

const withBuyer = (db: Database) =>
  ordersWithReactions(db)
    .leftJoin('users', 'users.id', 'orders.buyer_id')
    .select(['users.name as buyer_name', 'users.email as buyer_email'])
    .select(
      sql<boolean>`exists (
        select from refunds where refunds.order_id = orders.id and refunds.origin = 'shop'
      )`.as('has_refund'),
    );

/** The orders in the order of `ids`. */
export const listOrdersWithBuyer = (db: Database, ids: string[]): Promise<OrderWithBuyer[]> =>
  withBuyer(db)
    .where(sql<boolean>`orders.id = any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], orders.id)`)
    .execute();

export const findOrderWithBuyer = (db: Database, id: string): Promise<OrderWithBuyer | undefined> =>
  withBuyer(db).where('orders.id', '=', id).executeTakeFirst();

export const listOrdersOfCustomer = (db: Database, customerId: string, limit: number): Promise<OrderWithBuyer[]> =>
  withBuyer(db)
    .where('orders.buyer_id', '=', customerId)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();

export async function countOrdersOfCustomer(db: Database, customerId: string): Promise<number> {
  const { total } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('buyer_id', '=', customerId)
    .where('abandoned_at', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

/** The next rows of an export, newest first. Keyset pagination, so that a million rows can be exported. */
export const listOrdersForExport = (
  db: Database,
  selection: OrderSelection,
  { after, limit }: { after: string | null; limit: number },
) => {
  let query = selectOrders(db, selection);
  if (after)
    query = query.where(
      sql<boolean>`(orders.created_at, orders.id) < ((select created_at from orders where id = ${after}), ${after}::uuid)`,
    );
  return query
    .leftJoin('users', 'users.id', 'orders.buyer_id')
    .select([
      'orders.id',
      'orders.buyer_id',
      'users.name as buyer_name',
      'users.email as buyer_email',
      'orders.product_id',
      sql<string>`orders.product_details ->> 'title'`.as('product_title'),
      'orders.quantity',
      'orders.amount_paise',
      'orders.amount_paid_paise',
      'orders.payment_method',
      'orders.payment_status',
      'orders.status',
      'orders.is_delivered',
      idAtProvider.as('provider_order_id'),
      'orders.created_at',
      'orders.updated_at',
      'orders.refunded_paise',
      sql<number>`(select coalesce(sum(deducted_paise), 0)::bigint from disputes where order_id = orders.id)`.as(
        'deducted_paise',
      ),
    ])
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();
};
