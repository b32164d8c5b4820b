import { type AlarmDeps, raiseAlarm } from '../../../platform/alarm.ts';
import type { Clock } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Database } from '../../../tables.ts';
import { updateStatusByRefunds } from '../payments.queries.ts';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { RefundHandlers } from '../refunds/record-refunds.service.ts';
import { enqueueRefund } from '../refunds/refund-job.ts';
import { refundKey } from '../refunds/refund-key.ts';
import {
  claimOtherAmount,
  insertRefund,
  lockAttempt,
  type RefundRow,
  removeRefund,
} from '../refunds/refunds.queries.ts';
import { type DisputeRow, findBlockingDispute } from './disputes.queries.ts';

type DisputedRefundDeps = AlarmDeps & { db: Database; clock: Clock; handlers: RefundHandlers };

const REASON = 'Returned by your bank after a dispute';

/**
 * Whether a refund must wait, because a dispute may return or has returned the same money. A refund that the provider has
 * accepted goes on. The decision of the dispute enqueues a waiting refund again.
 */
export async function isHeldByDispute(
  deps: DisputedRefundDeps,
  provider: PaymentProvider,
  refund: RefundRow,
): Promise<boolean> {
  const dispute = await findBlockingDispute(deps.db, refund.payment_id);
  if (!dispute || refund.origin === 'provider' || refund.provider_refund_id !== null) return false;
  const reported = await provider.listRefunds(refund.payment_id);
  if (reported.some(({ idempotencyKey }) => idempotencyKey === refundKey(refund))) return false;
  if (dispute.state === 'lost' && dispute.deducted_paise >= dispute.amount_paise) {
    await recordDeductionAsRefund(deps, refund, dispute);
    return true;
  }
  raiseAlarm(deps, { refund: refund.id, dispute: dispute.id }, 'refund waits for a dispute about its payment');
  return true;
}

/** Records the money of a lost dispute as a refund. Only the rest is still requested. */
async function recordDeductionAsRefund(
  { db, clock, handlers }: DisputedRefundDeps,
  refund: RefundRow,
  dispute: DisputeRow,
): Promise<void> {
  const at = clock.now();
  const amountPaise = Math.min(dispute.deducted_paise, refund.amount_paise);
  const restPaise = refund.amount_paise - amountPaise;
  await inTransaction(db, async (db) => {
    if (!(await lockAttempt(db, refund))) return;
    const inserted = await insertRefund(db, {
      id: newId(),
      payment_id: refund.payment_id,
      order_id: refund.order_id,
      amount_paise: amountPaise,
      reason: REASON,
      origin: 'provider',
      status: 'processed',
      provider_refund_id: dispute.id,
      created_at: at,
      updated_at: at,
    });
    if (!inserted) return;
    if (restPaise === 0) await removeRefund(db, refund.id);
    else {
      await claimOtherAmount(db, refund, { amountPaise: restPaise, at });
      await enqueueRefund(db, refund.id);
    }
    await handlers.refundCompleted(db, inserted);
    await updateStatusByRefunds(db, refund.payment_id);
  });
}
