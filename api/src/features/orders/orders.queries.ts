import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { first, only, plannedOnce } from '../../platform/database/planned-once.ts';
import type { Origin } from '../../platform/http/requests/request-origin.ts';
import type { Database, Tables } from '../../tables.ts';

export type OrderRow = Selectable<Tables['orders']>;
/** `is_buyer_gone`: the buyer has closed the account. */
export type LockedOrder = OrderRow & { is_buyer_gone: boolean };
/** An order with its rating, its last reveal and the expiry of its units. */
export type OrderWithReactions = OrderRow & {
  rating_stars: number | null;
  rating_worked: boolean | null;
  revealed_at: Date | null;
  /** When the first of its units expires; null when no unit has an expiry date of its own. */
  units_until: Date | null;
};

/** The provider's id of an order. Orders from before migration 0103 have it in their own row. */
export const idAtProvider = sql<string | null>`coalesce(
  (select provider_order_id from provider_orders where provider_orders.order_id = orders.id), orders.provider_order_id
)`;

// Both columns have the same name: the driver returns the later one.
const wholeOrders = (db: Database) =>
  db.selectFrom('orders').selectAll('orders').select(idAtProvider.as('provider_order_id'));

/** Serializes the order attempts of a buyer, so that limits that are checked before an insert still hold at the insert. */
export const lockBuyer = only(
  plannedOnce((db, { buyerId }: { buyerId: string }) =>
    db.selectFrom('users').select(['id', 'person', 'active']).where('id', '=', buyerId).forNoKeyUpdate().compile(),
  ),
);

export const findOrderByKey = first(
  plannedOnce((db, { buyerId, key }: { buyerId: string; key: string }) =>
    wholeOrders(db).where('buyer_id', '=', buyerId).where('idempotency_key', '=', key).compile(),
  ),
);

/** Releases the idempotency key of an order that has ended, so that the next request with it places a new order. */
export async function releaseKey(db: Database, id: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ idempotency_key: null, idempotency_hash: null })
    .where('id', '=', id)
    .where('hold_until', 'is', null)
    .where('payment_status', '<>', 'completed')
    .execute();
}

