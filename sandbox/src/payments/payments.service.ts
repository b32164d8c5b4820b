import { type Database, inTransaction } from '../database.ts';
import { orderEntity } from '../orders/orders.entity.ts';
import { findOrderForUpdate, updateOrderPaid } from '../orders/orders.queries.ts';
import { unknownId } from '../provider-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { enqueueWebhook } from '../webhooks/webhooks.service.ts';
import { paymentEntity } from './payments.entity.ts';
import {
  claimPaymentToCapture,
  findPayment,
  findPaymentForUpdate,
  type PaymentRow,
  updatePaymentStatus,
} from './payments.queries.ts';
import { checkCapturable } from './payments.rules.ts';

export async function requirePayment(sandbox: Sandbox, id: string): Promise<PaymentRow> {
  const payment = await findPayment(sandbox.pool, id);
  if (!payment) throw unknownId();
  return payment;
}

/** The bank has reserved the money. The merchant gets the money only with the capture. */
export const announceAuthorised = (db: Database, sandbox: Sandbox, payment: PaymentRow): Promise<void> =>
  enqueueWebhook(db, sandbox, 'payment.authorized', { payment: paymentEntity(payment) });

/** The buyer will pay in cash. */
export const announcePending = (db: Database, sandbox: Sandbox, payment: PaymentRow): Promise<void> =>
  enqueueWebhook(db, sandbox, 'payment.pending', { payment: paymentEntity(payment) });

/** Marks the order of a captured payment as paid, once, and sends the events. */
export async function settleOrder(
  db: Database,
  sandbox: Sandbox,
  payment: PaymentRow,
  sendsWebhook = true,
): Promise<void> {
  const paidOrder = await updateOrderPaid(db, payment);
  if (!sendsWebhook) return;
  const entity = paymentEntity(payment);
  await enqueueWebhook(db, sandbox, 'payment.captured', { payment: entity });
  if (paidOrder) await enqueueWebhook(db, sandbox, 'order.paid', { payment: entity, order: orderEntity(paidOrder) });
}

/** Captures the whole authorised payment. `amountPaise` must equal its amount. */
export async function capturePayment(
  sandbox: Sandbox,
  id: string,
  { amountPaise, sendsWebhook = true }: { amountPaise?: number; sendsWebhook?: boolean },
): Promise<PaymentRow> {
  const payment = await inTransaction(sandbox.pool, async (db) => {
    const authorised = await findPaymentForUpdate(db, id);
    // The lock serialises payments of the same order.
    const order = authorised && (await findOrderForUpdate(db, authorised.orderId));
    if (!order) throw unknownId();
    checkCapturable(authorised, order, amountPaise);
    const captured = await updatePaymentStatus(db, id, 'captured');
    await settleOrder(db, sandbox, captured, sendsWebhook);
    return captured;
  });
  sandbox.wake();
  return payment;
}

/** Captures the next payment whose late capture is due. Returns false if none is due. */
export async function captureDuePayment(sandbox: Sandbox): Promise<boolean> {
  return inTransaction(sandbox.pool, async (db) => {
    const payment = await claimPaymentToCapture(db, sandbox.now());
    if (payment) await settleOrder(db, sandbox, payment);
    return payment !== undefined;
  });
}
