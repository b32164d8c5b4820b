import type { Clock } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { enqueue, type JobName } from '../../../platform/jobs/jobs.ts';
import type { Database } from '../../../tables.ts';
import { followDispute } from '../disputes/disputes.service.ts';
import { findPaymentRow } from '../payments.queries.ts';
import type { News, PaymentProvider, ProviderRefund, RawEvent } from '../provider/payment-provider.ts';
import { refundKey } from '../refunds/refund-key.ts';
import { adoptAnswer, type RefundDeps } from '../refunds/refunds.service.ts';
import { enterReturns, findOwnRefund } from '../refunds/returns.service.ts';
import { findOpenEvent, insertEvent, updateEventProcessed } from './events.queries.ts';

export type EventJob = { eventId: string };
export const EVENT_JOB: JobName<EventJob> = 'provider-event';

export type EventDeps = { db: Database; clock: Clock };

/** Stores an event with the job that handles it, in one transaction: an acknowledged event is never lost. */
export async function receiveEvent({ db, clock }: EventDeps, provider: PaymentProvider, raw: RawEvent): Promise<void> {
  const notice = provider.readNotice(raw);
  await inTransaction(db, async (db) => {
    const isNew = await insertEvent(db, { ...notice, provider: provider.name, receivedAt: clock.now() });
    if (isNew) await enqueue(db, EVENT_JOB, { eventId: notice.id });
  });
}

/** Handles a stored event. The job fails and is retried if the event is about something unknown. */
export async function processEvent(deps: RefundDeps, { eventId }: EventJob): Promise<void> {
  const event = await findOpenEvent(deps.db, eventId);
  if (!event) return;
  const news = deps.providers.named(event.provider).newsIn(event);
  if (news && !(await actOn(deps, event.provider, news)))
    throw new Error(`${event.type} is about something unknown yet`);
  await updateEventProcessed(deps.db, event.id, deps.clock.now());
}

const actOn = (deps: RefundDeps, provider: string, news: News): Promise<boolean> =>
  'captured' in news
    ? deps.listener.captured(provider, news.captured, news.at)
    : 'dispute' in news
      ? followDispute(deps, provider, news.dispute)
      : hearOfRefund(deps, provider, news.refund);

/** Events of earlier attempts of our own refund are ignored. */
async function hearOfRefund(deps: RefundDeps, provider: string, theirs: ProviderRefund): Promise<boolean> {
  const { db, clock, listener } = deps;
  const own = await findOwnRefund(db, theirs);
  if (own) {
    const isPresent = own.provider_refund_id === theirs.id || theirs.idempotencyKey === refundKey(own);
    if (isPresent) await adoptAnswer(deps, own, theirs);
    return true;
  }
  const payment = await findPaymentRow(db, theirs.paymentId);
  if (!payment) return hearOfUnknownPayment(deps, provider, theirs.paymentId);
  await inTransaction(db, (db) => enterReturns(db, payment, { refunds: [theirs], at: clock.now(), listener }));
  return true;
}

/** The payment of a refund may not be recorded yet, or was never captured. */
async function hearOfUnknownPayment({ providers, listener, clock }: RefundDeps, provider: string, paymentId: string) {
  const payment = await providers.named(provider).findPayment(paymentId);
  if (!payment) return false;
  return payment.isCaptured ? listener.captured(provider, payment, clock.now()) : true;
}
