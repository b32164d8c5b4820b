import { minutesAfter } from '../../platform/clock.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { Database } from '../../tables.ts';
import { findProductForSale, refreshSoldOutTwice } from '../catalogue/product-standing.service.ts';
import { handOverUnits, holdUnits, returnUnits } from '../stock/holds.service.ts';
import { nextCheckAt } from './checks.rules.ts';
import { type OrderRow, updateOrder } from './orders.queries.ts';
import { isUnpaid } from './orders.rules.ts';

export const DELIVERY_MAIL = 'delivery-mail';
export type DeliveryMail = { orderId: string };

export type PaidFacts = { method: string; amountPaise: number; paymentId: string | null; at: Date };

export type Unfulfilled = 'already-paid' | 'out-of-stock';

/** Answers money with goods, once: the order as it is then, or why there are none. */
export async function fulfilOrder(db: Database, order: OrderRow, paid: PaidFacts): Promise<OrderRow | Unfulfilled> {
  if (!isUnpaid(order)) return 'already-paid';
  return (await deliverOrder(db, order, paid)) ?? 'out-of-stock';
}

/**
 * Hands over the units an order holds; when its hold is gone, those that are left now. Undefined when there are too
 * few. Paid, assigned and delivered in the caller's transaction, the order's row locked.
 */
export async function deliverOrder(db: Database, order: OrderRow, paid: PaidFacts): Promise<OrderRow | undefined> {
  if (order.hold_until === null && !(await claimLate(db, order, paid.at))) return undefined;
  const mail: DeliveryMail = { orderId: order.id };
  const changes = {
    payment_status: 'completed',
    payment_method: paid.method,
    amount_paid_paise: paid.amountPaise,
    provider_payment_id: paid.paymentId,
    paid_at: paid.at,
    is_delivered: true,
    delivered_at: paid.at,
    abandoned_at: null,
    hold_until: null,
    updated_at: paid.at,
  } as const;
  const isFree = order.amount_paise === 0;
  const [units, delivered] = await Promise.all([
    handOverUnits(db, { orderId: order.id, at: paid.at }),
    updateOrder(db, order, {
      ...changes,
      next_check_at: isFree ? null : nextCheckAt({ ...order, ...changes }, paid.at),
    }),
    enqueue(db, DELIVERY_MAIL, mail),
  ]);
  if (units !== order.quantity) throw new Error(`order ${order.id} held ${units} of ${order.quantity} units`);
  return delivered;
}

async function claimLate(db: Database, order: OrderRow, now: Date): Promise<boolean> {
  const product = await findProductForSale(db, order.product_id, now);
  if (product?.availability !== 'available') return false;
  const until = minutesAfter(now, 1);
  const { id: orderId, product_id: productId, quantity } = order;
  const held = await holdUnits(db, { productId, orderId, quantity, until });
  if (held < quantity) await returnUnits(db, orderId);
  await refreshSoldOutTwice(db, productId);
  return held === quantity;
}

/** Gives the held units back to the shelf. */
export async function releaseHold(db: Database, order: OrderRow): Promise<void> {
  if (order.hold_until === null) return;
  await returnUnits(db, order.id);
  await refreshSoldOutTwice(db, order.product_id);
}

/** Leaves every list; the record stays, for money that is captured late. */
export async function abandonOrder(db: Database, order: OrderRow, now: Date): Promise<OrderRow> {
  await releaseHold(db, order);
  return updateOrder(db, order, { abandoned_at: now, hold_until: null, updated_at: now });
}

/** Money came that cannot be answered with goods: it goes back, and the buyer sees that it does. */
export async function markRefunded(db: Database, order: OrderRow, paid: PaidFacts): Promise<void> {
  if (!isUnpaid(order)) return;
  await releaseHold(db, order);
  await updateOrder(db, order, {
    payment_status: 'refunded',
    payment_method: paid.method,
    amount_paid_paise: paid.amountPaise,
    provider_payment_id: paid.paymentId,
    paid_at: paid.at,
    abandoned_at: null,
    hold_until: null,
    next_check_at: nextCheckAt({ ...order, provider_payment_id: paid.paymentId, paid_at: paid.at }, paid.at),
    updated_at: paid.at,
  });
}
