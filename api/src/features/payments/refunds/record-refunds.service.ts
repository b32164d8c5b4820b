import { minutesAfter } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import type { Database } from '../../../tables.ts';
import { updateStatusByRefunds } from '../payments.queries.ts';
import type { ProviderRefund } from '../provider/payment-provider.ts';
import { ASK_AGAIN_MINUTES, enqueueRefund } from './refund-job.ts';
import { attemptOf } from './refund-key.ts';
import {
  claimRefundFailed,
  claimRefundProcessed,
  findRefund,
  findRefundAtProvider,
  insertRefund,
  type RefundRow,
} from './refunds.queries.ts';

export type { ProviderRefund } from '../provider/payment-provider.ts';
export type Refund = RefundRow;

const REASON = 'Refunded through the payment provider';
const statusOf = { pending: 'requested', processed: 'processed', failed: 'failed' } as const;

/** The shop's own refund with this provider id or idempotency key. */
export async function findOwnRefund(db: Database, reported: ProviderRefund): Promise<RefundRow | undefined> {
  const known = await findRefundAtProvider(db, reported.id);
  if (known) return known.origin === 'shop' ? known : undefined;
  const attempt = attemptOf(reported.idempotencyKey);
  return attempt && findRefund(db, attempt.id);
}

/** Handlers of the feature that sells. They are called in the transaction that records the change. */
export type RefundHandlers = {
  /** A refund was completed. Locks the order, so that the second of two refunds counts the first. */
  refundCompleted(db: Database, refund: Refund): Promise<void>;
  /** A completed refund has failed. */
  completedRefundFailed(db: Database, refund: Refund): Promise<void>;
  /** A refund by the provider itself has failed: the shop still has the money. */
  providerRefundFailed(db: Database, refund: Refund): Promise<void>;
};

type RefundsToRecord = { refunds: readonly ProviderRefund[]; at: Date; handlers: RefundHandlers };

/**
 * Records the refunds that the provider made without a request of the shop, each once. The shop's own refunds are left to
 * their job, which checks one that failed after it was completed.
 */
export async function recordRefunds(
  db: Database,
  payment: { id: string; order_id: string },
  { refunds, at, handlers }: RefundsToRecord,
): Promise<void> {
  for (const reported of refunds) {
    const own = await findOwnRefund(db, reported);
    if (!own) await recordProviderRefund(db, payment, reported, { at, handlers });
    else if (own.status === 'processed' && own.provider_refund_id === reported.id && reported.status === 'failed')
      await enqueueRefund(db, own.id);
  }
  await updateStatusByRefunds(db, payment.id);
}

async function recordProviderRefund(
  db: Database,
  payment: { id: string; order_id: string },
  reported: ProviderRefund,
  { at, handlers }: Omit<RefundsToRecord, 'refunds'>,
): Promise<void> {
  const status = statusOf[reported.status];
  const inserted = await insertRefund(db, {
    id: newId(),
    payment_id: payment.id,
    order_id: payment.order_id,
    amount_paise: reported.amountPaise,
    reason: REASON,
    origin: 'provider',
    status,
    provider_refund_id: reported.id,
    created_at: at,
    updated_at: at,
  });
  if (inserted && status === 'requested')
    await enqueueRefund(db, inserted.id, { runAt: minutesAfter(at, ASK_AGAIN_MINUTES) });
  const known = inserted ?? (await findRefundAtProvider(db, reported.id));
  if (!known) return;
  const isCompleted = status === 'processed' && (inserted || (await claimRefundProcessed(db, known.id, at)));
  if (isCompleted) await handlers.refundCompleted(db, known);
  if (status === 'failed') await recordRefundFailure(db, known, { at, handlers });
}

/** Records that a refund by the provider itself has failed, perhaps after it was completed. Idempotent. */
export async function recordRefundFailure(
  db: Database,
  refund: RefundRow,
  { at, handlers }: Omit<RefundsToRecord, 'refunds'>,
): Promise<void> {
  const before = await claimRefundFailed(db, refund.id, at);
  if (!before) return;
  if (before === 'processed') await handlers.completedRefundFailed(db, refund);
  await handlers.providerRefundFailed(db, refund);
  await updateStatusByRefunds(db, refund.payment_id);
}
