import { type Database, inTransaction } from '../database.ts';
import { takeFault } from '../faults/faults.queries.ts';
import type { Behaviour } from '../faults/faults.rules.ts';
import { newId } from '../ids.ts';
import { findOrderForUpdate, type OrderRow, updateOrderAttempted } from '../orders/orders.queries.ts';
import { paymentEntity } from '../payments/payments.entity.ts';
import { insertPayment, type PaymentDraft, type PaymentRow } from '../payments/payments.queries.ts';
import { announceAuthorised, settleOrder } from '../payments/payments.service.ts';
import { badRequest, ProviderError, unknownId } from '../provider-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { isSameSecret, signPayment } from '../signatures.ts';
import { enqueueWebhook } from '../webhooks/webhooks.service.ts';
import type { Instrument, PayRequest } from './checkout.rules.ts';

const LATE_CAPTURE_MS = 3000;

export type PaymentMethod = Pick<PaymentDraft, 'method' | 'card' | 'vpa'>;

export interface PaymentProof {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

/** Returns the proof of payment, or undefined until the bank confirms. Throws a ProviderError if the payment fails. */
export async function payOrder(sandbox: Sandbox, request: PayRequest): Promise<PaymentProof | undefined> {
  if (!isSameSecret(request.keyId, sandbox.keyId)) throw badRequest('The key_id provided is invalid', 'key_id');
  const payment = await inTransaction(sandbox.pool, async (db) => {
    const order = await findOrderForUpdate(db, request.orderId);
    if (!order) throw unknownId();
    if (order.status === 'paid') throw badRequest('Payment already done for this order.', 'order_id');
    await updateOrderAttempted(db, order.id);
    return recordPayment(db, sandbox, order, request.instrument);
  });
  sandbox.wake();
  if (payment.failure) {
    throw new ProviderError(400, {
      ...payment.failure,
      metadata: { payment_id: payment.id, order_id: payment.orderId },
    });
  }
  return payment.status === 'created' ? undefined : proofOf(sandbox, payment);
}

async function recordPayment(
  db: Database,
  sandbox: Sandbox,
  order: OrderRow,
  { outcome, ...paymentMethod }: Instrument,
): Promise<PaymentRow> {
  const draft = draftPayment(sandbox, order, paymentMethod);
  if (outcome.kind === 'captured') {
    const fault = await takeFault(db, sandbox, 'auto-capture');
    if (fault) return recordAuthorised(db, sandbox, draft, fault);
    const payment = await insertPayment(db, { ...draft, status: 'captured' });
    await settleOrder(db, sandbox, payment);
    return payment;
  }
  if (outcome.kind === 'failed') {
    const payment = await insertPayment(db, { ...draft, status: 'failed', failure: outcome.failure });
    await enqueueWebhook(db, sandbox, 'payment.failed', { payment: paymentEntity(payment) });
    return payment;
  }
  const fault = await takeFault(db, sandbox, 'late-capture');
  return insertPayment(db, { ...draft, captureAt: captureTime(draft, fault?.value ?? LATE_CAPTURE_MS) });
}

/** Records a payment without the automatic capture. The buyer gets the same proof as for a captured payment. */
async function recordAuthorised(
  db: Database,
  sandbox: Sandbox,
  draft: PaymentDraft,
  fault: Behaviour,
): Promise<PaymentRow> {
  const captureAt = fault.kind === 'delay' ? captureTime(draft, fault.value) : null;
  const payment = await insertPayment(db, { ...draft, status: 'authorized', captureAt });
  await announceAuthorised(db, sandbox, payment);
  return payment;
}

const captureTime = (draft: PaymentDraft, waitMs: number) => new Date(draft.createdAt.getTime() + waitMs);

export function draftPayment(sandbox: Sandbox, order: OrderRow, paymentMethod: PaymentMethod): PaymentDraft {
  return {
    ...paymentMethod,
    id: newId('pay'),
    orderId: order.id,
    amountPaise: order.amountPaise,
    status: 'created',
    failure: null,
    offerId: null,
    captureAt: null,
    createdAt: sandbox.now(),
  };
}

export function proofOf(sandbox: Sandbox, payment: PaymentRow): PaymentProof {
  return {
    razorpay_payment_id: payment.id,
    razorpay_order_id: payment.orderId,
    razorpay_signature: signPayment(payment.orderId, payment.id, sandbox.keySecret),
  };
}
