import { sql } from 'kysely';
import { first, only, plannedOnce } from '../../../platform/database/planned-once.ts';
import type { Database } from '../../../tables.ts';
import { idAtProvider } from '../orders.queries.ts';

type Standing = {
  /** Unpaid orders, and how many units of the product are among them. */
  holds: number;
  units: number;
  /** Orders that were given up since, and when the last was. One that the provider never opened is not the buyer's fault. */
  given_up: number;
  given_up_at: Date | null;
};

type Asked = { buyerId: string; productId: string; since: Date };

// More than the longest wait needs.
const GIVEN_UP_COUNTED = 20;

/**
 * How a buyer stands who wants a product, in one statement: each more would slow every purchase down. Asked of the
 * index, the date would make a plan for any date look dearer than it is, and the statement would be planned each time.
 */
export const findStanding = only(
  plannedOnce((db, { buyerId, productId, since }: Asked) =>
    db
      .selectFrom(
        sql<Standing>`(
          select own.holds, own.units, given_up.count as given_up, given_up.last as given_up_at
          from (
            select count(*) as holds, coalesce(sum(quantity) filter (where product_id = ${productId}), 0) as units
            from orders where buyer_id = ${buyerId} and payment_status = 'pending' and abandoned_at is null
          ) as own, (
            select count(*) as count, max(abandoned_at) as last from (
              select abandoned_at from orders
              where buyer_id = ${buyerId} and abandoned_at is not null and payment_status = 'pending'
                and ${idAtProvider} is not null
              order by abandoned_at desc limit ${sql.lit(GIVEN_UP_COUNTED)}
            ) as latest where abandoned_at > ${since}
          ) as given_up
        )`.as('standing'),
      )
      .selectAll()
      .compile(),
  ),
);

type Former = { buyerId: string; person: Buffer; productId: string };

/** Units of a product that earlier, closed accounts of the same person have bought. */
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

/** An order of the product that the buyer has paid for or can still pay for, if there is one. */
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

/** How many units of a product a buyer has, or is about to pay for. */
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

/** The accounts of a person: this one, and closed ones of the same address. */
const accountsOf = (buyerId: string) => sql`(
  select ${buyerId}::uuid union select former.id from users as me join users as former on former.person = me.person
  where me.id = ${buyerId}
)`;

type FreeUnits = { own: number; person: number };

/** Free units that this account has taken, and that all accounts of its person have taken. */
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

/** Products that are sold out while somebody holds some of them unpaid. */
export const countEmptiedByHolds = only(
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

/** Those who take the last of something take turns, so that each sees what the others have emptied. */
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
