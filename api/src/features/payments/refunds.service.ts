import { type AlarmDeps, raiseAlarm } from '../../platform/alarm.ts';
import type { Clock } from '../../platform/clock.ts';
import { minutesAfter } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Database } from '../../tables.ts';
import { isHeldByDispute } from './disputed-refunds.service.ts';
import {
  type PaymentProvider,
  type PaymentProviders,
  type ProviderPayment,
  type ProviderRefund,
  ProviderRefusal,
} from './payment-provider.ts';
import { findCapturedPayment, updatePaymentReturned, updatePaymentStatus } from './payments.queries.ts';
import { ASK_AGAIN_MINUTES, enqueueRefund, type RefundJob } from './refund-job.ts';
import { refundKey } from './refund-key.ts';
import {
  claimAnswer,
  claimNextAttempt,
  claimOtherAmount,
  claimRefundProcessed,
  findKeptPaise,
  findRefund,
  insertRefund,
  type RefundRow,
  removeRefund,
} from './refunds.queries.ts';
import { enterReturns, failReturn, type ReturnsListener } from './returns.service.ts';

export { hasRefundByShop } from './refunds.queries.ts';

/** What the feature that sells is told about money; the wiring passes it in. */
export type MoneyListener = ReturnsListener & {
  /** Money came, as the provider said `at` that time. False while it is not known for what. */
  captured(provider: string, payment: ProviderPayment, at: Date): Promise<boolean>;
  /** A dispute waits for the shop's answer; in the transaction that stores it. */
  disputed(db: Database, dispute: { id: string; askedAt: Date }): Promise<void>;
};

export type RefundDeps = AlarmDeps & {
  db: Database;
  clock: Clock;
  providers: PaymentProviders;
  listener: MoneyListener;
};

const ATTEMPTS_MAX = 5;

type RefundDraft = { paymentId: string; orderId: string; reason: string; at: Date };

/**
 * Decides that what is left of a payment goes back, in the caller's transaction; the job brings it there. False when
 * something is left that the shop cannot ask for, having asked for a part of this payment before.
 */
export async function refundRest(db: Database, draft: RefundDraft): Promise<boolean> {
  const amountPaise = await findKeptPaise(db, draft.paymentId);
  if (amountPaise <= 0) return true;
  const refund = await insertRefund(db, {
    id: newId(),
    payment_id: draft.paymentId,
    order_id: draft.orderId,
    amount_paise: amountPaise,
    reason: draft.reason,
    created_at: draft.at,
    updated_at: draft.at,
  });
  if (!refund) return false;
  await updatePaymentStatus(db, draft.paymentId, 'refunding');
  await enqueueRefund(db, refund.id);
  return true;
}

/** Sends back what was captured for an order, if anything was, as far as it has not gone back already. */
export async function refundCapturedPayment(
  db: Database,
  orderId: string,
  { reason, at }: Pick<RefundDraft, 'reason' | 'at'>,
): Promise<void> {
  const payment = await findCapturedPayment(db, orderId);
  if (payment) await refundRest(db, { paymentId: payment.id, orderId, reason, at });
}

/** A person was called, who may have paid it back by other means: what was still to be looked at asks for nothing more. */
const isGivenUp = ({ status, attempt }: RefundRow): boolean => status === 'failed' && attempt > ATTEMPTS_MAX;

/** One step towards the money's return: asks for the refund, or how the one asked for is doing. */
export async function carryOutRefund(deps: RefundDeps, { refundId }: RefundJob): Promise<void> {
  const refund = await findRefund(deps.db, refundId);
  if (!refund || refund.status === 'processed' || isGivenUp(refund)) return;
  const provider = deps.providers.named(refund.provider);
  if (await isHeldByDispute(deps, provider, refund)) return;
  const answer = await askProvider(provider, refund).catch((error) => {
    if (error instanceof ProviderRefusal) return error;
    throw error;
  });
  if (answer instanceof ProviderRefusal) return lessenRefund(deps, provider, refund, answer);
  await adoptAnswer(deps, refund, answer);
}

/** Notes which of the provider's refunds is ours, and how it is doing. */
export async function adoptAnswer(deps: RefundDeps, refund: RefundRow, answer: ProviderRefund): Promise<void> {
  const outcome = await inTransaction(deps.db, async (db) => {
    const isPresent = await claimAnswer(db, refund, { providerRefundId: answer.id, at: deps.clock.now() });
    return isPresent ? followRefund(deps, db, refund, answer) : 'known';
  });
  deps.metrics.refunds.inc(outcome);
  if (outcome === 'gave-up') raiseAlarm(deps, { refund: refund.id }, 'refund failed and needs a person');
}

/** What an answer meant: `known` is what was told before. */
type RefundOutcome = 'pending' | 'processed' | 'failed' | 'gave-up' | 'known';

async function askProvider(provider: PaymentProvider, refund: RefundRow): Promise<ProviderRefund> {
  const known = refund.provider_refund_id && (await provider.findRefund(refund.provider_refund_id));
  if (known) return known;
  if (refund.origin === 'provider') throw new Error(`the provider has forgotten its refund ${refund.id}`);
  return provider.refund({
    paymentId: refund.payment_id,
    amountPaise: refund.amount_paise,
    idempotencyKey: refundKey(refund),
  });
}

/** The provider has less of this payment than we ask back: somebody has refunded some of it in its dashboard. */
async function lessenRefund(
  { db, clock, listener }: RefundDeps,
  provider: PaymentProvider,
  refund: RefundRow,
  refusal: ProviderRefusal,
): Promise<void> {
  const theirs = await provider.listRefunds(refund.payment_id);
  await inTransaction(db, async (db) => {
    const now = clock.now();
    const payment = { id: refund.payment_id, order_id: refund.order_id };
    await enterReturns(db, payment, { refunds: theirs, at: now, listener });
    const keptPaise = await findKeptPaise(db, refund.payment_id, refund.id);
    if (keptPaise === refund.amount_paise) throw refusal;
    if (keptPaise <= 0) return removeRefund(db, refund.id);
    if (await claimOtherAmount(db, refund, { amountPaise: keptPaise, at: now })) await enqueueRefund(db, refund.id);
  });
}

async function followRefund(
  { clock, listener }: RefundDeps,
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
    await listener.returned(db, refund);
    await updatePaymentReturned(db, refund.payment_id);
    return 'processed';
  }
  if (refund.origin === 'provider') {
    await failReturn(db, refund, { at: now, listener });
    return 'failed';
  }
  const attempt = await claimNextAttempt(db, refund.id, now);
  if (attempt === undefined) return 'known';
  if (attempt > ATTEMPTS_MAX) return 'gave-up';
  await enqueueRefund(db, refund.id);
  return 'failed';
}

/** What went back of which payment, and why. */
export const findReturnedMoney = (db: Database, refundId: string) => findRefund(db, refundId);
