import type { Page } from '@shop/contract/common';
import { messages } from '@shop/contract/messages';
import type { Order, Payment, PaymentProof, Rating, RevealedGoods } from '@shop/contract/orders';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/database.ts';
import { fail } from '../../platform/failure.ts';
import { type Goods, openGoods } from '../../platform/goods-seal.ts';
import type { SessionUser } from '../../platform/http/session-user.ts';
import { newId } from '../../platform/ids.ts';
import { pageOf } from '../../platform/page.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Database } from '../../tables.ts';
import { followRatings } from '../catalogue/product-standing.service.ts';
import { findPaymentOfOrder, type PaymentDeps, paymentOnWire, settleProof } from '../payments/payments.service.ts';
import { abandonOrder } from './delivery.service.ts';
import { orderOnWire } from './order-on-wire.ts';
import {
  findOrderOfBuyer,
  findPayable,
  insertReveal,
  listOrdersOfBuyer,
  lockOrder,
  type OrderWithReactions,
  upsertRating,
} from './orders.queries.ts';
import { isUnpaid } from './orders.rules.ts';
import { listDeliveredGoods } from './units.queries.ts';

export type OrderDeps = { db: Database; clock: Clock; vault: Vault };

/** An order that was deleted or is somebody else's does not exist for the caller. */
async function requireOwnOrder(db: Database, user: SessionUser, id: string): Promise<OrderWithReactions> {
  const order = await findOrderOfBuyer(db, id, user._id);
  if (!order) throw fail('orderNotFound');
  return order;
}

async function requireDelivered(db: Database, user: SessionUser, id: string): Promise<OrderWithReactions> {
  const order = await requireOwnOrder(db, user, id);
  if (!order.is_delivered) throw fail('orderNotDelivered');
  return order;
}

export async function listMyOrders(
  { db }: OrderDeps,
  user: SessionUser,
  { page, limit }: { page: number; limit: number },
): Promise<Page<Order>> {
  const { rows, total } = await listOrdersOfBuyer(db, user._id, { limit, offset: (page - 1) * limit });
  return pageOf(rows.map(orderOnWire), { page, limit, total });
}

export const findMyOrder = async ({ db }: OrderDeps, user: SessionUser, id: string): Promise<Order> =>
  orderOnWire(await requireOwnOrder(db, user, id));

/** Also for an order whose dialog was closed meanwhile: the money is there, and so is the proof. */
export async function verifyPayment(
  deps: PaymentDeps,
  user: SessionUser,
  proof: PaymentProof,
): Promise<{ message: string; order: Order; payment: Payment }> {
  const order = await findPayable(deps.db, { id: proof.orderId });
  if (!order || order.buyer_id !== user._id) throw fail('orderNotFound');
  const payable = { id: order.id, providerOrderId: order.provider_order_id, isUnpaid: isUnpaid(order) };
  const purchase = (await settleProof(deps, payable, proof)) ?? (await requirePurchase(deps.db, user, order.id));
  return {
    message: messages.orderPlaced,
    order: orderOnWire(purchase.order),
    payment: paymentOnWire(purchase.payment),
  };
}

async function requirePurchase(db: Database, user: SessionUser, orderId: string) {
  const order = await requireOwnOrder(db, user, orderId);
  const payment = await findPaymentOfOrder(db, orderId);
  if (!payment) throw fail('paymentRefunded');
  return { order, payment };
}

export async function deleteMyOrder({ db, clock }: OrderDeps, user: SessionUser, id: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const order = await lockOrder(db, { id });
    if (!order || order.buyer_id !== user._id || order.abandoned_at !== null) throw fail('orderNotFound');
    if (!isUnpaid(order)) throw fail('orderPaid');
    await abandonOrder(db, order, clock.now());
  });
}

/** The goods in clear; that they were shown is recorded before they are. */
export async function revealOrder(
  { db, clock, vault }: OrderDeps,
  user: SessionUser,
  id: string,
): Promise<RevealedGoods> {
  const order = await requireDelivered(db, user, id);
  await insertReveal(db, { id: newId(), orderId: order.id, userId: user._id, at: clock.now() });
  const goods = await openDeliveredGoods({ db, vault }, order.id);
  return { codes: goods.map(({ code }) => code), productLink: goods[0]?.productLink ?? null };
}

export const openDeliveredGoods = async (
  { db, vault }: Pick<OrderDeps, 'db' | 'vault'>,
  orderId: string,
): Promise<Goods[]> => (await listDeliveredGoods(db, orderId)).map((goods) => openGoods(vault, goods));

export async function rateOrder(
  { db, clock }: OrderDeps,
  user: SessionUser,
  id: string,
  { stars, worked }: Rating,
): Promise<Rating> {
  const order = await requireDelivered(db, user, id);
  await inTransaction(db, async (db) => {
    await upsertRating(db, {
      order_id: order.id,
      product_id: order.product_id,
      stars,
      worked,
      rated_at: clock.now(),
    });
    await followRatings(db, order.product_id);
  });
  return { stars, worked };
}
