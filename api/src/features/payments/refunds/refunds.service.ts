import { type AlarmDeps, raiseAlarm } from '../../../platform/alarm.ts';
import type { Clock } from '../../../platform/clock.ts';
import { daysAfter, minutesAfter } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Database } from '../../../tables.ts';
import { isHeldByDispute } from '../disputes/disputed-refunds.service.ts';
import { listPaymentsOfOrder, lockPayment, updatePaymentStatus, updateStatusByRefunds } from '../payments.queries.ts';
import {
  type PaymentProvider,
  type PaymentProviders,
  type ProviderPayment,
  type ProviderRefund,
  ProviderRefusal,
} from '../provider/payment-provider.ts';
import { type RefundHandlers, recordRefundFailure, recordRefunds } from './record-refunds.service.ts';
import { ASK_AGAIN_MINUTES, ATTEMPTS_MAX, enqueueRefund, minutesBeforeAttempt, type RefundJob } from './refund-job.ts';
import { refundKey } from './refund-key.ts';
import {
  claimAnswer,
  claimNextAttempt,
  claimOtherAmount,
  claimRefundClosed,
  claimRefundProcessed,
  findOwedPaise,
  findRefund,
  insertRefund,
  listStaleRefunds,
  lockAttempt,
  type RefundRow,
  removeRefund,
} from './refunds.queries.ts';

export { findPaymentBooks, hasRefundByShop } from './refunds.queries.ts';

/** Handlers of the feature that sells. `app.ts` passes them in, because payments do not import orders. */
export type PaymentEventHandlers = RefundHandlers & {
  /** A payment was captured, as the provider said `at` that time. False while its order is not known. */
  captured(provider: string, payment: ProviderPayment, at: Date): Promise<boolean>;
  /** A dispute needs the shop's answer. Called in the transaction that stores it. */
  disputed(db: Database, dispute: { id: string; askedAt: Date }): Promise<void>;
};

export type RefundDeps = AlarmDeps & {
  db: Database;
  clock: Clock;
  providers: PaymentProviders;
  handlers: PaymentEventHandlers;
};

// The provider refuses refunds below ₹1.
const SMALLEST_REFUND_PAISE = 100;
// A job is retried for this long. After that no job checks the refund.
const STALE_DAYS = 3;

type RefundDraft = { paymentId: string; orderId: string; reason: string; at: Date; atMostPaise?: number };

/**
 * Requests a refund of what is still owed of a payment, in the caller's transaction; a job carries it out. False when
 * nothing is owed.
 */
export async function refundRest(
  db: Database,
  { paymentId, orderId, reason, at, atMostPaise = Number.MAX_SAFE_INTEGER }: RefundDraft,
): Promise<boolean> {
  // The lock makes the second of two callers count the refund of the first.
  await lockPayment(db, paymentId);
  const amountPaise = Math.min(await findOwedPaise(db, paymentId), atMostPaise);
  if (amountPaise <= 0) return false;
  const refund = await insertRefund(db, {
    id: newId(),
    payment_id: paymentId,
    order_id: orderId,
    amount_paise: amountPaise,
    reason,
    created_at: at,
    updated_at: at,
  });
  if (!refund) throw new Error(`no refund of payment ${paymentId} could be entered`);
  await updatePaymentStatus(db, paymentId, 'refunding');
  await enqueueRefund(db, refund.id);
  return true;
}

/**
 * Requests refunds of all captured payments of an order, and checks refunds again that no job checks any more. False when
 * there is nothing to do.
 */
export async function refundCapturedPayments(
  db: Database,
  orderId: string,
  { reason, at }: Pick<RefundDraft, 'reason' | 'at'>,
): Promise<boolean> {
  const silent = await listStaleRefunds(db, orderId, daysAfter(at, -STALE_DAYS));
  for (const { id } of silent) await enqueueRefund(db, id);
  let isAsked = silent.length > 0;
  for (const { id: paymentId } of await listPaymentsOfOrder(db, orderId))
    if (await refundRest(db, { paymentId, orderId, reason, at })) isAsked = true;
  return isAsked;
}

/** An alarm has called a person, who may have paid the money back by other means: no further request is made. */
const isClosed = ({ status, attempt, closed_at }: RefundRow): boolean =>
  closed_at !== null || (status === 'failed' && attempt > ATTEMPTS_MAX);

/** Requests the refund at the provider, or checks the one that was requested. */
export async function carryOutRefund(deps: RefundDeps, { refundId }: RefundJob): Promise<void> {
  const refund = await findRefund(deps.db, refundId);
  if (!refund || isClosed(refund)) return;
  if (refund.origin === 'shop' && refund.amount_paise < SMALLEST_REFUND_PAISE) return closeRefund(deps, refund);
  const provider = deps.providers.named(refund.provider);
  if (await isHeldByDispute(deps, provider, refund)) return;
  const answer = await askProvider(provider, refund).catch((error) => {
    if (error instanceof ProviderRefusal) return error;
    throw error;
  });
  if (!answer) return;
  if (answer instanceof ProviderRefusal) return reduceRefund(deps, provider, refund, answer);
  await recordRefundAnswer(deps, refund, answer);
}

