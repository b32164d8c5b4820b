import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { fail } from '../../../platform/failure.ts';
import type { PaymentEvent, PaymentProvider, ProviderEvent, RawEvent } from '../provider/payment-provider.ts';
import { fromUnixSeconds, paymentEntity, refundEntity } from './razorpay-entities.ts';
import { isValidSignature } from './razorpay-signature.ts';

/** The body of a webhook. Events of other types are stored and ignored. */
const webhook = z.object({
  event: z.string(),
  payload: z.record(z.string(), z.unknown()),
  created_at: z.number().optional(),
});
const paymentPayload = z.object({ payment: z.object({ entity: paymentEntity }), announcedAt: z.number().default(0) });
const disputePayload = z.object({
  dispute: z.object({ entity: z.object({ id: z.string() }) }),
  announcedAt: z.number().default(0),
});
const refundPayload = z.object({ refund: z.object({ entity: refundEntity }) });

const DISPUTE_EVENT = /^payment\.dispute\.(created|under_review|action_required|won|lost|closed)$/;

const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

function readEvent(webhookSecret: string, { rawBody, headers }: RawEvent): ProviderEvent {
  if (!isValidSignature(headerOf(headers, 'x-razorpay-signature') ?? '', rawBody, webhookSecret))
    throw fail('signatureMismatch');
  const { event, payload, created_at: announcedAt } = parse(rawBody);
  // The signature does not cover the id in the header; without one, equal bodies are the same event.
  const id = headerOf(headers, 'x-razorpay-event-id') ?? createHash('sha256').update(rawBody).digest('hex');
  return { id, type: event, payload: { ...payload, announcedAt } };
}

function parse(rawBody: Buffer) {
  try {
    return webhook.parse(JSON.parse(rawBody.toString('utf8'), (_, value) => storable(value)));
  } catch {
    throw fail('malformed');
  }
}

/** Payers can write text that PostgreSQL refuses. After a day of refusals the provider would disable the webhook. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storableText(name), inner]));
}

const storableText = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd');

/** Failed payments are ignored: the buyer may try again, and a capture may come before the event of a failure. */
function parseEvent({ type, payload }: Pick<ProviderEvent, 'type' | 'payload'>): PaymentEvent | undefined {
  if (type === 'payment.captured' || type === 'order.paid') {
    const { payment, announcedAt } = paymentPayload.parse(payload);
    return { captured: payment.entity, at: fromUnixSeconds(announcedAt) };
  }
  if (type === 'refund.processed' || type === 'refund.failed')
    return { refund: refundPayload.parse(payload).refund.entity };
  if (DISPUTE_EVENT.test(type)) {
    const { dispute, announcedAt } = disputePayload.parse(payload);
    const isActionRequired = type === 'payment.dispute.action_required';
    return { dispute: { disputeId: dispute.entity.id, isActionRequired, at: fromUnixSeconds(announcedAt) } };
  }
  return undefined;
}

export const razorpayEvents = (webhookSecret: string): Pick<PaymentProvider, 'readEvent' | 'parseEvent'> => ({
  readEvent: (raw) => readEvent(webhookSecret, raw),
  parseEvent,
});
