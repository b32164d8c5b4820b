import type { OrderListQuery } from '@shop/contract/admin';
import type { OrderStatus } from '@shop/contract/order-status';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../tables.ts';
import type { OrderWithBuyer } from './order-on-wire.ts';
import { ordersWithReactions } from './orders.queries.ts';

export type OrderSearch = { q?: string | undefined; status: OrderListQuery['status'] };

/** The contract's rule of which status follows from which facts, as conditions on rows that are not abandoned. */
const statusConditions: Record<OrderStatus, RawBuilder<boolean>> = {
  pending: sql`orders.payment_status = 'pending'`,
  processing: sql`orders.payment_status = 'completed' and not orders.is_delivered`,
  completed: sql`orders.payment_status = 'completed' and orders.is_delivered`,
  cancelled: sql`orders.payment_status in ('failed', 'refunded')`,
};

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

function matches({ q, status }: OrderSearch): RawBuilder<boolean> {
  const ofStatus = status === 'all' ? sql<boolean>`true` : statusConditions[status];
  if (!q) return ofStatus;
  const words = `%${escapeLike(q)}%`;
  const id = escapeLike(q.replace(/^#/, '').toLowerCase());
  return sql<boolean>`${ofStatus} and (
    orders.buyer_id in (select id from users where name ilike ${words} or email ilike ${words})
    or orders.id::text like ${`${id}%`}
    or reverse(orders.id::text) like reverse(${id}) || '%'
  )`;
}

const withBuyer = (db: Database) =>
  ordersWithReactions(db)
    .leftJoin('users', 'users.id', 'orders.buyer_id')
    .select(['users.name as buyer_name', 'users.email as buyer_email']);

const orderings: Record<OrderListQuery['sort'], RawBuilder<unknown>> = {
  newest: sql`orders.created_at desc, orders.id desc`,
  oldest: sql`orders.created_at, orders.id`,
  'amount-asc': sql`orders.amount_paise, orders.id`,
  'amount-desc': sql`orders.amount_paise desc, orders.id desc`,
};

type ListOptions = OrderSearch & { sort: OrderListQuery['sort']; limit: number; offset: number };

export const listOrdersWithBuyer = (
  db: Database,
  { sort, limit, offset, ...search }: ListOptions,
): Promise<OrderWithBuyer[]> =>
  withBuyer(db).where(matches(search)).orderBy(orderings[sort]).limit(limit).offset(offset).execute();

export async function countOrders(db: Database, search: OrderSearch): Promise<number> {
  const { total } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('abandoned_at', 'is', null)
    .where(matches(search))
    .executeTakeFirstOrThrow();
  return total;
}

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
