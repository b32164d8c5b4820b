import { raiseAlarm } from '../../../platform/alarm.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { fail } from '../../../platform/failure.ts';
import type { Database } from '../../../tables.ts';
import { findPaymentRow, type PaymentRow } from '../payments.queries.ts';
import type { DisputeEvent, ProviderDispute } from '../provider/payment-provider.ts';
import { enqueueRefund } from '../refunds/refund-job.ts';
import type { RefundDeps } from '../refunds/refunds.service.ts';
import {
  claimDisputeChange,
  type DisputeRow,
  findDisputeRow,
  insertDispute,
  listDisputeStates,
  listUnfinishedRefunds,
  removeForeignDispute,
} from './disputes.queries.ts';
import { isDecided, meaningOf } from './disputes.rules.ts';

const MAX_ATTEMPTS = 5;

/**
 * Fetches a dispute from the provider and stores its state. Events come late, repeated and in any order, so their own state is
 * not used. False while the provider does not know the dispute or its payment.
 */
export async function syncDispute(deps: RefundDeps, provider: string, event: DisputeEvent): Promise<boolean> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    // The row is read before the request, so that an older answer cannot overwrite a newer one.
    const known = await findDisputeRow(deps.db, event.disputeId);
    const reported = await deps.providers.named(provider).findDispute(event.disputeId);
    if (!reported) return false;
    const payment = await findPaymentRow(deps.db, reported.paymentId);
    if (payment && (await storeDispute(deps, payment, { known, reported, event }))) return true;
    if (payment) continue;
    const settled = await settleDisputedPayment(deps, provider, reported);
    if (settled !== 'ours') return settled === 'not-ours';
  }
  throw new Error(`dispute ${event.disputeId} changes faster than it can be read`);
}

/**
 * Settles a payment that is not recorded yet. The dispute is stored first, so that it blocks a refund that the settlement
 * may request.
 */
async function settleDisputedPayment(
  { db, clock, providers, handlers }: RefundDeps,
  provider: string,
  reported: ProviderDispute,
): Promise<'ours' | 'not-ours' | 'unknown'> {
  const payment = await providers.named(provider).findPayment(reported.paymentId);
  if (!payment) return 'unknown';
  const at = clock.now();
  const { id, paymentId, createdAt } = reported;
  await insertDispute(db, { ...factsOf(reported, at), id, payment_id: paymentId, created_at: createdAt });
  const isKnown = !payment.isCaptured || (await handlers.captured(provider, payment, at));
  if (await findPaymentRow(db, paymentId)) return 'ours';
  await removeForeignDispute(db, id);
  return isKnown ? 'not-ours' : 'unknown';
}

const factsOf = (reported: ProviderDispute, at: Date) => ({
  amount_paise: reported.amountPaise,
  deducted_paise: reported.deductedPaise,
  reason_code: reported.reasonCode,
  reason_description: reported.reasonDescription,
  phase: reported.phase,
  state: reported.state,
  respond_by: reported.respondBy,
  updated_at: at,
});

type DisputeAnswer = { known: DisputeRow | undefined; reported: ProviderDispute; event: DisputeEvent };

/** Stores an answer; false when another one was stored since `known` was read. */
async function storeDispute(
  deps: RefundDeps,
  { id: payment_id, order_id }: PaymentRow,
  { known, reported, event }: DisputeAnswer,
): Promise<boolean> {
  const alarmFacts = { dispute: reported.id, order: order_id, payment: payment_id, state: reported.state };
  const recorded = known?.order_id ? known : undefined;
  const meaning = meaningOf(recorded, reported, event);
  if (meaning === 'contradicts')
    raiseAlarm(deps, { ...alarmFacts, was: recorded?.state }, 'the provider changed a dispute that was decided');
  if (meaning === 'contradicts' || meaning === 'same') return true;
  const isAsked = meaning === 'asks';
  const changes = {
    ...factsOf(reported, deps.clock.now()),
    order_id,
    answer_asked_at: isAsked ? event.at : (recorded?.answer_asked_at ?? null),
  };
  const isStored = await inTransaction(deps.db, async (db) => {
    const isCurrent = known
      ? await claimDisputeChange(db, known, changes)
      : await insertDispute(db, { ...changes, id: reported.id, payment_id, created_at: reported.createdAt });
    if (!isCurrent) return false;
    if (isAsked) await deps.handlers.disputed(db, { id: reported.id, askedAt: event.at });
    if (isDecided(reported.state)) await resumeRefunds(db, payment_id);
    return true;
  });
  if (isStored && (isAsked || !recorded))
    raiseAlarm(deps, { ...alarmFacts, respondBy: reported.respondBy }, 'payment disputed');
  return isStored;
}

async function resumeRefunds(db: Database, paymentId: string): Promise<void> {
  for (const refundId of await listUnfinishedRefunds(db, paymentId)) await enqueueRefund(db, refundId);
}

/** Throws if a dispute about the order's money is undecided or lost. */
export async function requireUndisputed(db: Database, orderId: string): Promise<void> {
  const states = await listDisputeStates(db, orderId);
  if (states.some((state) => !isDecided(state))) throw fail('disputeOpen');
  if (states.includes('lost')) throw fail('disputeLost');
}

export const findDispute = findDisputeRow;
