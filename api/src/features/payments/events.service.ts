import { createHash } from 'node:crypto';
import { inTransaction } from '../../platform/database.ts';
import { fail } from '../../platform/failure.ts';
import { enqueue } from '../../platform/jobs.ts';
import { adoptProviderOrder, findOrderBehind } from '../orders/adoption.service.ts';
import { findOpenEvent, insertEvent, updateEventProcessed } from './events.queries.ts';
import type { ProviderPayment } from './payment-provider.ts';
import { type PaymentDeps, settlePayment } from './payments.service.ts';
import { paymentEventPayload, refundEventPayload, webhookEvent } from './razorpay-entities.ts';
import { hearOfRefund } from './refunds.service.ts';

export const EVENT_JOB = 'provider-event';
export type EventJob = { eventId: string };

export type Notice = { rawBody: Buffer; signature: string; eventId: string | undefined };

/** Keeps a genuine notice together with the job that acts on it: once acknowledged, it cannot be lost. */
export async function receiveNotice(deps: PaymentDeps, { rawBody, signature, eventId }: Notice): Promise<void> {
  if (!deps.provider.isWebhookSignature(rawBody, signature)) throw fail('signatureMismatch');
  const { event, payload } = readNotice(rawBody);
  // The signature does not cover the id in the header; without one, equal bodies are the same event.
  const id = eventId ?? createHash('sha256').update(rawBody).digest('hex');
  await inTransaction(deps.db, async (db) => {
    const isNew = await insertEvent(db, { id, type: event, payload, receivedAt: deps.clock.now() });
    const job: EventJob = { eventId: id };
    if (isNew) await enqueue(db, EVENT_JOB, job);
  });
}

function readNotice(rawBody: Buffer) {
  try {
    return webhookEvent.parse(JSON.parse(rawBody.toString('utf8')));
  } catch {
    throw fail('malformed');
  }
}

/** Acts on a kept event. One about something we do not know yet fails the job, which comes back later. */
export async function processEvent(deps: PaymentDeps, { eventId }: EventJob): Promise<void> {
  const event = await findOpenEvent(deps.db, eventId);
  if (!event) return;
  if (!(await actOn(deps, event.type, event.payload))) throw new Error(`${event.type} is about something unknown yet`);
  await updateEventProcessed(deps.db, event.id, deps.clock.now());
}

/** A failed attempt changes nothing: the buyer may try again, and a captured payment may have come before the news. */
async function actOn(deps: PaymentDeps, type: string, payload: object): Promise<boolean> {
  if (type === 'payment.captured' || type === 'order.paid')
    return settleAnnounced(deps, paymentEventPayload.parse(payload).payment.entity);
  if (type === 'refund.processed' || type === 'refund.failed')
    return hearOfRefund(deps, refundEventPayload.parse(payload).refund.entity);
  return true;
}

async function settleAnnounced(deps: PaymentDeps, payment: ProviderPayment): Promise<boolean> {
  const orderId = (await findOrderBehind(deps.db, payment.orderId)) ?? (await adoptUnknown(deps, payment.orderId));
  if (orderId) await settlePayment(deps, orderId, payment);
  return orderId !== undefined;
}

/** The answer that told us the id of this order was lost, or is still on its way: its receipt is our own id. */
async function adoptUnknown(deps: PaymentDeps, providerOrderId: string): Promise<string | undefined> {
  const order = await deps.provider.findOrder(providerOrderId);
  if (order?.receipt) await adoptProviderOrder(deps, order.receipt, order.id);
  return findOrderBehind(deps.db, providerOrderId);
}
