import { endpoints } from '@shop/contract/calls/endpoints';
import { type AlarmDeps, raiseAlarm } from '../../../platform/alarm.ts';
import type { Clock } from '../../../platform/clock.ts';
import { enqueue, type JobName } from '../../../platform/jobs/jobs.ts';
import type { Database } from '../../../tables.ts';
import { listAdminsWithPermission } from '../../accounts/administrators/admins.service.ts';
import { refundRest } from '../../payments/refunds/refunds.service.ts';
import type { ReturnedMoney, ReturnsListener } from '../../payments/refunds/returns.service.ts';
import { withdrawDelivered } from '../../stock/units/holds.service.ts';
import { hasReveal, lockOrder, type OrderRow, updateOrder } from '../orders.queries.ts';

export type RefundMailJob = { refundId: string };
export const REFUND_MAIL: JobName<RefundMailJob> = 'refund-mail';

/** Without an administrator it goes to the buyer. `attempt` is the one that failed. */
export type RefundFailedMailJob = { refundId: string; attempt: number; adminId?: string };
export const REFUND_FAILED_MAIL: JobName<RefundFailedMailJob> = 'refund-failed-mail';
export const REFUND_FAILED_READERS = endpoints.adminUpdateOrder.allows;

export type ReturnsDeps = AlarmDeps & { clock: Clock };

/** What orders do when money of theirs goes back, or does not. */
export const followReturns = (deps: ReturnsDeps): ReturnsListener => ({
  returned: (db, refund) => noteReturn(db, refund, deps.clock.now()),
  reopened: (db, refund) => reopenReturn(deps, db, refund),
  kept: (db, refund) => sendBackAfterAll(deps, db, refund),
});

/** Money of an order has gone back: its books follow, and its buyer is told. */
async function noteReturn(db: Database, refund: ReturnedMoney, now: Date): Promise<void> {
  const order = await lockOrder(db, { id: refund.order_id });
  if (order?.provider_payment_id === refund.payment_id) await lessen(db, order, refund.amount_paise, now);
  await enqueue(db, REFUND_MAIL, { refundId: refund.id });
}

async function lessen(db: Database, order: OrderRow, amountPaise: number, now: Date): Promise<void> {
  const refunded_paise = order.refunded_paise + amountPaise;
  const isGone = order.payment_status === 'completed' && refunded_paise >= order.amount_paid_paise;
  await updateOrder(db, order, {
    refunded_paise,
    ...(isGone && { payment_status: 'refunded' as const }),
    updated_at: now,
  });
  if (isGone) await takeBackUnseen(db, order);
}

/** A refund failed after it was processed: the order's books follow, and its buyer and the administrators are told. */
async function reopenReturn(deps: ReturnsDeps, db: Database, refund: ReturnedMoney): Promise<void> {
  const order = await lockOrder(db, { id: refund.order_id });
  if (order?.provider_payment_id === refund.payment_id)
    await updateOrder(db, order, {
      refunded_paise: order.refunded_paise - refund.amount_paise,
      updated_at: deps.clock.now(),
    });
  const job = { refundId: refund.id, attempt: refund.attempt };
  await enqueue(db, REFUND_FAILED_MAIL, job);
  for (const { id: adminId } of await listAdminsWithPermission(db, REFUND_FAILED_READERS))
    await enqueue(db, REFUND_FAILED_MAIL, { ...job, adminId });
  raiseAlarm(deps, { refund: refund.id }, 'a refund failed after it had been processed');
}

/** The provider's own refund has failed. What was delivered is paid for; nothing else may stay with the shop. */
async function sendBackAfterAll(deps: ReturnsDeps, db: Database, refund: ReturnedMoney): Promise<void> {
  const order = await lockOrder(db, { id: refund.order_id });
  if (order?.payment_status === 'completed' && order.provider_payment_id === refund.payment_id) return;
  await refundRest(db, {
    paymentId: refund.payment_id,
    orderId: refund.order_id,
    reason: 'An earlier refund of this payment did not succeed',
    at: deps.clock.now(),
    // What the shop gave up before, a person may have paid back by other means.
    atMostPaise: refund.amount_paise,
  });
}

/** A code that its buyer has not looked at is theirs no longer, and nobody else's either (decision 33). */
export async function takeBackUnseen(db: Database, { id, is_delivered }: OrderRow): Promise<void> {
  if (is_delivered && !(await hasReveal(db, id))) await withdrawDelivered(db, id);
}
