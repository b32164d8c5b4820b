import { notesOnTheWire } from '../request-body.ts';
import { CURRENCY, unixSeconds } from '../sandbox.ts';
import type { RefundRow } from './refunds.queries.ts';

export type RefundEntity = ReturnType<typeof refundEntity>;

export function refundEntity(refund: RefundRow) {
  return {
    id: refund.id,
    entity: 'refund',
    amount: refund.amountPaise,
    currency: CURRENCY,
    payment_id: refund.paymentId,
    notes: notesOnTheWire(refund.notes),
    receipt: refund.receipt,
    acquirer_data: { arn: null },
    created_at: unixSeconds(refund.createdAt),
    batch_id: null,
    status: refund.status,
    speed_processed: refund.speedProcessed,
    speed_requested: refund.speedRequested,
  };
}
