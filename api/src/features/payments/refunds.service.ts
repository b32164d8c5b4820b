import type { Clock } from '../../platform/clock.ts';
import { minutesAfter } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import type { Database } from '../../tables.ts';
import type { PaymentProvider, PaymentProviders, ProviderPayment, ProviderRefund } from './payment-provider.ts';
import { findCapturedPayment, updatePaymentStatus } from './payments.queries.ts';
import {
  claimNextAttempt,
  claimRefundProcessed,
  findRefund,
  findRefundOfOrder,
  findRefundOfPayment,
  insertRefund,
  type RefundRow,
  updateProviderRefund,
} from './refunds.queries.ts';

/** What the feature that sells is told about money; the wiring passes it in. */
export type MoneyListener = {
  /** Money came. False while it is not known for what. */
  captured(provider: string, payment: ProviderPayment): Promise<boolean>;
  /** Money has gone back, in the transaction that notes it. */
  returned(db: Database, refund: RefundRow): Promise<void>;
};

export type RefundDeps = {
  db: Database;
  clock: Clock;
  log: Log;
  providers: PaymentProviders;
  listener: MoneyListener;
};

export const REFUND_JOB = 'refund-payment';
export type RefundJob = { refundId: string };

// The provider announces the end of a refund; this is how often we ask in case that announcement is lost.
const ASK_AGAIN_MINUTES = 10;
const ATTEMPTS_MAX = 5;

export type RefundDraft = { paymentId: string; orderId: string; amountPaise: number; reason: string; at: Date };

/** Decides that money goes back, in the caller's transaction; the job brings it there. */
export async function requestRefund(db: Database, draft: RefundDraft): Promise<void> {
  const id = newId();
  const isNew = await insertRefund(db, {
    id,
    payment_id: draft.paymentId,
    order_id: draft.orderId,
    amount_paise: draft.amountPaise,
    reason: draft.reason,
    created_at: draft.at,
    updated_at: draft.at,
  });
  if (!isNew) return;
  await updatePaymentStatus(db, draft.paymentId, 'refunding');
  await enqueueRefund(db, id);
}

/** Sends back what was captured for an order, if anything was. */
export async function refundCapturedPayment(
  db: Database,
  orderId: string,
  { reason, at }: Pick<RefundDraft, 'reason' | 'at'>,
): Promise<void> {
  const payment = await findCapturedPayment(db, orderId);
  if (payment)
    await requestRefund(db, { paymentId: payment.id, orderId, amountPaise: payment.amount_paise, reason, at });
}

export const hasRefund = async (db: Database, orderId: string): Promise<boolean> =>
  (await findRefundOfOrder(db, orderId)) !== undefined;

/** One step towards the money's return: asks for the refund, or how the one asked for is doing. */
export async function carryOutRefund(deps: RefundDeps, { refundId }: RefundJob): Promise<void> {
  const refund = await findRefund(deps.db, refundId);
  if (!refund || refund.status === 'processed') return;
  const answer = await askProvider(deps.providers.named(refund.provider), refund);
  await inTransaction(deps.db, async (db) => {
    await updateProviderRefund(db, refund.id, { providerRefundId: answer.id, at: deps.clock.now() });
    await followRefund(deps, db, refund, answer);
  });
}

/** What the provider announced about a refund of ours; false when it is none of ours, or not known yet. */
export async function hearOfRefund(deps: RefundDeps, answer: ProviderRefund): Promise<boolean> {
  return inTransaction(deps.db, async (db) => {
    const refund = await findRefundOfPayment(db, answer.paymentId);
    if (!refund?.provider_refund_id) return false;
    // An announcement about an earlier attempt says nothing about the present one.
    if (refund.provider_refund_id === answer.id) await followRefund(deps, db, refund, answer);
    return true;
  });
}

async function askProvider(provider: PaymentProvider, refund: RefundRow): Promise<ProviderRefund> {
  const known = refund.provider_refund_id && (await provider.findRefund(refund.provider_refund_id));
  if (known) return known;
  return provider.refund({
    paymentId: refund.payment_id,
    amountPaise: refund.amount_paise,
    idempotencyKey: `${refund.id}-${refund.attempt}`,
  });
}

async function followRefund(
  { clock, log, listener }: RefundDeps,
  db: Database,
  refund: RefundRow,
  answer: ProviderRefund,
) {
  const now = clock.now();
  if (answer.status === 'pending') return enqueueRefund(db, refund.id, { runAt: minutesAfter(now, ASK_AGAIN_MINUTES) });
  if (answer.status === 'processed') {
    if (!(await claimRefundProcessed(db, refund.id, now))) return;
    await updatePaymentStatus(db, refund.payment_id, 'refunded');
    return listener.returned(db, refund);
  }
  const attempt = await claimNextAttempt(db, refund.id, { providerRefundId: answer.id, at: now });
  if (attempt === undefined) return;
  if (attempt > ATTEMPTS_MAX) return log.error({ alarm: true, refund: refund.id }, 'refund failed and needs a person');
  await enqueueRefund(db, refund.id);
}

const enqueueRefund = (db: Database, refundId: string, options: { runAt?: Date } = {}) => {
  const job: RefundJob = { refundId };
  return enqueue(db, REFUND_JOB, job, { key: `refund:${refundId}`, ...options });
};

/** What went back, and why. */
export const findReturnedMoney = (db: Database, refundId: string): Promise<RefundRow | undefined> =>
  findRefund(db, refundId);