// The database fills in these columns, so that the insert returns only them.
const FILLED_IN = [
  'payment_method',
  'payment_status',
  'amount_paid_paise',
  'refunded_paise',
  'is_delivered',
  'abandoned_at',
  'cancelled_at',
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

// The database derives the status from the changes.
const statusAfter = only(
  plannedOnce((db, { id, ...changes }: { id: string } & OrderChanges) =>
    db.updateTable('orders').set(changes).where('id', '=', id).returning('status').compile(),
  ),
);

/** Updates an order and returns it. The caller has locked its row. */
export const updateOrder = async (db: Database, order: OrderRow, changes: OrderChanges): Promise<OrderRow> => ({
  ...order,
  ...changes,
  ...(await statusAfter(db, { ...changes, id: order.id })),
});

type ProviderOrderToStore = { id: string; providerOrderId: string };

const storeProviderOrder = first(
  plannedOnce((db, { id, providerOrderId }: ProviderOrderToStore) =>
    db
      .insertInto('provider_orders')
      .columns(['order_id', 'provider_order_id'])
      .expression((eb) =>
        eb
          .selectFrom('orders')
          .select(['id', sql<string>`${providerOrderId}`.as('provider_order_id')])
          .where('id', '=', id)
          .where('provider_order_id', 'is', null)
          .where(sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`)
          // Serializes two processes that store it at once, also one of the previous version.
          .forNoKeyUpdate(),
      )
      .onConflict((conflict) => conflict.column('order_id').doNothing())
      .returning('provider_order_id')
      .compile(),
  ),
);

/**
 * Stores the provider's order id; undefined when another process stored it first. The commit is asynchronous: a crash may
 * lose it, and then the provider is asked again (`match-provider-order.service.ts`).
 */
export function claimProviderOrder(db: Database, claim: ProviderOrderToStore): ReturnType<typeof storeProviderOrder> {
  if (db.isTransaction) throw new Error('nothing of this transaction would be waited for until it is on disk');
  return storeProviderOrder(db, claim);
}

export const findOrderRow = first(
  plannedOnce((db, { id }: { id: string }) => wholeOrders(db).where('id', '=', id).compile()),
);

export type PayableOrder = Pick<
  OrderRow,
  'id' | 'buyer_id' | 'provider' | 'provider_order_id' | 'payment_status' | 'receipt' | 'amount_paise'
>;

/** The facts that show whether a payment is for this order and this buyer, and whether it covers the price. */
export const findPayable = first(
  plannedOnce((db, { id }: { id: string }) =>
    db
      .selectFrom('orders')
      .select(['id', 'buyer_id', 'provider', 'payment_status', 'receipt', 'amount_paise'])
      .select(idAtProvider.as('provider_order_id'))
      .where('id', '=', id)
      .compile(),
  ),
);

export const lockOrder = first(
  plannedOnce((db, { id }: { id: string }) =>
    wholeOrders(db)
      .select([
        sql<boolean>`not exists (
          select from users where users.id = orders.buyer_id and users.closed_at is null
        )`.as('is_buyer_gone'),
      ])
      .where('id', '=', id)
      .forUpdate()
      .compile(),
  ),
);

export const findIdOfProviderOrder = first(
  plannedOnce((db, { providerOrderId }: { providerOrderId: string }) =>
    db
      .selectFrom('provider_orders')
      .select('order_id as id')
      .where('provider_order_id', '=', providerOrderId)
      .unionAll(db.selectFrom('orders').select('id').where('provider_order_id', '=', providerOrderId))
      .compile(),
  ),
);

export const unitsUntil = sql<Date | null>`(
  select nullif(min(expires_at), 'infinity')
  from delivered_units join units on units.id = delivered_units.unit_id
  where delivered_units.order_id = orders.id
)`;

export const ordersWithReactions = (db: Database) =>
  wholeOrders(db)
    .leftJoin('ratings', 'ratings.order_id', 'orders.id')
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

export type OrderToCheck = Pick<OrderRow, 'id' | 'buyer_id' | 'provider' | 'provider_order_id' | 'hold_until'> & {
  next_check_at: Date;
};

/** `checked`: how many cancelled orders of each buyer this round has taken already. */
type Due = { now: Date; until: Date; checked: ReadonlyMap<string, number>; maxPerBuyer: number; limit: number };

// The next batch is chosen from this many overdue orders. A round checks fewer.
const OVERDUE_ORDERS_READ = 100_000;

/**
 * Leases due orders until `until`: orders with a hold first, then the cancelled orders of all buyers in turn, so that a
 * buyer with thousands does not delay the others. Leaves out the cancelled orders of buyers who reached `maxPerBuyer`, and
 * rows that are locked. An advisory lock lets one process claim at a time. Needs a transaction.
 */
export async function claimOrdersToCheck(db: Database, due: Due): Promise<OrderToCheck[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('orders to check', 0))`.execute(db);
  const buyers = [...due.checked.keys()];
  const times = [...due.checked.values()];
  const buyersAtLimit = buyers.filter((_, index) => (times[index] ?? 0) >= due.maxPerBuyer);
  const { rows } = await sql<OrderToCheck>`
    with waiting as (
      select id, hold_until is null as is_cancelled, next_check_at,
        row_number() over (partition by buyer_id, hold_until is null order by next_check_at)
          + case when hold_until is null then coalesce(times, 0) else 0 end as turn
      from (
        select id, buyer_id, hold_until, next_check_at from orders
        where next_check_at <= ${due.now}
          and (hold_until is not null or buyer_id is null or buyer_id <> all(${buyersAtLimit}::uuid[]))
        order by hold_until is null, next_check_at limit ${OVERDUE_ORDERS_READ}
      ) as overdue
      left join unnest(${buyers}::uuid[], ${times}::int[]) as asked (buyer_id, times) using (buyer_id)
      order by is_cancelled, turn, next_check_at limit ${due.limit}
    ), free as (
      select orders.id, turn, orders.next_check_at as since from orders join waiting using (id)
      where orders.next_check_at <= ${due.now}
      for no key update of orders skip locked
    ), taken as (
      update orders set next_check_at = ${due.until} from free where orders.id = free.id
      returning orders.id, buyer_id, provider, ${idAtProvider} as provider_order_id, hold_until, next_check_at, turn, since
    )
    select id, buyer_id, provider, provider_order_id, hold_until, next_check_at from taken
    order by hold_until is null, turn, since`.execute(db);
  return rows;
}

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
  reveal: { id: string; orderId: string; userId: string; at: Date; origin: Origin },
): Promise<void> {
  await db
    .insertInto('reveals')
    .values({
      id: reveal.id,
      order_id: reveal.orderId,
      user_id: reveal.userId,
      revealed_at: reveal.at,
      ...reveal.origin,
    })
    .execute();
}

/** The newest reveals and always the first reveal, newest first. */
export function listReveals(
  db: Database,
  { orderId, limit }: { orderId: string; limit: number },
): Promise<{ revealed_at: Date; address: string | null; device: string | null }[]> {
  const idsOf = (direction: 'asc' | 'desc', count: number) =>
    db
      .selectFrom('reveals')
      .select('id')
      .where('order_id', '=', orderId)
      .orderBy('revealed_at', direction)
      .orderBy('id', direction)
      .limit(count);
  return db
    .selectFrom('reveals')
    .select(['revealed_at', 'address', 'device'])
    .where(({ or, eb }) => or([eb('id', 'in', idsOf('desc', limit)), eb('id', 'in', idsOf('asc', 1))]))
    .orderBy('revealed_at', 'desc')
    .orderBy('id', 'desc')
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
