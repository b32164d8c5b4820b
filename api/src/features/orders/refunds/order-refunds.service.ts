import { endpoints } from '@shop/contract/calls/endpoints';
import { type AlarmDeps, raiseAlarm } from '../../../platform/alarm.ts';
import type { Clock } from '../../../platform/clock.ts';
import { enqueue, type JobName } from '../../../platform/jobs/jobs.ts';
import type { Database } from '../../../tables.ts';
import { listAdminsWithPermission } from '../../accounts/administrators/admins.service.ts';
import type { Refund, RefundHandlers } from '../../payments/refunds/record-refunds.service.ts';
import { refundRest } from '../../payments/refunds/refunds.service.ts';
import { withdrawDeliveredUnits } from '../../stock/units/holds.service.ts';
import { hasReveal, lockOrder, type OrderRow, updateOrder } from '../orders.queries.ts';

export type RefundMailJob = { refundId: string };
export const REFUND_MAIL: JobName<RefundMailJob> = 'refund-mail';

/** Without `adminId` the mail goes to the buyer. `attempt` is the one that failed. */
export type RefundFailedMailJob = { refundId: string; attempt: number; adminId?: string };
export const REFUND_FAILED_MAIL: JobName<RefundFailedMailJob> = 'refund-failed-mail';
export const REFUND_FAILED_PERMISSIONS = endpoints.adminUpdateOrder.allows;

export type RefundHandlerDeps = AlarmDeps & { clock: Clock };

/** Handles refunds of payments for orders. */
export const orderRefundHandlers = (deps: RefundHandlerDeps): RefundHandlers => ({
  refundCompleted: (db, refund) => addCompletedRefund(db, refund, deps.clock.now()),
  completedRefundFailed: (db, refund) => subtractFailedRefund(deps, db, refund),
  providerRefundFailed: (db, refund) => refundAfterFailure(deps, db, refund),
});

/** Adds a completed refund to its order and mails the buyer. */
async function addCompletedRefund(db: Database, refund: Refund, now: Date): Promise<void> {
  const order = await lockOrder(db, { id: refund.order_id });
  if (order?.provider_payment_id === refund.payment_id) await addRefundedAmount(db, order, refund.amount_paise, now);
  await enqueue(db, REFUND_MAIL, { refundId: refund.id });
}

async function addRefundedAmount(db: Database, order: OrderRow, amountPaise: number, now: Date): Promise<void> {
  const refunded_paise = order.refunded_paise + amountPaise;
  const isFullyRefunded = order.payment_status === 'completed' && refunded_paise >= order.amount_paid_paise;
  await updateOrder(db, order, {
    refunded_paise,
    ...(isFullyRefunded && { payment_status: 'refunded' as const }),
    updated_at: now,
  });
  if (isFullyRefunded) await withdrawUnrevealedUnits(db, order);
}

/** Subtracts a refund that failed after it was processed, and mails the buyer and the admins. */
async function subtractFailedRefund(deps: RefundHandlerDeps, db: Database, refund: Refund): Promise<void> {
  const order = await lockOrder(db, { id: refund.order_id });
  if (order?.provider_payment_id === refund.payment_id)
    await updateOrder(db, order, {
      refunded_paise: order.refunded_paise - refund.amount_paise,
      updated_at: deps.clock.now(),
    });
  const job = { refundId: refund.id, attempt: refund.attempt };
  await enqueue(db, REFUND_FAILED_MAIL, job);
  for (const { id: adminId } of await listAdminsWithPermission(db, REFUND_FAILED_PERMISSIONS))
    await enqueue(db, REFUND_FAILED_MAIL, { ...job, adminId });
  raiseAlarm(deps, { refund: refund.id }, 'a refund failed after it had been processed');
}

/** The provider's own refund has failed. The shop keeps the money of a delivered order and refunds any other. */
async function refundAfterFailure(deps: RefundHandlerDeps, db: Database, refund: Refund): Promise<void> {
  const order = await lockOrder(db, { id: refund.order_id });
  if (order?.payment_status === 'completed' && order.provider_payment_id === refund.payment_id) return;
  await refundRest(db, {
    paymentId: refund.payment_id,
    orderId: refund.order_id,
    reason: 'An earlier refund of this payment did not succeed',
    at: deps.clock.now(),
    // An admin may have paid back earlier failed refunds by other means.
    atMostPaise: refund.amount_paise,
  });
}

/** Withdraws units whose codes the buyer has not revealed, so that nobody receives these codes (spec point 33). */
export async function withdrawUnrevealedUnits(db: Database, { id, is_delivered }: OrderRow): Promise<void> {
  if (is_delivered && !(await hasReveal(db, id))) await withdrawDeliveredUnits(db, id);
}
