import { minutesAfter } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { Database } from '../../tables.ts';
import type { ProviderRefund } from './payment-provider.ts';
import { updatePaymentReturned } from './payments.queries.ts';
import { ASK_AGAIN_MINUTES, enqueueRefund } from './refund-job.ts';
import { attemptOf } from './refund-key.ts';
import {
  claimRefundProcessed,
  findRefund,
  findRefundAtProvider,
  insertRefund,
  type RefundRow,
  updateRefundFailed,
} from './refunds.queries.ts';

export type { ProviderRefund } from './payment-provider.ts';
export type ReturnedMoney = RefundRow;

const REASON = 'Refunded through the payment provider';
const statusOf = { pending: 'requested', processed: 'processed', failed: 'failed' } as const;

/** A refund that the shop asked for, by the provider's id or by the key that it was asked for under. */
export async function findOwnRefund(db: Database, theirs: ProviderRefund): Promise<RefundRow | undefined> {
  const known = await findRefundAtProvider(db, theirs.id);
  if (known) return known.origin === 'shop' ? known : undefined;
  const attempt = attemptOf(theirs.idempotencyKey);
  return attempt && findRefund(db, attempt.id);
}

type Returns = {
  refunds: readonly ProviderRefund[];
  at: Date;
  /** Hears of what has gone by this. It locks the order, so that of two refunds at once the second counts the first. */
  tell: (db: Database, refund: ReturnedMoney) => Promise<void>;
};

/** Enters what the provider has sent back without being asked, each refund once. Our own are left to who asked. */
export async function enterReturns(
  db: Database,
  payment: { id: string; order_id: string },
  { refunds, at, tell }: Returns,
): Promise<void> {
  for (const theirs of refunds) {
    if (await findOwnRefund(db, theirs)) continue;
    const refund = await enter(db, payment, theirs, at);
    if (refund) await tell(db, refund);
  }
  await updatePaymentReturned(db, payment.id);
}

/** The refund if the money has gone by this news, and not before. */
async function enter(
  db: Database,
  payment: { id: string; order_id: string },
  theirs: ProviderRefund,
  at: Date,
): Promise<RefundRow | undefined> {
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
  if (entered) return status === 'processed' ? entered : undefined;
  const known = await findRefundAtProvider(db, theirs.id);
  if (!known || status === 'requested') return undefined;
  if (status === 'processed') return (await claimRefundProcessed(db, known.id, at)) ? known : undefined;
  await updateRefundFailed(db, known.id, at);
  return undefined;
}
