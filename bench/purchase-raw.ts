import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Result } from './purchase-load.ts';

type RawLoad = { pool: pg.Pool; buyerIds: string[]; productIds: string[]; purchases: number; details: string };

/** Only the statements of the two transactions of a purchase, without HTTP, session and provider. */
export async function buyRaw({ pool, buyerIds, productIds, purchases, details }: RawLoad): Promise<Result> {
  let next = 0;
  const errors: string[] = [];
  const startedAt = performance.now();
  const shopper = async (buyerId: string) => {
    for (let turn = next++; turn < purchases; turn = next++) {
      const purchase = { buyerId, productId: productIds[turn % productIds.length] ?? '', orderId: randomUUID() };
      try {
        const providerOrderId = `order_${purchase.orderId}`;
        await inTransaction(pool, (client) => hold(client, purchase, details, providerOrderId));
        await inTransaction(pool, (client) => settle(client, purchase.orderId, providerOrderId));
      } catch (error) {
        errors.push(`raw: ${error}`);
      }
    }
  };
  await Promise.all(buyerIds.map(shopper));
  return { perSecond: purchases / ((performance.now() - startedAt) / 1000), errors };
}

type Purchase = { buyerId: string; productId: string; orderId: string };

/** A statement that each connection plans once, like the shop's. */
export const plannedOnce =
  (name: string, text: string) =>
  (client: pg.PoolClient | pg.Pool, ...values: unknown[]): Promise<pg.QueryResult> =>
    client.query({ name, text, values });

const lockBuyer = plannedOnce('lock-buyer', 'select id from users where id = $1 for no key update');
const countHolds = plannedOnce(
  'count-holds',
  `select count(*), coalesce(sum(quantity) filter (where product_id = $2), 0) from orders
   where buyer_id = $1 and payment_status = 'pending' and abandoned_at is null`,
);
const insertOrder = plannedOnce(
  'insert-order',
  `insert into orders (id, buyer_id, product_id, quantity, amount_paise, is_one_time_use, hold_until, receipt,
     product_details, next_check_at, provider_order_id, created_at, updated_at)
   values ($1, $2, $3, 1, 49900, false, now() + interval '15 minutes', $4, $5, now() + interval '1 minute',
     $6, now(), now())
   returning payment_method, payment_status, amount_paid_paise, is_delivered, abandoned_at, paid_at, delivered_at,
     provider_order_id, provider_payment_id, status`,
);
const holdUnit = plannedOnce(
  'hold-unit',
  `update units set state = 'held', order_id = $1, held_until = now() + interval '15 minutes'
   where id = any(array(select id from units where product_id = $2 and state = 'available' and expires_at > now()
                        order by expires_at, id limit 1 for update skip locked)) returning id`,
);
const refreshSoldOut = plannedOnce(
  'refresh-sold-out',
  `update products set is_sold = shelf.until is null, stock_until = coalesce(shelf.until, stock_until)
   from (select (select expires_at from units where product_id = $1 and state = 'available'
                 order by expires_at desc limit 1) as until) as shelf
   where id = $1 and (is_sold <> (shelf.until is null) or stock_until <> shelf.until)`,
);

export async function hold(
  client: pg.PoolClient,
  { buyerId, productId, orderId }: Purchase,
  details: string,
  providerOrderId: string | null,
): Promise<void> {
  await lockBuyer(client, buyerId);
  await countHolds(client, buyerId, productId);
  await insertOrder(client, orderId, buyerId, productId, orderId, details, providerOrderId);
  const { rowCount } = await holdUnit(client, orderId, productId);
  if (rowCount !== 1) throw new Error('out of stock');
  await refreshSoldOut(client, productId);
}

const lockOrder = plannedOnce('lock-order', 'select * from orders where id = $1 for update');
const insertPayment = plannedOnce(
  'insert-payment',
  `insert into payments (id, order_id, provider_order_id, method, amount_paise, status, captured_at)
   values ($1, $2, $3, 'card', 49900, 'captured', now()) on conflict do nothing returning id`,
);
const deliver = plannedOnce(
  'deliver',
  `with sold as (
     update units set state = 'sold', held_until = null
     where order_id = $1 and state = 'held' and expires_at > now() returning id
   ), delivery as (
     insert into deliveries (order_id, delivered_at) values ($1, now())
   )
   insert into delivered_units (unit_id, order_id) select id, $1 from sold returning unit_id`,
);
const completeOrder = plannedOnce(
  'complete-order',
  `update orders set payment_status = 'completed', amount_paid_paise = 49900, provider_payment_id = $2,
     paid_at = now(), is_delivered = true, delivered_at = now(), hold_until = null, updated_at = now()
   where id = $1 returning status`,
);
const enqueueMail = plannedOnce('enqueue-mail', "select enqueue_job('delivery-mail', $1::json, null, 20, null)");

export async function settle(client: pg.PoolClient, orderId: string, providerOrderId: string): Promise<void> {
  await lockOrder(client, orderId);
  await insertPayment(client, `pay_${orderId}`, orderId, providerOrderId);
  await deliver(client, orderId);
  await completeOrder(client, orderId, `pay_${orderId}`);
  await enqueueMail(client, JSON.stringify({ orderId }));
}

export async function inTransaction(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
