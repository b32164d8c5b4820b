import type { OrderChange } from '@shop/contract/admin';
import { toRupees } from '@shop/contract/money';
import type { PaymentStatus } from '@shop/contract/order-status';
import type { AdminOrder } from '@shop/contract/orders';
import { recordAudit } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction, violates } from '../../platform/database.ts';
import { fail } from '../../platform/failure.ts';
import type { SessionUser } from '../../platform/http/session-user.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Database } from '../../tables.ts';
import { requireUndisputed } from '../payments/disputes.service.ts';
import { hasRefundByShop, refundCapturedPayment } from '../payments/refunds.service.ts';
import { nextCheckAt } from './checks.rules.ts';
import { abandonOrder, deliveringLive, deliverOrder, releaseHold } from './delivery.service.ts';
import { findOrder } from './order-list.service.ts';
import { lockOrder, type OrderRow, type OrderToDeliver, updateOrder } from './orders.queries.ts';
import { isDeletable } from './orders.rules.ts';
import { takeBackUnseen } from './returned-money.service.ts';

export type BackOfficeDeps = { db: Database; clock: Clock; vault: Vault };
type Actor = Pick<SessionUser, '_id'>;

type Change = { db: Database; vault: Vault; order: OrderToDeliver; now: Date; mend: boolean };

/** Its money may be on its way all the same. */
const unheld = (order: OrderRow, now: Date) => {
  const changes = { hold_until: null, updated_at: now };
  return { ...changes, next_check_at: nextCheckAt({ ...order, ...changes }, now) };
};

/** What each payment status means for an order that is not delivered, in any order of changes (spec §4). */
const changes: Record<PaymentStatus, (change: Change) => Promise<void>> = {
  /** Waits for its money again, without a hold: it gets what is left when that comes. */
  pending: async ({ db, order, now }) => {
    await updateOrder(db, order, { payment_status: 'pending', ...unheld(order, now) });
  },
  /** Paid in another way than through the provider, on the administrator's word. */
  completed: async ({ db, vault, order, now, mend }) => {
    const paid = { method: 'manual', amountPaise: order.amount_paise, paymentId: null, at: now, mend };
    requireDelivered(await deliverOrder({ db, vault }, order, paid));
  },
  failed: async ({ db, order, now }) => {
    await releaseHold(db, order);
    await updateOrder(db, order, { payment_status: 'failed', ...unheld(order, now) });
  },
  /** Money that was captured really goes back; what was paid in another way was given back in that way. */
  refunded: async ({ db, order, now }) => {
    await requireUndisputed(db, order.id);
    await releaseHold(db, order);
    await refundCapturedPayment(db, order.id, { reason: 'Refunded by the shop', at: now });
    await updateOrder(db, order, {
      payment_status: 'refunded',
      ...(order.provider_payment_id === null && { refunded_paise: order.amount_paid_paise }),
      ...unheld(order, now),
    });
    await takeBackUnseen(db, order);
  },
};

/** The administrator's change of a payment status; only while the order is not delivered. */
export function changePaymentStatus(
  deps: BackOfficeDeps,
  actor: Actor,
  id: string,
  status: PaymentStatus,
): Promise<AdminOrder> {
  return changeOrder(deps, id, async (change) => {
    const { db, order, now } = change;
    if (order.is_delivered) throw fail('orderDelivered');
    if (order.payment_status === status) return;
    // What the provider has paid or returned cannot be changed by a word.
    const isSettled = order.payment_status === 'completed' || order.provider_payment_id !== null;
    if (isSettled && status !== 'refunded') throw fail('statusConflict');
    if (await hasRefundByShop(db, order.id)) throw fail('statusConflict');
    await changes[status](change);
    await audit(db, actor, order, { action: `order.${status}`, at: now });
  });
}

/** Returns the money of a paid order, also of a delivered one: the code may not have worked (decision 18). */
export function refundOrder(deps: BackOfficeDeps, actor: Actor, id: string): Promise<AdminOrder> {
  return changeOrder(deps, id, async (change) => {
    const { db, order, now } = change;
    if (order.payment_status === 'refunded') return;
    if (order.payment_status !== 'completed') throw fail('statusConflict');
    await changes.refunded(change);
    await audit(db, actor, order, { action: 'order.refunded', at: now });
  });
}

/** Hands over what was paid for, or, on the administrator's word, what was paid in another way. */
function handOver(deps: BackOfficeDeps, actor: Actor, id: string): Promise<AdminOrder> {
  return changeOrder(deps, id, async (change) => {
    const { db, order, now } = change;
    if (order.is_delivered) return;
    if (order.payment_status === 'refunded' || (await hasRefundByShop(db, order.id))) throw fail('statusConflict');
    if (order.payment_status === 'completed') await deliverPaid(change);
    else await changes.completed(change);
    await audit(db, actor, order, { action: 'order.delivered', at: now });
  });
}

async function deliverPaid({ db, vault, order, now, mend }: Change): Promise<void> {
  const { payment_method: method, amount_paid_paise: amountPaise, provider_payment_id: paymentId } = order;
  requireDelivered(await deliverOrder({ db, vault }, order, { method, amountPaise, paymentId, at: now, mend }));
}

function requireDelivered(result: Awaited<ReturnType<typeof deliverOrder>>): void {
  if (typeof result === 'string') throw fail(result === 'over-limit' ? 'customerAtLimit' : 'nothingToDeliver');
}

/** The administrator's edit of an order: what was handed over cannot be taken back, but its money can be returned. */
export async function editOrder(
  deps: BackOfficeDeps,
  actor: Actor,
  id: string,
  { paymentStatus, isDelivered }: OrderChange,
): Promise<AdminOrder> {
  const order = await findOrder(deps, id);
  if (isDelivered === false && order.isDelivered) throw fail('orderDelivered');
  if (isDelivered && paymentStatus !== undefined && paymentStatus !== 'completed') throw fail('statusConflict');
  if (isDelivered) return handOver(deps, actor, id);
  if (paymentStatus === undefined || paymentStatus === order.paymentStatus) return order;
  if (paymentStatus === 'refunded' && order.paymentStatus === 'completed') return refundOrder(deps, actor, id);
  return changePaymentStatus(deps, actor, id, paymentStatus);
}

export async function adminDeleteOrder({ db, clock }: BackOfficeDeps, actor: Actor, id: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const order = await requireOrder(db, id);
    if (!isDeletable(order)) throw fail('orderPaid');
    const now = clock.now();
    await abandonOrder(db, order, now);
    await audit(db, actor, order, { action: 'order.deleted', at: now });
  });
}

async function changeOrder(
  deps: BackOfficeDeps,
  id: string,
  work: (change: Change) => Promise<void>,
): Promise<AdminOrder> {
  try {
    await deliveringLive(deps.db, async (db, how) =>
      work({ db, vault: deps.vault, order: await requireOrder(db, id), now: deps.clock.now(), ...how }),
    );
  } catch (error) {
    if (violates(error, 'orders_one_live')) throw fail('customerHasOne');
    throw error;
  }
  return findOrder(deps, id);
}

async function requireOrder(db: Database, id: string): Promise<OrderToDeliver> {
  const order = await lockOrder(db, { id });
  if (!order || order.abandoned_at !== null) throw fail('orderNotFound');
  return order;
}

const audit = (db: Database, actor: Actor, order: OrderRow, { action, at }: { action: string; at: Date }) =>
  recordAudit(db, {
    at,
    actorId: actor._id,
    action,
    subjectType: 'order',
    subjectId: order.id,
    details: { from: order.payment_status, amount: toRupees(order.amount_paise) },
  });
