import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { Database } from '../../tables.ts';
import { findOpenEvent, insertEvent, updateEventProcessed } from './events.queries.ts';
import type { News, PaymentProvider, RawNotice } from './payment-provider.ts';
import { hearOfRefund, type RefundDeps } from './refunds.service.ts';

export const EVENT_JOB = 'provider-event';
export type EventJob = { eventId: string };

export type NoticeDeps = { db: Database; clock: Clock };

/** Keeps a genuine notice together with the job that acts on it: once acknowledged, it cannot be lost. */
export async function receiveNotice(
  { db, clock }: NoticeDeps,
  provider: PaymentProvider,
  raw: RawNotice,
): Promise<void> {
  const notice = provider.readNotice(raw);
  await inTransaction(db, async (db) => {
    const isNew = await insertEvent(db, { ...notice, provider: provider.name, receivedAt: clock.now() });
    const job: EventJob = { eventId: notice.id };
    if (isNew) await enqueue(db, EVENT_JOB, job);
  });
}

/** Acts on a kept event. One about something we do not know yet fails the job, which comes back later. */
export async function processEvent(deps: RefundDeps, { eventId }: EventJob): Promise<void> {
  const event = await findOpenEvent(deps.db, eventId);
  if (!event) return;
  const news = deps.providers.named(event.provider).newsIn(event);
  if (news && !(await actOn(deps, event.provider, news)))
    throw new Error(`${event.type} is about something unknown yet`);
  await updateEventProcessed(deps.db, event.id, deps.clock.now());
}

const actOn = (deps: RefundDeps, provider: string, news: News): Promise<boolean> =>
  'captured' in news ? deps.listener.captured(provider, news.captured) : hearOfRefund(deps, news.refund);
