import { raiseAlarm } from '../../platform/alarm.ts';
import { inTransaction } from '../../platform/database.ts';
import { fail } from '../../platform/failure.ts';
import type { Database } from '../../tables.ts';
import {
  claimDisputeChange,
  type DisputeRow,
  findDisputeRow,
  insertDispute,
  listDisputeStates,
  listUnfinishedRefunds,
} from './disputes.queries.ts';
import { isDecided, meaningOf } from './disputes.rules.ts';
import type { DisputeNews, ProviderDispute } from './payment-provider.ts';
import { findPaymentRow, type PaymentRow } from './payments.queries.ts';
import { enqueueRefund } from './refund-job.ts';
import type { RefundDeps } from './refunds.service.ts';

const ATTEMPTS = 5;

/**
 * Brings the record of a dispute to what the provider says now. Events come late, repeated and in any order, and open and
 * under review alternate, so an event alone cannot say which state is the later one. False while the provider does not know
 * the dispute or its payment.
 */
export async function followDispute(deps: RefundDeps, provider: string, news: DisputeNews): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    // Read before asking: an answer is stored only if no other was stored since it was asked for.
    const known = await findDisputeRow(deps.db, news.disputeId);
    const theirs = await deps.providers.named(provider).findDispute(news.disputeId);
    if (!theirs) return false;
    const payment = await findOrSettlePayment(deps, provider, theirs.paymentId);
    if (typeof payment === 'boolean') return payment;
    if (await storeDispute(deps, payment, { known, theirs, news })) return true;
  }
  throw new Error(`dispute ${news.disputeId} changes faster than it can be read`);
}

/** A dispute may be the first that is heard of a payment. True when the payment is not the shop's, false while unknown. */
async function findOrSettlePayment(
  { db, clock, providers, listener }: RefundDeps,
  provider: string,
  id: string,
): Promise<PaymentRow | boolean> {
  const recorded = await findPaymentRow(db, id);
  if (recorded) return recorded;
  const payment = await providers.named(provider).findPayment(id);
  if (!payment) return false;
  if (payment.isCaptured && !(await listener.captured(provider, payment, clock.now()))) return false;
  return (await findPaymentRow(db, id)) ?? true;
}

type Answer = { known: DisputeRow | undefined; theirs: ProviderDispute; news: DisputeNews };

/** False when another answer was stored since `known` was read. */
async function storeDispute(deps: RefundDeps, payment: PaymentRow, answer: Answer): Promise<boolean> {
  const { known, theirs, news } = answer;
  const facts = { dispute: theirs.id, order: payment.order_id, payment: payment.id, state: theirs.state };
  const meaning = meaningOf(known, theirs, news);
  if (meaning === 'contradicts')
    raiseAlarm(deps, { ...facts, was: known?.state }, 'the provider changed a dispute that was decided');
  if (meaning === 'contradicts' || meaning === 'same') return true;
  const isAsked = meaning === 'asks';
  const at = deps.clock.now();
  const changes = {
    amount_paise: theirs.amountPaise,
    deducted_paise: theirs.deductedPaise,
    reason_code: theirs.reasonCode,
    reason_description: theirs.reasonDescription,
    phase: theirs.phase,
    state: theirs.state,
    respond_by: theirs.respondBy,
    answer_asked_at: isAsked ? news.at : (known?.answer_asked_at ?? null),
    updated_at: at,
  };
  const isStored = await inTransaction(deps.db, async (db) => {
    const isCurrent = known
      ? await claimDisputeChange(db, known, changes)
      : await insertDispute(db, {
          id: theirs.id,
          payment_id: payment.id,
          order_id: payment.order_id,
          created_at: theirs.createdAt,
          ...changes,
        });
    if (!isCurrent) return false;
    if (isAsked) await deps.listener.disputed(db, { id: theirs.id, askedAt: news.at });
    if (isDecided(theirs.state)) await resumeRefunds(db, payment.id);
    return true;
  });
  if (isStored && (isAsked || !known)) raiseAlarm(deps, { ...facts, respondBy: theirs.respondBy }, 'payment disputed');
  return isStored;
}

async function resumeRefunds(db: Database, paymentId: string): Promise<void> {
  for (const refundId of await listUnfinishedRefunds(db, paymentId)) await enqueueRefund(db, refundId);
}

/** Refuses a refund that somebody asks for while the buyer's bank may take, or has taken, the same money back. */
export async function requireUndisputed(db: Database, orderId: string): Promise<void> {
  const states = await listDisputeStates(db, orderId);
  if (states.some((state) => !isDecided(state))) throw fail('disputeOpen');
  if (states.includes('lost')) throw fail('disputeLost');
}

export const findDispute = findDisputeRow;
