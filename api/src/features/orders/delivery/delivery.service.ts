import { minutesAfter } from '../../../platform/clock.ts';
import { enqueue, type JobName } from '../../../platform/jobs/jobs.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import { refreshSoldOutNowAndAfterCommit } from '../../catalogue/availability.service.ts';
import {
  claimUnits,
  type DeliveredUnit,
  deliverHeldUnits,
  type HeldUnit,
  lockHeldUnits,
  releaseUnits,
  replaceDeadUnits,
} from '../../stock/units/holds.service.ts';
import { type LockedOrder, lockOrder, type OrderRow, updateOrder } from '../orders.queries.ts';
import { isUnpaid } from '../orders.rules.ts';
import { nextCheckAt } from '../payment/payment-checks.rules.ts';

export type DeliveryMailJob = { orderId: string };
export const DELIVERY_MAIL: JobName<DeliveryMailJob> = 'delivery-mail';

export type DeliveryDeps = { db: Database; vault: Vault };
export type PaidFacts = { method: string; amountPaise: number; paymentId: string | null; at: Date };
export type OrderToDeliver = LockedOrder & { heldUnits: HeldUnit[] };

/** Locks an order and then the units that it holds. The statements are sent together and executed in this order. */
export async function lockOrderToDeliver(db: Database, id: string, now: Date): Promise<OrderToDeliver | undefined> {
  const [order, heldUnits] = await Promise.all([lockOrder(db, { id }), lockHeldUnits(db, { orderId: id, now })]);
  return order && { ...order, heldUnits };
}

/**
 * Delivers an order: the units that it holds or, if its hold has ended, units that are available now. Undefined when there
 * are not enough.
 */
export async function deliverOrder(
  deps: DeliveryDeps,
  { heldUnits, is_buyer_gone: _, ...order }: OrderToDeliver,
  paid: PaidFacts,
): Promise<OrderRow | undefined> {
  const units =
    order.hold_until === null
      ? await claimLateUnits(deps.db, order, paid.at)
      : await completeHold(deps.db, order, { heldUnits, now: paid.at });
  return units && deliverLockedUnits(deps, order, { units, paid });
}

/** Claims units for an order whose hold has ended. */
async function claimLateUnits(db: Database, order: OrderRow, now: Date): Promise<DeliveredUnit[] | undefined> {
  const units = await claimUnits(db, { ...claimOf(order, now), quantity: order.quantity });
  const isWhole = units.length === order.quantity;
  if (!isWhole) await releaseUnits(db, order.id);
  await refreshSoldOutNowAndAfterCommit(db, order.product_id);
  return isWhole ? units : undefined;
}

type Held = { heldUnits: readonly HeldUnit[]; now: Date };

/** The units of a hold, with the dead ones replaced; undefined when there are not enough to replace them. */
async function completeHold(
  db: Database,
  order: OrderRow,
  { heldUnits, now }: Held,
): Promise<readonly DeliveredUnit[] | undefined> {
  if (heldUnits.length !== order.quantity)
    throw new Error(`order ${order.id} holds ${heldUnits.length} units, not ${order.quantity}`);
  const live = heldUnits.filter((unit) => !unit.is_dead);
  if (live.length === order.quantity) return live;
  const units = [...live, ...(await replaceDeadUnits(db, claimOf(order, now)))];
  await refreshSoldOutNowAndAfterCommit(db, order.product_id);
  return units.length === order.quantity ? units : undefined;
}

const claimOf = ({ id: orderId, product_id: productId }: OrderRow, now: Date) => ({
  orderId,
  productId,
  until: minutesAfter(now, 1),
  now,
});

/** Marks an order as paid and delivers these units, which it holds and which the transaction has locked. */
export async function deliverLockedUnits(
  deps: DeliveryDeps,
  order: OrderRow,
  { units, paid }: { units: readonly DeliveredUnit[]; paid: PaidFacts },
): Promise<OrderRow> {
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
    deliverHeldUnits(deps, { orderId: order.id, buyerId: order.buyer_id, at: paid.at, units }),
    updateOrder(deps.db, order, {
      ...changes,
      next_check_at: isFree ? null : nextCheckAt({ ...order, ...changes }, paid.at),
    }),
    enqueue(deps.db, DELIVERY_MAIL, { orderId: order.id }),
  ]);
  return delivered;
}

/** Releases the units that an order holds. */
export async function releaseHold(db: Database, order: OrderRow): Promise<void> {
  if (order.hold_until === null) return;
  await releaseUnits(db, order.id);
  await refreshSoldOutNowAndAfterCommit(db, order.product_id);
}

/** A cancelled order is in no list. Its row stays for late money. */
export async function cancelOrder(db: Database, order: OrderRow, now: Date): Promise<OrderRow> {
  await releaseHold(db, order);
  return updateOrder(db, order, { abandoned_at: now, hold_until: null, updated_at: now });
}

/** Marks an unpaid order as refunded, so that the buyer sees that the money goes back. */
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
