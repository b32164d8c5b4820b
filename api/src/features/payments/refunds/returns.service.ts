import { minutesAfter } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import type { Database } from '../../../tables.ts';
import { updatePaymentReturned } from '../payments.queries.ts';
import type { ProviderRefund } from '../provider/payment-provider.ts';
import { ASK_AGAIN_MINUTES, enqueueRefund } from './refund-job.ts';
import { attemptOf } from './refund-key.ts';
import {
  claimRefundProcessed,
  claimReturnFailed,
  findRefund,
  findRefundAtProvider,
  insertRefund,
  type RefundRow,
} from './refunds.queries.ts';

export type { ProviderRefund } from '../provider/payment-provider.ts';
export type ReturnedMoney = RefundRow;

const REASON = 'Refunded through the payment provider';
const statusOf = { pending: 'requested', processed: 'processed', failed: 'failed' } as const;

/** The shop's own refund with this provider id or idempotency key. */
export async function findOwnRefund(db: Database, theirs: ProviderRefund): Promise<RefundRow | undefined> {
  const known = await findRefundAtProvider(db, theirs.id);
  if (known) return known.origin === 'shop' ? known : undefined;
  const attempt = attemptOf(theirs.idempotencyKey);
  return attempt && findRefund(db, attempt.id);
}

/** Handlers of the feature that sells. They are called in the transaction that records the change. */
export type ReturnsListener = {
  /** A refund was completed. Locks the order, so that the second of two refunds counts the first. */
  returned(db: Database, refund: ReturnedMoney): Promise<void>;
  /** A completed refund has failed. */
  reopened(db: Database, refund: ReturnedMoney): Promise<void>;
  /** A refund by the provider itself has failed: the shop still has the money. */
  kept(db: Database, refund: ReturnedMoney): Promise<void>;
};

type Returns = { refunds: readonly ProviderRefund[]; at: Date; listener: ReturnsListener };

/**
 * Records the refunds that the provider made without a request of the shop, each once. The shop's own refunds are left to
 * their job, which checks one that failed after it was completed.
 */
export async function enterReturns(
  db: Database,
  payment: { id: string; order_id: string },
  { refunds, at, listener }: Returns,
): Promise<void> {
  for (const theirs of refunds) {
    const own = await findOwnRefund(db, theirs);
    if (!own) await enter(db, payment, theirs, { at, listener });
    else if (own.status === 'processed' && own.provider_refund_id === theirs.id && theirs.status === 'failed')
      await enqueueRefund(db, own.id);
  }
  await updatePaymentReturned(db, payment.id);
}

async function enter(
  db: Database,
  payment: { id: string; order_id: string },
  theirs: ProviderRefund,
  { at, listener }: Omit<Returns, 'refunds'>,
): Promise<void> {
  const status = statusOf[theirs.status];
  const entered = await insertRefund(db, {
    id: newId(),
    payment_id: payment.id,
    order_id: payment.order_id,
    amount_paise: theirs.amountPaise,
    reason: REASON,
    origin: 'provider',
    status,
    provider_refund_id: theirs.id,
    created_at: at,
    updated_at: at,
  });
  if (entered && status === 'requested')
    await enqueueRefund(db, entered.id, { runAt: minutesAfter(at, ASK_AGAIN_MINUTES) });
  const known = entered ?? (await findRefundAtProvider(db, theirs.id));
  if (!known) return;
  const hasGone = status === 'processed' && (entered || (await claimRefundProcessed(db, known.id, at)));
  if (hasGone) await listener.returned(db, known);
  if (status === 'failed') await failReturn(db, known, { at, listener });
}

/** Records that a refund by the provider itself has failed, perhaps after it was completed. Idempotent. */
export async function failReturn(
  db: Database,
  refund: RefundRow,
  { at, listener }: Omit<Returns, 'refunds'>,
): Promise<void> {
  const before = await claimReturnFailed(db, refund.id, at);
  if (!before) return;
  if (before === 'processed') await listener.reopened(db, refund);
  await listener.kept(db, refund);
  await updatePaymentReturned(db, refund.payment_id);
}
