import { isGranted } from '@shop/contract/accounts/permissions';
import type { Completion, OrderChange } from '@shop/contract/admin';
import { messages } from '@shop/contract/failures/messages';
import { toRupees } from '@shop/contract/money';
import { nextPaymentStatuses, type PaymentStatus } from '@shop/contract/order-status';
import type { AdminOrder, PaymentProgress } from '@shop/contract/orders';
import { recordAudit } from '../../../platform/audit.ts';
import type { Clock } from '../../../platform/clock.ts';
import { inTransaction, violates } from '../../../platform/database/database.ts';
import { fail } from '../../../platform/failure.ts';
import type { SessionUser } from '../../../platform/http/requests/session-user.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import {
  type CodeQuotaDeps,
  countCodesDelivered,
  mailOwnersAboutOwnOrder,
} from '../../accounts/administrators/code-quota.service.ts';
import { findProductForSale } from '../../catalogue/availability.service.ts';
import { requireUndisputed } from '../../payments/disputes/disputes.service.ts';
import { hasRefundByShop, refundCapturedPayments } from '../../payments/refunds/refunds.service.ts';
import {
  cancelOrder,
  type DeliveryDeps,
  deliverOrder,
  lockOrderToDeliver,
  type OrderToDeliver,
  type PaidFacts,
  releaseHold,
} from '../delivery/delivery.service.ts';
import { findOrderRow, type OrderRow, updateOrder } from '../orders.queries.ts';
import { isDeletable } from '../orders.rules.ts';
import { listPaymentsAtProvider, type MatchingDeps } from '../payment/match-provider-order.service.ts';
import { limitChecks, settleListed } from '../payment/payment-check.service.ts';
import { nextCheckAt } from '../payment/payment-checks.rules.ts';
import type { SettlementDeps } from '../payment/settlement.service.ts';
import { isOverLimit } from '../placing/purchase-limits.service.ts';
import { withdrawUnrevealedUnits } from '../refunds/order-refunds.service.ts';
import { findOrder } from './order-list.service.ts';

export type OrderEditDeps = { db: Database; clock: Clock; vault: Vault };
/** For actions that ask the provider about the order first. */
export type CompletingDeps = SettlementDeps & MatchingDeps & CodeQuotaDeps & { log: Log };
type Actor = Pick<SessionUser, '_id' | 'permissions'>;

type Change = { db: Database; vault: Vault; order: OrderToDeliver; now: Date; received: boolean };

/** Changes of an order that loses its hold. Late money is judged by the first cancellation. */
const withoutHold = (order: OrderRow, now: Date) => {
  const changes = { hold_until: null, cancelled_at: order.cancelled_at ?? now, updated_at: now };
  return { ...changes, next_check_at: nextCheckAt({ ...order, ...changes }, now) };
};

/** The effect of each new payment status on an order that is not delivered (spec §4). */
const changes: Record<PaymentStatus, (change: Change) => Promise<void>> = {
  /** The order waits for its money again without a hold: the money buys units that are available then. */
  pending: async ({ db, order, now }) => {
    await updateOrder(db, order, { payment_status: 'pending', ...withoutHold(order, now) });
  },
  /** The admin says that the order was paid outside the provider, or gives it away. */
  completed: async ({ db, vault, order, now, received }) => {
    const paid = { method: 'manual', amountPaise: received ? order.amount_paise : 0, paymentId: null, at: now };
    await deliverOrRefuse({ db, vault }, order, paid);
  },
  failed: async ({ db, order, now }) => {
    await releaseHold(db, order);
    await updateOrder(db, order, { payment_status: 'failed', ...withoutHold(order, now) });
  },
  /** Captured money is refunded. Money that was paid outside the provider was returned outside it. */
  refunded: async ({ db, order, now }) => {
    await requireUndisputed(db, order.id);
    await releaseHold(db, order);
    await refundCapturedPayments(db, order.id, { reason: 'Refunded by the shop', at: now });
    await updateOrder(db, order, {
      payment_status: 'refunded',
      ...(order.provider_payment_id === null && { refunded_paise: order.amount_paid_paise }),
      ...withoutHold(order, now),
    });
    await withdrawUnrevealedUnits(db, order);
  },
};

