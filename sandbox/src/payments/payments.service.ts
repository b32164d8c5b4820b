import { type Database, inTransaction } from '../database.ts';
import { orderEntity } from '../orders/orders.entity.ts';
import { updateOrderPaid } from '../orders/orders.queries.ts';
import { unknownId } from '../provider-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { enqueueWebhook } from '../webhooks/webhooks.service.ts';
import { paymentEntity } from './payments.entity.ts';
import { claimPaymentToCapture, findPayment, type PaymentRow } from './payments.queries.ts';

export async function requirePayment(sandbox: Sandbox, id: string): Promise<PaymentRow> {
  const payment = await findPayment(sandbox.pool, id);
  if (!payment) throw unknownId();
  return payment;
}

/** Follows a captured payment: its order counts as paid, once, and the merchant is told. */
export async function settleOrder(db: Database, sandbox: Sandbox, payment: PaymentRow): Promise<void> {
  const paidOrder = await updateOrderPaid(db, payment.orderId);
  const entity = paymentEntity(payment);
  await enqueueWebhook(db, sandbox, 'payment.captured', { payment: entity });
  if (paidOrder) await enqueueWebhook(db, sandbox, 'order.paid', { payment: entity, order: orderEntity(paidOrder) });
}

/** Captures one payment whose confirmation was late; answers whether there was one. */
export async function captureDuePayment(sandbox: Sandbox): Promise<boolean> {
  return inTransaction(sandbox.pool, async (db) => {
    const payment = await claimPaymentToCapture(db, sandbox.now());
    if (payment) await settleOrder(db, sandbox, payment);
    return payment !== undefined;
  });
}
