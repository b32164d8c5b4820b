import type { Clock } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { enqueue, type JobName } from '../../../platform/jobs/jobs.ts';
import type { Database } from '../../../tables.ts';
import { syncDispute } from '../disputes/disputes.service.ts';
import { findPaymentRow } from '../payments.queries.ts';
import type { PaymentEvent, PaymentProvider, ProviderRefund, RawEvent } from '../provider/payment-provider.ts';
import { findOwnRefund, recordRefunds } from '../refunds/record-refunds.service.ts';
import { refundKey } from '../refunds/refund-key.ts';
import { type RefundDeps, recordRefundAnswer } from '../refunds/refunds.service.ts';
import { findOpenEvent, insertEvent, updateEventProcessed } from './events.queries.ts';

export type EventJob = { eventId: string };
export const EVENT_JOB: JobName<EventJob> = 'provider-event';

export type EventDeps = { db: Database; clock: Clock };

/** Stores an event with the job that handles it, in one transaction: an acknowledged event is never lost. */
export async function receiveEvent({ db, clock }: EventDeps, provider: PaymentProvider, raw: RawEvent): Promise<void> {
  const event = provider.readEvent(raw);
  await inTransaction(db, async (db) => {
    const isNew = await insertEvent(db, { ...event, provider: provider.name, receivedAt: clock.now() });
    if (isNew) await enqueue(db, EVENT_JOB, { eventId: event.id });
  });
}

/** Handles a stored event. The job fails and is retried if the event is about something unknown. */
export async function processEvent(deps: RefundDeps, { eventId }: EventJob): Promise<void> {
  const stored = await findOpenEvent(deps.db, eventId);
  if (!stored) return;
  const event = deps.providers.named(stored.provider).parseEvent(stored);
  if (event && !(await handleEvent(deps, stored.provider, event)))
    throw new Error(`${stored.type} is about something unknown yet`);
  await updateEventProcessed(deps.db, stored.id, deps.clock.now());
}

const handleEvent = (deps: RefundDeps, provider: string, event: PaymentEvent): Promise<boolean> =>
  'captured' in event
    ? deps.handlers.captured(provider, event.captured, event.at)
    : 'dispute' in event
      ? syncDispute(deps, provider, event.dispute)
      : handleRefundEvent(deps, provider, event.refund);

/** Events of earlier attempts of our own refund are ignored. */
async function handleRefundEvent(deps: RefundDeps, provider: string, reported: ProviderRefund): Promise<boolean> {
  const { db, clock, handlers } = deps;
  const own = await findOwnRefund(db, reported);
  if (own) {
    const isPresent = own.provider_refund_id === reported.id || reported.idempotencyKey === refundKey(own);
    if (isPresent) await recordRefundAnswer(deps, own, reported);
    return true;
  }
  const payment = await findPaymentRow(db, reported.paymentId);
  if (!payment) return handleRefundOfUnknownPayment(deps, provider, reported.paymentId);
  await inTransaction(db, (db) => recordRefunds(db, payment, { refunds: [reported], at: clock.now(), handlers }));
  return true;
}

/** The payment of a refund may not be recorded yet, or was never captured. */
async function handleRefundOfUnknownPayment(
  { providers, handlers, clock }: RefundDeps,
  provider: string,
  paymentId: string,
) {
  const payment = await providers.named(provider).findPayment(paymentId);
  if (!payment) return false;
  return payment.isCaptured ? handlers.captured(provider, payment, clock.now()) : true;
}