/** Changes the payment status of an order that is not delivered. */
export async function changePaymentStatus(
  deps: CompletingDeps,
  actor: Actor,
  id: string,
  status: PaymentStatus,
  completion: Completion = { received: true },
): Promise<AdminOrder> {
  const work = async (change: Change) => {
    const { db, order, now } = change;
    if (order.is_delivered) throw fail('orderDelivered');
    if (status === 'refunded' && order.payment_status === status) return refundAgain(change, actor);
    if (order.payment_status === status) return;
    const facts = {
      paymentStatus: order.payment_status,
      isDelivered: order.is_delivered,
      hasPayment: order.provider_payment_id !== null,
      hasRefund: await hasRefundByShop(db, order.id),
    };
    if (!nextPaymentStatuses(facts).includes(status)) throw fail('statusConflict');
    await changes[status](change);
    await audit(db, actor, order, { action: `order.${status}`, at: now, ...(status === 'completed' && completion) });
  };
  return status === 'completed'
    ? deliverByHand(deps, actor, id, { ...completion, work })
    : changeOrder(deps, id, { work });
}

/** Requests a refund again after all its attempts have failed. */
async function refundAgain({ db, order, now }: Change, actor: Actor): Promise<void> {
  await requireUndisputed(db, order.id);
  const isAsked = await refundCapturedPayments(db, order.id, { reason: 'Refunded by the shop', at: now });
  if (isAsked) await audit(db, actor, order, { action: 'order.refunded', at: now });
}

/** Refunds a paid order, also a delivered one: the code may not have worked (spec point 18). */
export function refundOrder(deps: OrderEditDeps, actor: Actor, id: string): Promise<AdminOrder> {
  return changeOrder(deps, id, {
    work: async (change) => {
      const { db, order, now } = change;
      if (order.payment_status === 'refunded') return refundAgain(change, actor);
      if (order.payment_status !== 'completed') throw fail('statusConflict');
      await changes.refunded(change);
      await audit(db, actor, order, { action: 'order.refunded', at: now });
    },
  });
}

/** Delivers an order that was paid, or that the admin says was paid outside the provider. */
function handOver(deps: CompletingDeps, actor: Actor, id: string, completion: Completion): Promise<AdminOrder> {
  const work = async (change: Change) => {
    const { db, order, now } = change;
    if (order.is_delivered) return;
    if (order.payment_status === 'refunded' || (await hasRefundByShop(db, order.id))) throw fail('statusConflict');
    if (order.payment_status === 'completed') await deliverPaid(change);
    else await changes.completed(change);
    await audit(db, actor, order, { action: 'order.delivered', at: now, ...completion });
  };
  return deliverByHand(deps, actor, id, { ...completion, work });
}

type ManualDelivery = Completion & { work: (change: Change) => Promise<void> };

/**
 * Delivers by hand. No admin may get codes secretly: only an owner delivers an own order, and each code counts in the
 * hourly quota. The provider is asked first: money that it has settles the order.
 */
async function deliverByHand(
  deps: CompletingDeps,
  actor: Actor,
  id: string,
  { work, received }: ManualDelivery,
): Promise<AdminOrder> {
  const asked = await findOrderRow(deps.db, { id });
  if (!asked || asked.abandoned_at !== null) throw fail('orderNotFound');
  if (asked.is_delivered) return changeOrder(deps, id, { work });
  const isOwn = asked.buyer_id === actor._id;
  if (isOwn && !isGranted(actor.permissions, [])) throw fail('ownOrder');
  if (isWithoutPayment(asked)) {
    const progress = await askProvider(deps, asked);
    if (progress === 'under-way') throw fail('moneyUnderWay');
    if (progress === 'settled') return requireCompleted(await findOrder(deps, id));
  }
  const counted = await countCodesDelivered(deps, actor, asked.quantity);
  try {
    return await changeOrder(deps, id, {
      received,
      work: async (change) => {
        await work(change);
        if (isOwn) await mailOwnersAboutOwnOrder(change.db, actor, { order: nameOf(change.order), at: change.now });
      },
    });
  } catch (error) {
    await counted.giveBack();
    throw error;
  }
}

/** Also an order that an admin set to Refunded: money for it may have been captured since. */
const isWithoutPayment = ({ payment_status, provider_payment_id }: OrderRow): boolean =>
  payment_status !== 'completed' && provider_payment_id === null;

/** Every open payment counts as under way: a bank may confirm it after the order was completed by hand. */
async function askProvider(deps: CompletingDeps, order: OrderRow): Promise<PaymentProgress> {
  try {
    const progress = await settleListed(deps, order, await listPaymentsAtProvider(deps, order));
    return progress === 'unanswered' ? 'under-way' : progress;
  } catch (error) {
    deps.log.warn({ err: error, order: order.id }, 'the provider could not be asked about an order');
    throw fail('paymentUnchecked');
  }
}

/** The money that the check found may have been refunded. */
function requireCompleted(order: AdminOrder): AdminOrder {
  if (order.paymentStatus !== 'completed') throw fail('statusConflict');
  return order;
}

