import { sql } from 'kysely';
import { first, only, plannedOnce } from '../../../platform/database/planned-once.ts';
import type { Database } from '../../../tables.ts';
import { idAtProvider } from '../orders.queries.ts';

type BuyerHolds = {
  /** Unpaid orders, and the units of this product in them. */
  holds: number;
  units: number;
  /** Orders that were cancelled since then. Orders that the provider never opened do not count. */
  cancelled: number;
  last_cancelled_at: Date | null;
};

type Asked = { buyerId: string; productId: string; since: Date };

// The longest wait is reached before this count.
const CANCELLATIONS_COUNTED = 20;

/**
 * One statement, because each one more slows every purchase down. The date is compared outside the index scan: inside it,
 * the generic plan looks too expensive, and PostgreSQL would plan the statement each time.
 */
export const findHoldsAndCancellations = only(
  plannedOnce((db, { buyerId, productId, since }: Asked) =>
    db
      .selectFrom(
        sql<BuyerHolds>`(
          select own.holds, own.units, cancelled.count as cancelled, cancelled.last as last_cancelled_at
          from (
            select count(*) as holds, coalesce(sum(quantity) filter (where product_id = ${productId}), 0) as units
            from orders where buyer_id = ${buyerId} and payment_status = 'pending' and abandoned_at is null
          ) as own, (
            select count(*) as count, max(abandoned_at) as last from (
              select abandoned_at from orders
              where buyer_id = ${buyerId} and abandoned_at is not null and payment_status = 'pending'
                and ${idAtProvider} is not null
              order by abandoned_at desc limit ${sql.lit(CANCELLATIONS_COUNTED)}
            ) as latest where abandoned_at > ${since}
          ) as cancelled
        )`.as('buyer_holds'),
      )
      .selectAll()
      .compile(),
  ),
);

type Former = { buyerId: string; person: Buffer; productId: string };

/** Counts the units of a product that closed accounts of the same person bought. */
export const countFormerUnits = only(
  plannedOnce((db, { buyerId, person, productId }: Former) =>
    db
      .selectFrom('orders')
      .innerJoin('users as former', 'former.id', 'orders.buyer_id')
      .select(sql<number>`coalesce(sum(quantity), 0)`.as('units'))
      .where('former.person', '=', person)
      .where('former.id', '<>', buyerId)
      .where('orders.product_id', '=', productId)
      .where('orders.abandoned_at', 'is', null)
      .where('orders.payment_status', '=', 'completed')
      .compile(),
  ),
);

/** An order of the product that the buyer has paid or can still pay. */
export const findLiveOrder = first(
  plannedOnce((db, { buyerId, productId }: { buyerId: string; productId: string }) =>
    db
      .selectFrom('orders')
      .select('id')
      .where('buyer_id', '=', buyerId)
      .where('product_id', '=', productId)
      .where('abandoned_at', 'is', null)
      .where('payment_status', 'in', ['pending', 'completed'])
      .limit(1)
      .compile(),
  ),
);

type Bought = { buyerId: string; productId: string; exceptId: string | null };

/** Counts the units of a product in the paid and unpaid orders of a buyer. */
export const countBought = only(
  plannedOnce((db, { buyerId, productId, exceptId }: Bought) =>
    db
      .selectFrom('orders')
      .select(sql<number>`coalesce(sum(quantity), 0)`.as('units'))
      .where('buyer_id', '=', buyerId)
      .where('product_id', '=', productId)
      .where('abandoned_at', 'is', null)
      .where('payment_status', 'in', ['pending', 'completed'])
      .where(sql<boolean>`id is distinct from ${exceptId}::uuid`)
      .compile(),
  ),
);

/** The accounts of a person: this one, and closed ones with the same address. */
const accountsOf = (buyerId: string) => sql`(
  select ${buyerId}::uuid union select former.id from users as me join users as former on former.person = me.person
  where me.id = ${buyerId}
)`;

type FreeUnits = { own: number; person: number };

/** Counts the free units of this account, and of all accounts of its person. */
export async function countFreeUnits(db: Database, buyerId: string, since: Date): Promise<FreeUnits> {
  const { rows } = await sql<FreeUnits>`
    select coalesce(sum(quantity) filter (where buyer_id = ${buyerId}), 0) as own, coalesce(sum(quantity), 0) as person
    from orders where buyer_id in ${accountsOf(buyerId)} and created_at > ${since} and amount_paise = 0`.execute(db);
  return rows[0] ?? { own: 0, person: 0 };
}

/** All orders of a product by a person. */
export async function listOrdersOfPerson(db: Database, buyerId: string, productId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where buyer_id in ${accountsOf(buyerId)} and product_id = ${productId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts the sold-out products of which unpaid orders hold units. */
export const countSoldOutByHolds = only(
  plannedOnce((db) =>
    db
      .selectFrom('orders')
      .innerJoin('products', 'products.id', 'orders.product_id')
      .select(sql<number>`count(distinct product_id)`.as('products'))
      .where('orders.payment_status', '=', sql.lit('pending'))
      .where('orders.abandoned_at', 'is', null)
      .where('products.is_sold', '=', sql.lit(true))
      .compile(),
  ),
);

export async function countOnSale(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('is_active', '=', true)
    .where('is_sold', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function hasPaid(db: Database, buyerId: string): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('buyer_id', '=', buyerId)
    .where('amount_paid_paise', '>', 0)
    .where('payment_status', '=', 'completed')
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}

/** Serializes orders of last units, so that each counts the products that the others have sold out. */
export async function lockLastUnits(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('last-units', 0))`.execute(db);
}

type Placed = { orderId: string; buyerId: string; productId: string; since: Date };

/** Whether the buyer has completed another order of the product since then. */
export async function hasCompleted(db: Database, { orderId, buyerId, productId, since }: Placed): Promise<boolean> {
  const completed = await db
    .selectFrom('orders')
    .select('id')
    .where('buyer_id', '=', buyerId)
    .where('product_id', '=', productId)
    .where('id', '<>', orderId)
    .where('payment_status', '=', 'completed')
    .where('paid_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return completed !== undefined;
}

type OtherThan = { orderId: string; buyerId: string; productId: string };

/** Whether the buyer has another one-time order of the product that is paid or can still be paid. */
export async function hasOneTimeOrder(db: Database, { orderId, buyerId, productId }: OtherThan): Promise<boolean> {
  const live = await db
    .selectFrom('orders')
    .select('id')
    .where('buyer_id', '=', buyerId)
    .where('product_id', '=', productId)
    .where('id', '<>', orderId)
    .where('is_one_time_use', '=', true)
    .where('abandoned_at', 'is', null)
    .where('payment_status', 'in', ['pending', 'completed'])
    .limit(1)
    .executeTakeFirst();
  return live !== undefined;
}
