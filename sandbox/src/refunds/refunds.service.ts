import { type Database, inTransaction } from '../database.ts';
import { takeFault } from '../faults/faults.queries.ts';
import type { WebhookEvent } from '../faults/faults.rules.ts';
import { newId } from '../ids.ts';
import { paymentEntity } from '../payments/payments.entity.ts';
import { findPaymentForUpdate, type PaymentRow, updateRefundedAmount } from '../payments/payments.queries.ts';
import { badRequest, unknownId } from '../provider-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { enqueueWebhook } from '../webhooks/webhooks.service.ts';
import { refundEntity } from './refunds.entity.ts';
import {
  claimRefundToFail,
  claimRefundToSettle,
  findRefund,
  findRefundByKey,
  insertRefund,
  type RefundRow,
} from './refunds.queries.ts';
import { type RefundRequest, refundableAmount } from './refunds.rules.ts';

const SETTLEMENT_DELAY_MS = 200;

const keyReused = () => badRequest('Different request with the same idempotency key has already been processed.');

export async function requireRefund(sandbox: Sandbox, id: string): Promise<RefundRow> {
  const refund = await findRefund(sandbox.pool, id);
  if (!refund) throw unknownId();
  return refund;
}

/** Set for a refund that was not made through the API. */
interface RefundOrigin {
  isByProvider?: boolean;
  sendsWebhook?: boolean;
}

export async function refundPayment(
  sandbox: Sandbox,
  paymentId: string,
  request: RefundRequest,
  { isByProvider = false, sendsWebhook = true }: RefundOrigin = {},
): Promise<RefundRow> {
  const refund = await inTransaction(sandbox.pool, async (db) => {
    // Requests for one payment wait for its row lock, so repeated and further refunds run one after the other.
    const payment = await findPaymentForUpdate(db, paymentId);
    if (!payment) throw unknownId();
    const earlier = request.idempotencyKey && (await findRefundByKey(db, request.idempotencyKey));
    if (earlier) {
      if (earlier.requestHash !== request.hash) throw keyReused();
      return earlier;
    }
    const amountPaise = refundableAmount(payment, request.amountPaise, isByProvider);
    return createRefund(db, sandbox, paymentId, { ...request, amountPaise, sendsWebhook });
  });
  sandbox.wake();
  return refund;
}

async function createRefund(
  db: Database,
  sandbox: Sandbox,
  paymentId: string,
  { hash, speed = 'normal', ...request }: RefundRequest & { amountPaise: number; sendsWebhook: boolean },
): Promise<RefundRow> {
  const fault = await takeFault(db, sandbox, 'refund-settlement');
  const now = sandbox.now();
  const refund = await insertRefund(db, {
    ...request,
    id: newId('rfnd'),
    paymentId,
    requestHash: hash,
    settleAt: new Date(now.getTime() + (fault?.kind === 'delay' ? fault.value : SETTLEMENT_DELAY_MS)),
    willFail: fault?.kind === 'fail',
    status: fault?.kind === 'at-once' ? 'processed' : 'pending',
    speedRequested: speed,
    speedProcessed: speed === 'optimum' && fault?.kind !== 'slow' ? 'instant' : 'normal',
    createdAt: now,
  });
  // A parallel request used the key for another payment.
  if (!refund) throw keyReused();
  const payment = await updateRefundedAmount(db, paymentId, refund.amountPaise);
  await announce(db, sandbox, 'refund.created', refund, payment);
  if (refund.status === 'processed') await announce(db, sandbox, 'refund.processed', refund, payment);
  return refund;
}

/** Ends the next due refund as processed or failed. Returns false if none is due. */
export async function settleDueRefund(sandbox: Sandbox): Promise<boolean> {
  return inTransaction(sandbox.pool, async (db) => {
    const refund = await claimRefundToSettle(db, sandbox.now());
    if (!refund) return false;
    const isFailed = refund.status === 'failed';
    const payment = await updateRefundedAmount(db, refund.paymentId, isFailed ? -refund.amountPaise : 0);
    const isSlowed = refund.speedRequested === 'optimum' && refund.speedProcessed === 'normal';
    if (isSlowed) await announce(db, sandbox, 'refund.speed_changed', refund, payment);
    await announce(db, sandbox, isFailed ? 'refund.failed' : 'refund.processed', refund, payment);
    return true;
  });
}

/** Fails a refund after it was processed: the bank returned the money. `refund.failed` follows `refund.processed`. */
export async function failProcessedRefund(
  sandbox: Sandbox,
  id: string,
  outcome: { status: 'failed' | 'reversed'; sendsWebhook: boolean },
): Promise<RefundRow> {
  const refund = await inTransaction(sandbox.pool, async (db) => {
    const refund = await claimRefundToFail(db, id, outcome);
    if (!refund) throw badRequest('Only a refund that was processed can fail afterwards', 'refund_id');
    const payment = await updateRefundedAmount(db, refund.paymentId, -refund.amountPaise);
    await announce(db, sandbox, 'refund.failed', refund, payment);
    return refund;
  });
  sandbox.wake();
  return refund;
}

async function announce(
  db: Database,
  sandbox: Sandbox,
  event: WebhookEvent,
  refund: RefundRow,
  payment: PaymentRow,
): Promise<void> {
  if (!refund.sendsWebhook) return;
  await enqueueWebhook(db, sandbox, event, { refund: refundEntity(refund), payment: paymentEntity(payment) });
}
