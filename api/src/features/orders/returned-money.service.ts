import { enqueue } from '../../platform/jobs.ts';
import type { Database } from '../../tables.ts';
import type { ReturnedMoney } from '../payments/returns.service.ts';
import { withdrawDelivered } from '../stock/holds.service.ts';
import { hasReveal, lockOrder, type OrderRow, updateOrder } from './orders.queries.ts';

export const REFUND_MAIL = 'refund-mail';
export type RefundMailJob = { refundId: string };

/** Money of an order has gone back: its books follow, and its buyer is told. */
export async function noteReturn(db: Database, refund: ReturnedMoney, now: Date): Promise<void> {
  const mail: RefundMailJob = { refundId: refund.id };
  const order = await lockOrder(db, { id: refund.order_id });
  if (order?.provider_payment_id === refund.payment_id) await lessen(db, order, refund.amount_paise, now);
  await enqueue(db, REFUND_MAIL, mail);
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

/** A code that its buyer has not looked at is theirs no longer, and nobody else's either (decision 33). */
export async function takeBackUnseen(db: Database, { id, is_delivered }: OrderRow): Promise<void> {
  if (is_delivered && !(await hasReveal(db, id))) await withdrawDelivered(db, id);
}