const nameOf = ({ id, product_details: { title } }: OrderRow): string =>
  `${title} (order #${id.slice(-6).toUpperCase()})`;

/** Asks the provider for payments before an admin completes an order. */
export async function checkPaymentOfOrder(
  deps: CompletingDeps,
  user: SessionUser,
  id: string,
): Promise<{ data: AdminOrder; payment: PaymentProgress; message: string }> {
  await limitChecks(deps, user);
  const asked = await findOrderRow(deps.db, { id });
  if (!asked || asked.abandoned_at !== null) throw fail('orderNotFound');
  const payment = isWithoutPayment(asked) ? await askProvider(deps, asked) : 'settled';
  const data = await findOrder(deps, id);
  if (payment === 'none') return { data, payment, message: messages.paymentNotFound };
  if (payment === 'under-way') return { data, payment, message: messages.paymentOnItsWay };
  const isKept = data.paymentStatus === 'completed';
  return { data, payment, message: isKept ? messages.paymentFound : messages.paymentReturned };
}

async function deliverPaid({ db, vault, order, now }: Change): Promise<void> {
  const { payment_method: method, amount_paid_paise: amountPaise, provider_payment_id: paymentId } = order;
  await deliverOrRefuse({ db, vault }, order, { method, amountPaise, paymentId, at: now });
}

async function deliverOrRefuse(deps: DeliveryDeps, order: OrderToDeliver, paid: PaidFacts): Promise<void> {
  if (order.hold_until === null) await requireOnSale(deps.db, order, paid.at);
  if (!(await deliverOrder(deps, order, paid))) throw fail('nothingToDeliver');
}

async function requireOnSale(db: Database, order: OrderRow, now: Date): Promise<void> {
  const product = await findProductForSale(db, order.product_id, now);
  if (product?.availability !== 'available') throw fail('nothingToDeliver');
  if (await isOverLimit(db, order, product)) throw fail('customerAtLimit');
}

/** Edits an order. A delivery cannot be undone, but its money can be refunded. */
export async function editOrder(
  deps: CompletingDeps,
  actor: Actor,
  id: string,
  { paymentStatus, isDelivered, ...completion }: OrderChange,
): Promise<AdminOrder> {
  const order = await findOrder(deps, id);
  if (isDelivered === false && order.isDelivered) throw fail('orderDelivered');
  if (isDelivered && paymentStatus !== undefined && paymentStatus !== 'completed') throw fail('statusConflict');
  if (isDelivered) return handOver(deps, actor, id, completion);
  const isPaid = order.paymentStatus === 'completed' || order.paymentStatus === 'refunded';
  if (paymentStatus === 'refunded' && isPaid) return refundOrder(deps, actor, id);
  if (paymentStatus === undefined || paymentStatus === order.paymentStatus) return order;
  return changePaymentStatus(deps, actor, id, paymentStatus, completion);
}

export async function cancelOrderByAdmin({ db, clock }: OrderEditDeps, actor: Actor, id: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const now = clock.now();
    const order = await requireOrder(db, id, now);
    if (!isDeletable(order)) throw fail('orderPaid');
    await cancelOrder(db, order, now);
    await audit(db, actor, order, { action: 'order.deleted', at: now });
  });
}

async function changeOrder(
  deps: OrderEditDeps,
  id: string,
  { work, received = true }: { work: (change: Change) => Promise<void>; received?: boolean },
): Promise<AdminOrder> {
  try {
    await inTransaction(deps.db, async (db) => {
      const now = deps.clock.now();
      await work({ db, vault: deps.vault, order: await requireOrder(db, id, now), now, received });
    });
  } catch (error) {
    if (violates(error, 'orders_one_live')) throw fail('customerHasOne');
    throw error;
  }
  return findOrder(deps, id);
}

async function requireOrder(db: Database, id: string, now: Date): Promise<OrderToDeliver> {
  const order = await lockOrderToDeliver(db, id, now);
  if (!order || order.abandoned_at !== null) throw fail('orderNotFound');
  return order;
}

type Act = { action: string; at: Date; reason?: string | undefined; received?: boolean };

const audit = (db: Database, actor: Actor, order: OrderRow, { action, at, reason, received = true }: Act) =>
  recordAudit(db, {
    at,
    actorId: actor._id,
    action,
    subjectType: 'order',
    subjectId: order.id,
    details: {
      from: order.payment_status,
      amount: toRupees(order.amount_paise),
      ...(reason && { reason }),
      ...(!received && { received }),
    },
  });
