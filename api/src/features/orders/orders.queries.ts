import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { first, only, plannedOnce } from '../../platform/planned-once.ts';
import type { Database, Tables } from '../../tables.ts';

export type OrderRow = Selectable<Tables['orders']>;
/** An order with what its buyer said and did about it. */
export type OrderWithReactions = OrderRow & {
  rating_stars: number | null;
  rating_worked: boolean | null;
  revealed_at: Date | null;
  /** When the first of its units expires; null when none of them has a day of its own. */
  units_until: Date | null;
};

/** Keeps a buyer's order attempts one after the other, so that what is counted before an insert still holds at it. */
export const lockBuyer = plannedOnce((db, { buyerId }: { buyerId: string }) =>
  db.selectFrom('users').select('id').where('id', '=', buyerId).forNoKeyUpdate().compile(),
);

/** A buyer's unpaid orders, and how many units of one product are among them. */
export const countHolds = only(
  plannedOnce((db, { buyerId, productId }: { buyerId: string; productId: string }) =>
    db
      .selectFrom('orders')
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        sql<number>`coalesce(sum(quantity) filter (where product_id = ${productId}), 0)`.as('units'),
      ])
      .where('buyer_id', '=', buyerId)
      .where('payment_status', '=', 'pending')
      .where('abandoned_at', 'is', null)
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

export const findOrderByKey = first(
  plannedOnce((db, { buyerId, key }: { buyerId: string; key: string }) =>
    db.selectFrom('orders').selectAll().where('buyer_id', '=', buyerId).where('idempotency_key', '=', key).compile(),
  ),
);

// What the database fills in; the rest is known to whoever places the order.
const FILLED_IN = [
  'payment_method',
  'payment_status',
  'amount_paid_paise',
  'refunded_paise',
  'is_delivered',
  'abandoned_at',
  'paid_at',
  'delivered_at',
  'used_at',
  'provider_order_id',
  'provider_payment_id',
  'status',
] as const;

const filledIn = only(
  plannedOnce((db, order: Insertable<Tables['orders']>) =>
    db.insertInto('orders').values(order).returning(FILLED_IN).compile(),
  ),
);

export const insertOrder = async (
  db: Database,
  order: Omit<OrderRow, (typeof FILLED_IN)[number]>,
): Promise<OrderRow> => ({
  ...order,
  ...(await filledIn(db, { ...order, product_details: JSON.stringify(order.product_details) })),
});

type OrderChanges = Omit<Updateable<Tables['orders']>, 'id' | 'product_details'>;

// The status follows from what is changed; the rest is known to whoever changes it.
const statusAfter = only(
  plannedOnce((db, { id, ...changes }: { id: string } & OrderChanges) =>
    db.updateTable('orders').set(changes).where('id', '=', id).returning('status').compile(),
  ),
);

/** The order as it is then; its row is locked. */
export const updateOrder = async (db: Database, order: OrderRow, changes: OrderChanges): Promise<OrderRow> => ({
  ...order,
  ...changes,
  ...(await statusAfter(db, { ...changes, id: order.id })),
});

/** What it changed; undefined when another process stored the provider's order first. */
export const claimProviderOrder = first(
  plannedOnce((db, { id, providerOrderId, now }: { id: string; providerOrderId: string; now: Date }) =>
    db
      .updateTable('orders')
      .set({ provider_order_id: providerOrderId, updated_at: now })
      .where('id', '=', id)
      .where('provider_order_id', 'is', null)
      .returning(['provider_order_id', 'updated_at'])
      .compile(),
  ),
);

export const findOrderRow = first(
  plannedOnce((db, { id }: { id: string }) => db.selectFrom('orders').selectAll().where('id', '=', id).compile()),
);

/** What tells whether a payment is for this order and this buyer. */
export const findPayable = first(
  plannedOnce((db, { id }: { id: string }) =>
    db
      .selectFrom('orders')
      .select(['id', 'buyer_id', 'provider', 'provider_order_id', 'payment_status'])
      .where('id', '=', id)
      .compile(),
  ),
);

export const lockOrder = first(
  plannedOnce((db, { id }: { id: string }) =>
    db.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().compile(),
  ),
);

export const findIdOfProviderOrder = first(
  plannedOnce((db, { providerOrderId }: { providerOrderId: string }) =>
    db.selectFrom('orders').select('id').where('provider_order_id', '=', providerOrderId).compile(),
  ),
);

export const unitsUntil = sql<Date | null>`(
  select nullif(min(expires_at), 'infinity')
  from delivered_units join units on units.id = delivered_units.unit_id
  where delivered_units.order_id = orders.id
)`;

export const ordersWithReactions = (db: Database) =>
  db
    .selectFrom('orders')
    .leftJoin('ratings', 'ratings.order_id', 'orders.id')
    .selectAll('orders')
    .select((eb) => [
      'ratings.stars as rating_stars',
      'ratings.worked as rating_worked',
      eb
        .selectFrom('reveals')
        .select(({ fn }) => fn.max('reveals.revealed_at').as('at'))
        .whereRef('reveals.order_id', '=', 'orders.id')
        .as('revealed_at'),
      unitsUntil.as('units_until'),
    ])
    .where('orders.abandoned_at', 'is', null);

export const findOrderOfBuyer = (db: Database, id: string, buyerId: string): Promise<OrderWithReactions | undefined> =>
  ordersWithReactions(db).where('orders.id', '=', id).where('orders.buyer_id', '=', buyerId).executeTakeFirst();

export type OrderToCheck = Pick<OrderRow, 'id' | 'buyer_id' | 'provider' | 'provider_order_id' | 'hold_until'>;

type Due = { now: Date; patient: readonly string[]; limit: number };

/**
 * Orders whose time has come to be asked about at the provider: those with units on hold first, then the longest
 * overdue. The given-up ones of `patient` buyers are left for another time.
 */
export const listOrdersToCheck = (db: Database, { now, patient, limit }: Due): Promise<OrderToCheck[]> =>
  db
    .selectFrom('orders')
    .select(['id', 'buyer_id', 'provider', 'provider_order_id', 'hold_until'])
    .where('next_check_at', '<=', now)
    .where(({ or, eb }) =>
      or([
        eb('hold_until', 'is not', null),
        eb('buyer_id', 'is', null),
        eb('buyer_id', '<>', sql<string>`all(${patient}::uuid[])`),
      ]),
    )
    .orderBy(sql`hold_until is null`)
    .orderBy('next_check_at')
    .limit(limit)
    .execute();

export async function hasReveal(db: Database, orderId: string): Promise<boolean> {
  const reveal = await db
    .selectFrom('reveals')
    .select('id')
    .where('order_id', '=', orderId)
    .limit(1)
    .executeTakeFirst();
  return reveal !== undefined;
}

export async function insertReveal(
  db: Database,
  reveal: { id: string; orderId: string; userId: string; at: Date },
): Promise<void> {
  await db
    .insertInto('reveals')
    .values({ id: reveal.id, order_id: reveal.orderId, user_id: reveal.userId, revealed_at: reveal.at })
    .execute();
}

export const findBuyer = (db: Database, orderId: string): Promise<{ name: string; email: string } | undefined> =>
  db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.buyer_id')
    .select(['users.name', 'users.email'])
    .where('orders.id', '=', orderId)
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