/** Records the provider's answer about a refund of ours. */
export async function recordRefundAnswer(deps: RefundDeps, refund: RefundRow, answer: ProviderRefund): Promise<void> {
  const outcome = await inTransaction(deps.db, async (db) => {
    const before = await claimAnswer(db, refund, { providerRefundId: answer.id, at: deps.clock.now() });
    return before ? applyRefundStatus(deps, db, { ...refund, status: before }, answer) : 'known';
  });
  deps.metrics.refunds.inc(outcome);
  if (outcome === 'gave-up') raiseAlarm(deps, { refund: refund.id }, 'refund failed and needs a person');
}

/** The effect of an answer; `known`: the answer was recorded before. */
type RefundOutcome = 'pending' | 'processed' | 'failed' | 'gave-up' | 'known';

/** Undefined for a completed refund that the provider does not know, because the shop has changed the account. */
async function askProvider(provider: PaymentProvider, refund: RefundRow): Promise<ProviderRefund | undefined> {
  const known = refund.provider_refund_id && (await provider.findRefund(refund.provider_refund_id));
  if (known) return known;
  if (refund.status === 'processed') return undefined;
  if (refund.origin === 'provider') throw new Error(`the provider has forgotten its refund ${refund.id}`);
  return provider.refund({
    paymentId: refund.payment_id,
    amountPaise: refund.amount_paise,
    idempotencyKey: refundKey(refund),
  });
}

/** Reduces a refused refund: a part of the payment may have been refunded in the provider's dashboard. */
async function reduceRefund(
  deps: RefundDeps,
  provider: PaymentProvider,
  refund: RefundRow,
  refusal: ProviderRefusal,
): Promise<void> {
  const reported = await provider.listRefunds(refund.payment_id);
  // The refund was carried out before, and the provider has forgotten its key.
  const ours = reported.find(({ idempotencyKey }) => idempotencyKey === refundKey(refund));
  if (ours) return recordRefundAnswer(deps, refund, ours);
  const { clock, handlers } = deps;
  await inTransaction(deps.db, async (db) => {
    if (!(await lockAttempt(db, refund))) return;
    const now = clock.now();
    const payment = { id: refund.payment_id, order_id: refund.order_id };
    await recordRefunds(db, payment, { refunds: reported, at: now, handlers });
    const amountPaise = Math.min(await findOwedPaise(db, refund.payment_id, refund.id), refund.amount_paise);
    if (amountPaise === refund.amount_paise) throw refusal;
    if (amountPaise <= 0) return removeRefund(db, refund.id);
    await claimOtherAmount(db, refund, { amountPaise, at: now });
    await enqueueRefund(db, refund.id);
  });
}

/** The provider refuses so small a refund: a person must decide. */
async function closeRefund(deps: RefundDeps, refund: RefundRow): Promise<void> {
  const isClosed = await inTransaction(deps.db, async (db) => {
    if (!(await claimRefundClosed(db, refund, deps.clock.now()))) return false;
    await updateStatusByRefunds(db, refund.payment_id);
    return true;
  });
  const facts = { refund: refund.id, amountPaise: refund.amount_paise };
  if (isClosed) raiseAlarm(deps, facts, 'a rest under one rupee cannot be refunded and needs a person');
}

async function applyRefundStatus(
  { clock, handlers }: RefundDeps,
  db: Database,
  refund: RefundRow,
  answer: ProviderRefund,
): Promise<RefundOutcome> {
  const now = clock.now();
  if (answer.status === 'pending') {
    await enqueueRefund(db, refund.id, { runAt: minutesAfter(now, ASK_AGAIN_MINUTES) });
    return 'pending';
  }
  if (answer.status === 'processed') {
    if (!(await claimRefundProcessed(db, refund.id, now))) return 'known';
    await handlers.refundCompleted(db, refund);
    await updateStatusByRefunds(db, refund.payment_id);
    return 'processed';
  }
  if (refund.origin === 'provider') {
    await recordRefundFailure(db, refund, { at: now, handlers });
    return 'failed';
  }
  const attempt = await claimNextAttempt(db, refund.id, now);
  if (attempt === undefined) return 'known';
  if (refund.status === 'processed') await handlers.completedRefundFailed(db, refund);
  await updateStatusByRefunds(db, refund.payment_id);
  if (attempt > ATTEMPTS_MAX) return 'gave-up';
  await enqueueRefund(db, refund.id, { runAt: minutesAfter(now, minutesBeforeAttempt(attempt)) });
  return 'failed';
}

/** A refund with its payment. */
export const findRefundWithPayment = (db: Database, refundId: string) => findRefund(db, refundId);
