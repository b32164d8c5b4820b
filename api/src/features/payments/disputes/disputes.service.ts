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

const ATTEMPTS = 5;

/**
 * Stores the present state of a dispute at the provider. Events come late, repeated and in any order, so the provider is
 * always asked. False while the provider does not know the dispute or its payment.
 */
export async function followDispute(deps: RefundDeps, provider: string, event: DisputeEvent): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    // Read before the provider is asked: the answer is stored only if no other answer was stored since.
    const known = await findDisputeRow(deps.db, event.disputeId);
    const theirs = await deps.providers.named(provider).findDispute(event.disputeId);
    if (!theirs) return false;
    const payment = await findPaymentRow(deps.db, theirs.paymentId);
    if (payment && (await storeDispute(deps, payment, { known, theirs, event }))) return true;
    if (payment) continue;
    const settled = await settleDisputed(deps, provider, theirs);
    if (settled !== 'ours') return settled === 'not-ours';
  }
  throw new Error(`dispute ${event.disputeId} changes faster than it can be read`);
}

/**
 * Settles a payment that is not recorded yet. The dispute is stored first, so that it blocks a refund that the settlement
 * may request.
 */
async function settleDisputed(
  { db, clock, providers, handlers }: RefundDeps,
  provider: string,
  theirs: ProviderDispute,
): Promise<'ours' | 'not-ours' | 'unknown'> {
  const payment = await providers.named(provider).findPayment(theirs.paymentId);
  if (!payment) return 'unknown';
  const at = clock.now();
  const { id, paymentId, createdAt } = theirs;
  await insertDispute(db, { ...factsOf(theirs, at), id, payment_id: paymentId, created_at: createdAt });
  const isKnown = !payment.isCaptured || (await handlers.captured(provider, payment, at));
  if (await findPaymentRow(db, paymentId)) return 'ours';
  await removeForeignDispute(db, id);
  return isKnown ? 'not-ours' : 'unknown';
}

const factsOf = (theirs: ProviderDispute, at: Date) => ({
  amount_paise: theirs.amountPaise,
  deducted_paise: theirs.deductedPaise,
  reason_code: theirs.reasonCode,
  reason_description: theirs.reasonDescription,
  phase: theirs.phase,
  state: theirs.state,
  respond_by: theirs.respondBy,
  updated_at: at,
});

type Answer = { known: DisputeRow | undefined; theirs: ProviderDispute; event: DisputeEvent };

/** Stores an answer; false when another one was stored since `known` was read. */
async function storeDispute(
  deps: RefundDeps,
  { id: payment_id, order_id }: PaymentRow,
  { known, theirs, event }: Answer,
): Promise<boolean> {
  const alarmFacts = { dispute: theirs.id, order: order_id, payment: payment_id, state: theirs.state };
  const recorded = known?.order_id ? known : undefined;
  const meaning = meaningOf(recorded, theirs, event);
  if (meaning === 'contradicts')
    raiseAlarm(deps, { ...alarmFacts, was: recorded?.state }, 'the provider changed a dispute that was decided');
  if (meaning === 'contradicts' || meaning === 'same') return true;
  const isAsked = meaning === 'asks';
  const changes = {
    ...factsOf(theirs, deps.clock.now()),
    order_id,
    answer_asked_at: isAsked ? event.at : (recorded?.answer_asked_at ?? null),
  };
  const isStored = await inTransaction(deps.db, async (db) => {
    const isCurrent = known
      ? await claimDisputeChange(db, known, changes)
      : await insertDispute(db, { ...changes, id: theirs.id, payment_id, created_at: theirs.createdAt });
    if (!isCurrent) return false;
    if (isAsked) await deps.handlers.disputed(db, { id: theirs.id, askedAt: event.at });
    if (isDecided(theirs.state)) await resumeRefunds(db, payment_id);
    return true;
  });
  if (isStored && (isAsked || !recorded))
    raiseAlarm(deps, { ...alarmFacts, respondBy: theirs.respondBy }, 'payment disputed');
  return isStored;
}

async function resumeRefunds(db: Database, paymentId: string): Promise<void> {
  for (const refundId of await listUnfinishedRefunds(db, paymentId)) await enqueueRefund(db, refundId);
}

/** Throws if the buyer's bank may take, or has taken, the money of the order back. */
export async function requireUndisputed(db: Database, orderId: string): Promise<void> {
  const states = await listDisputeStates(db, orderId);
  if (states.some((state) => !isDecided(state))) throw fail('disputeOpen');
  if (states.includes('lost')) throw fail('disputeLost');
}

export const findDispute = findDisputeRow;
