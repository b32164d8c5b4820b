import { createHash } from 'node:crypto';
import { MIN_AMOUNT_PAISE } from '../orders/orders.rules.ts';
import type { PaymentRow } from '../payments/payments.queries.ts';
import { badRequest } from '../provider-error.ts';
import { fieldsOf, integerField, type Notes, notesField, oneOf, textField } from '../request-body.ts';

const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{10,255}$/;

const refundSpeeds = ['normal', 'optimum'] as const;
export type RefundSpeed = (typeof refundSpeeds)[number];

export interface RefundRequest {
  /** Undefined: everything that is not refunded yet. */
  amountPaise: number | undefined;
  receipt: string | null;
  notes: Notes;
  speed: RefundSpeed | undefined;
  idempotencyKey: string | null;
  /** Distinguishes a repeated request from another one with the same key. */
  hash: string;
}

export function parseRefundRequest(paymentId: string, body: unknown, idempotencyKey: unknown): RefundRequest {
  const fields = fieldsOf(body);
  const amountPaise = integerField(fields, 'amount');
  if (amountPaise !== undefined && amountPaise < MIN_AMOUNT_PAISE) {
    throw badRequest('The amount must be at least INR 1.00', 'amount');
  }
  const receipt = textField(fields, 'receipt') ?? null;
  const notes = notesField(fields);
  const speed = oneOf(fields, 'speed', refundSpeeds);
  const hash = createHash('sha256')
    .update(JSON.stringify([paymentId, amountPaise ?? null, receipt, notes, ...(speed ? [speed] : [])]))
    .digest('hex');
  return { amountPaise, receipt, notes, speed, idempotencyKey: parseIdempotencyKey(idempotencyKey), hash };
}

function parseIdempotencyKey(key: unknown): string | null {
  if (key === undefined) return null;
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key;
  throw badRequest(
    'The idempotency key must be 10 to 255 characters: letters, numbers, hyphens and underscores only.',
    'X-Refund-Idempotency',
  );
}

/** Only the provider itself returns an authorised payment, and only as a whole. */
export function refundableAmount(
  payment: PaymentRow,
  requestedPaise: number | undefined,
  isByProvider: boolean,
): number {
  const isRefundable = payment.status === 'captured' || (isByProvider && payment.status === 'authorized');
  if (!isRefundable) throw badRequest('The payment status should be captured for action to be taken');
  const leftPaise = payment.amountPaise - payment.amountRefundedPaise;
  if (leftPaise === 0) throw badRequest('The payment has been fully refunded already');
  const amountPaise = requestedPaise ?? leftPaise;
  if (amountPaise > leftPaise) {
    throw badRequest('The total refund amount is greater than the refund payment amount', 'amount');
  }
  return amountPaise;
}
