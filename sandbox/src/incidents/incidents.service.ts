import { draftPayment, type PaymentMethod, type PaymentProof, proofOf } from '../checkout/checkout.service.ts';
import { inTransaction } from '../database.ts';
import { findOrderForUpdate, updateOrderAttempted } from '../orders/orders.queries.ts';
import { findPaymentForUpdate, insertPayment, updatePaymentStatus } from '../payments/payments.queries.ts';
import { announceAuthorised, announcePending, capturePayment, settleOrder } from '../payments/payments.service.ts';
import { badRequest, unknownId } from '../provider-error.ts';
import type { Sandbox } from '../sandbox.ts';

const UPI: PaymentMethod = { method: 'upi', card: null, vpa: 'success@razorpay' };
const CASH: PaymentMethod = { method: 'cod', card: null, vpa: null };

interface DirectPayment {
  sendsWebhook: boolean;
  /** Only if it differs from the amount of the order, as with an offer. */
  amountPaise?: number;
  offerId?: string | null;
}

/** Creates a payment for an order in any state, with or without webhook. A bank can pay an order twice or late. */
export async function payWithoutCheckout(
  sandbox: Sandbox,
  orderId: string,
  status: 'pending' | 'authorized' | 'captured',
  { sendsWebhook, amountPaise, offerId = null }: DirectPayment,
): Promise<PaymentProof> {
  const payment = await inTransaction(sandbox.pool, async (db) => {
    const order = await findOrderForUpdate(db, orderId);
    if (!order) throw unknownId();
    await updateOrderAttempted(db, order.id);
    const paymentMethod = status === 'pending' ? CASH : UPI;
    const draft = draftPayment(sandbox, order, paymentMethod);
    const payment = await insertPayment(db, {
      ...draft,
      status,
      amountPaise: amountPaise ?? draft.amountPaise,
      offerId,
    });
    if (status === 'captured') await settleOrder(db, sandbox, payment, sendsWebhook);
    else if (sendsWebhook) await (status === 'pending' ? announcePending : announceAuthorised)(db, sandbox, payment);
    return payment;
  });
  sandbox.wake();
  return proofOf(sandbox, payment);
}

/** The bank authorises a payment that failed before or was still open. */
export async function authoriseLate(sandbox: Sandbox, paymentId: string, sendsWebhook: boolean): Promise<PaymentProof> {
  const payment = await inTransaction(sandbox.pool, async (db) => {
    const earlier = await findPaymentForUpdate(db, paymentId);
    if (!earlier) throw unknownId();
    if (earlier.status !== 'failed' && earlier.status !== 'created')
      throw badRequest('Only a payment that failed or is still open can be authorized late', 'payment_id');
    const payment = await updatePaymentStatus(db, paymentId, 'authorized');
    if (sendsWebhook) await announceAuthorised(db, sandbox, payment);
    return payment;
  });
  sandbox.wake();
  return proofOf(sandbox, payment);
}

/** Captures an authorised payment. For most merchants the provider does this automatically. */
export async function captureAuthorised(
  sandbox: Sandbox,
  paymentId: string,
  sendsWebhook: boolean,
): Promise<PaymentProof> {
  return proofOf(sandbox, await capturePayment(sandbox, paymentId, { sendsWebhook }));
}
