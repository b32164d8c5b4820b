import type { Order, Rating, RevealedGoods } from '@shop/contract/orders';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { fail } from '../../platform/failure.ts';
import type { Origin } from '../../platform/http/requests/request-origin.ts';
import type { SessionUser } from '../../platform/http/requests/session-user.ts';
import { newId } from '../../platform/ids.ts';
import { type RateLimitDeps, recordHit } from '../../platform/rate-limit.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Database } from '../../tables.ts';
import { rateProduct } from '../catalogue/ratings/ratings.service.ts';
import { decryptDeliveredGoods } from '../stock/units/goods.service.ts';
import { orderOnWire } from './order-on-wire.ts';
import { findOrderOfBuyer, insertReveal, lockOrder, type OrderWithReactions } from './orders.queries.ts';
import { REVEALS_PER_DAY } from './orders.rules.ts';
import { listOrdersOfPerson } from './placing/purchase-limits.queries.ts';

export type RevealDeps = OrderDeps & RateLimitDeps;
export type OrderDeps = { db: Database; clock: Clock; vault: Vault };

/** For the caller, a cancelled order and an order of another buyer do not exist. */
export async function requireOwnOrder(db: Database, user: SessionUser, id: string): Promise<OrderWithReactions> {
  const order = await findOrderOfBuyer(db, id, user._id);
  if (!order) throw fail('orderNotFound');
  return order;
}

/** After a refund the buyer keeps only codes that were revealed before (spec point 33). */
export async function requireDelivered(db: Database, user: SessionUser, id: string): Promise<OrderWithReactions> {
  const order = await requireOwnOrder(db, user, id);
  if (!order.is_delivered) throw fail('orderNotDelivered');
  if (order.payment_status === 'refunded' && order.revealed_at === null) throw fail('codeTakenBack');
  return order;
}

export const findMyOrder = async ({ db }: OrderDeps, user: SessionUser, id: string): Promise<Order> =>
  orderOnWire(await requireOwnOrder(db, user, id));

/** Decrypts the goods of an order after it has recorded the reveal. The lock serializes it with a refund. */
export async function revealOrder(
  deps: RevealDeps,
  user: SessionUser,
  id: string,
  origin: Origin,
): Promise<RevealedGoods> {
  const { clock, vault } = deps;
  const goods = await inTransaction(deps.db, async (db) => {
    await lockOrder(db, { id });
    const order = await requireDelivered(db, user, id);
    // Counted in the transaction, and only for the order's buyer: nobody else can use the limit up.
    const { isWithin, secondsLeft } = await recordHit({ ...deps, db }, `reveal:${id}`, REVEALS_PER_DAY);
    if (!isWithin) throw fail('tooManyReveals', { retryAfterSeconds: secondsLeft });
    await insertReveal(db, { id: newId(), orderId: order.id, userId: user._id, at: clock.now(), origin });
    return decryptDeliveredGoods({ db, vault }, order.id);
  });
  return {
    codes: goods.map(({ code }) => code),
    productLink: goods[0]?.productLink ?? null,
    items: goods.map(({ unitId, code, productLink, expiresOn }) => ({
      unit: unitId,
      code,
      link: productLink,
      expiresOn,
    })),
  };
}

export async function rateOrder(
  { db, clock }: OrderDeps,
  user: SessionUser,
  id: string,
  { stars, worked }: Rating,
): Promise<Rating> {
  const order = await requireDelivered(db, user, id);
  const orderIds = await listOrdersOfPerson(db, user._id, order.product_id);
  await rateProduct(
    db,
    { order_id: order.id, product_id: order.product_id, stars, worked, rated_at: clock.now() },
    orderIds.filter((id) => id !== order.id),
  );
  return { stars, worked };
}
