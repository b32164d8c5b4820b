import { orderAmountPaise, toPaise } from '@shop/contract/money';
import { minutesAfter } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { enqueue, type JobName } from '../../../platform/jobs/jobs.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import { findProductForSale, refreshSoldOutNowAndAfterCommit } from '../../catalogue/availability.service.ts';
import {
  handOverUnits,
  heldUnits,
  holdUnits,
  mendHold,
  returnUnits,
  UnitsUnavailable,
} from '../../stock/units/holds.service.ts';
import { type OrderRow, type OrderToDeliver, updateOrder } from '../orders.queries.ts';
import { cancelledAt, hasEnded, isUnpaid } from '../orders.rules.ts';
import { nextCheckAt } from '../payment/payment-checks.rules.ts';
import { hasBoughtAgain, isOverLimit } from '../placing/purchase-limits.service.ts';

export type DeliveryMailJob = { orderId: string };
export const DELIVERY_MAIL: JobName<DeliveryMailJob> = 'delivery-mail';

/** `mend`: what of the hold has died is replaced first; see `deliveringLive`. */
export type PaidFacts = {
  method: string;
  amountPaise: number;
  paymentId: string | null;
  at: Date;
  mend?: boolean;
};

/** What was read of a hold is not what it is now. */
class OtherUnits extends Error {}

/**
 * Hardly any hold dies, so that deliveries do not look beforehand: one that finds less than it should is undone and done
 * once more, with other units in the place of the dead ones.
 */
export async function deliveringLive<T>(
  db: Database,
  work: (db: Database, how: { mend: boolean }) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(db, (db) => work(db, { mend: false }));
  } catch (error) {
    if (error instanceof UnitsUnavailable || error instanceof OtherUnits)
      return inTransaction(db, (db) => work(db, { mend: true }));
    throw error;
  }
}

export type DeliveryDeps = { db: Database; vault: Vault };

type NotDelivered = 'out-of-stock' | 'over-limit';
export type Unfulfilled =
  | 'already-paid'
  | 'closed'
  | 'account-closed'
  | 'expired'
  | 'bought-again'
  | 'no-longer-offered'
  | NotDelivered;

const isPast = ({ product_details: { expiryDate } }: OrderRow, now: Date) => new Date(expiryDate) <= now;

/** Whether the product is on sale now for no more than the order cost. */
export async function isOffered(db: Database, order: OrderRow, now: Date): Promise<boolean> {
  const product = await findProductForSale(db, order.product_id, now);
  if (!product?.isActive) return false;
  return orderAmountPaise(toPaise(product.price), order.quantity) <= order.amount_paise;
}

/**
 * A payment that was begun after the order was cancelled buys at today's price or not at all: an old price would otherwise
 * stay valid for ever. A payment that was begun before the cancellation and arrives late buys what was ordered.
 */
async function isStillOffered(db: Database, order: OrderRow, { begunAt, at }: BegunPayment): Promise<boolean> {
  const since = cancelledAt(order);
  return since === null || begunAt <= since || isOffered(db, order, at);
}

type BegunPayment = PaidFacts & { begunAt: Date };

/** Answers money with goods, once: the order as it is then, or why there are none. */
export async function fulfilOrder(
  deps: DeliveryDeps,
  order: OrderToDeliver,
  paid: BegunPayment,
): Promise<OrderRow | Unfulfilled> {
  if (order.payment_status === 'refunded') return 'closed';
  if (!isUnpaid(order)) return 'already-paid';
  if (order.is_buyer_gone) return 'account-closed';
  // Its last day may have been moved since it was ordered, unless the product was deleted.
  if (isPast(order, paid.at)) {
    const product = await findProductForSale(deps.db, order.product_id, paid.at);
    if (!product || product.availability === 'expired') return 'expired';
  }
  if (hasEnded(order) && (await hasBoughtAgain(deps.db, order))) return 'bought-again';
  if (!(await isStillOffered(deps.db, order, paid))) return 'no-longer-offered';
  return deliverOrder(deps, order, paid);
}

/**
 * Hands over the units an order holds; when its hold is gone or has died, those that are left now. Tells why if there are
 * none for it. Paid, assigned and delivered in the caller's transaction, the order's row locked.
 */
export async function deliverOrder(
  { db, vault }: DeliveryDeps,
  { held_units, is_buyer_gone: _, ...order }: OrderToDeliver,
  paid: PaidFacts,
): Promise<OrderRow | NotDelivered> {
  const missing = await completeHold(db, order, paid);
  if (missing) return missing;
  // What was claimed just now is not what was read with the order.
  const isAsRead = order.hold_until !== null && !paid.mend;
  const held = (isAsRead && held_units) || (await heldUnits(db, order.id));
  if (held.length !== order.quantity)
    throw new OtherUnits(`order ${order.id} does not hold its ${order.quantity} units`);
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
  const [, delivered] = await Promise.all([
    handOverUnits({ db, vault }, { orderId: order.id, buyerId: order.buyer_id, at: paid.at, held }),
    updateOrder(db, order, {
      ...changes,
      next_check_at: isFree ? null : nextCheckAt({ ...order, ...changes }, paid.at),
    }),
    enqueue(db, DELIVERY_MAIL, { orderId: order.id }),
  ]);
  return delivered;
}

const holdOf = ({ id: orderId, product_id: productId, quantity }: OrderRow, now: Date) => ({
  orderId,
  productId,
  quantity,
  until: minutesAfter(now, 1),
  now,
});

/** Whatever an order is to receive, it holds; tells why if it cannot. */
async function completeHold(db: Database, order: OrderRow, { at, mend }: PaidFacts): Promise<NotDelivered | undefined> {
  if (order.hold_until === null) return claimLate(db, order, at);
  if (!mend) return undefined;
  const isWhole = await mendHold(db, holdOf(order, at));
  await refreshSoldOutNowAndAfterCommit(db, order.product_id);
  return isWhole ? undefined : 'out-of-stock';
}

async function claimLate(db: Database, order: OrderRow, now: Date): Promise<NotDelivered | undefined> {
  const product = await findProductForSale(db, order.product_id, now);
  if (product?.availability !== 'available') return 'out-of-stock';
  if (await isOverLimit(db, order, product)) return 'over-limit';
  const { length: held } = await holdUnits(db, holdOf(order, now));
  if (held < order.quantity) await returnUnits(db, order.id);
  await refreshSoldOutNowAndAfterCommit(db, order.product_id);
  return held === order.quantity ? undefined : 'out-of-stock';
}

/** Gives the held units back to the shelf. */
export async function releaseHold(db: Database, order: OrderRow): Promise<void> {
  if (order.hold_until === null) return;
  await returnUnits(db, order.id);
  await refreshSoldOutNowAndAfterCommit(db, order.product_id);
}

/** Leaves every list; the record stays, for money that is captured late. */
export async function cancelOrder(db: Database, order: OrderRow, now: Date): Promise<OrderRow> {
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
