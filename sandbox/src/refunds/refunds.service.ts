import { inTransaction } from '../database.ts';
import { takeFault } from '../faults/faults.queries.ts';
import { newId } from '../ids.ts';
import { paymentEntity } from '../payments/payments.entity.ts';
import { findPaymentForUpdate, updateRefundedAmount } from '../payments/payments.queries.ts';
import { badRequest, unknownId } from '../provider-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { enqueueWebhook } from '../webhooks/webhooks.service.ts';
import { refundEntity } from './refunds.entity.ts';
import { claimRefundToSettle, findRefund, findRefundByKey, insertRefund, type RefundRow } from './refunds.queries.ts';
import { type RefundRequest, refundableAmount } from './refunds.rules.ts';

const SETTLEMENT_DELAY_MS = 200;

const keyReused = () => badRequest('Different request with the same idempotency key has already been processed.');

export async function requireRefund(sandbox: Sandbox, id: string): Promise<RefundRow> {
  const refund = await findRefund(sandbox.pool, id);
  if (!refund) throw unknownId();
  return refund;
}

export async function refundPayment(sandbox: Sandbox, paymentId: string, request: RefundRequest): Promise<RefundRow> {
  return inTransaction(sandbox.pool, async (db) => {
    // Requests for one payment queue at its row: neither a repeat nor a second refund passes beside the first.
    const payment = await findPaymentForUpdate(db, paymentId);
    if (!payment) throw unknownId();
    const earlier = request.idempotencyKey && (await findRefundByKey(db, request.idempotencyKey));
    if (earlier) {
      if (earlier.requestHash !== request.hash) throw keyReused();
      return earlier;
    }
    const amountPaise = refundableAmount(payment, request.amountPaise);
    const fault = await takeFault(db, sandbox, 'refund-settlement');
    const now = sandbox.now();
    const refund = await insertRefund(db, {
      id: newId('rfnd'),
      paymentId,
      amountPaise,
      receipt: request.receipt,
      notes: request.notes,
      idempotencyKey: request.idempotencyKey,
      requestHash: request.hash,
      settleAt: new Date(now.getTime() + (fault?.kind === 'delay' ? fault.value : SETTLEMENT_DELAY_MS)),
      willFail: fault?.kind === 'fail',
      createdAt: now,
    });
    // The key was taken meanwhile, for another payment.
    if (!refund) throw keyReused();
    await updateRefundedAmount(db, paymentId, amountPaise);
    return refund;
  });
}

/** Ends one pending refund, well or badly; answers whether there was one. */
export async function settleDueRefund(sandbox: Sandbox): Promise<boolean> {
  return inTransaction(sandbox.pool, async (db) => {
    const refund = await claimRefundToSettle(db, sandbox.now());
    if (!refund) return false;
    const isFailed = refund.status === 'failed';
    const payment = await updateRefundedAmount(db, refund.paymentId, isFailed ? -refund.amountPaise : 0);
    await enqueueWebhook(db, sandbox, isFailed ? 'refund.failed' : 'refund.processed', {
      refund: refundEntity(refund),
      payment: paymentEntity(payment),
    });
    return true;
  });
}
