import { CURRENCY, unixSeconds } from '../sandbox.ts';
import type { DisputeRow } from './disputes.queries.ts';

export type DisputeEntity = ReturnType<typeof disputeEntity>;

/** Razorpay has a sentence for each reason code. The sandbox uses the words of the code. */
const descriptionOf = (reasonCode: string) =>
  reasonCode.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());

export function disputeEntity(dispute: DisputeRow) {
  return {
    id: dispute.id,
    entity: 'dispute',
    payment_id: dispute.paymentId,
    amount: dispute.amountPaise,
    currency: CURRENCY,
    amount_deducted: dispute.amountDeductedPaise,
    reason_code: dispute.reasonCode,
    reason_description: descriptionOf(dispute.reasonCode),
    respond_by: unixSeconds(dispute.respondBy),
    status: dispute.status,
    phase: dispute.phase,
    created_at: unixSeconds(dispute.createdAt),
    evidence: {
      amount: dispute.amountPaise,
      summary: dispute.submittedAt && 'The code was delivered and revealed.',
      shipping_proof: null,
      billing_proof: null,
      cancellation_proof: null,
      customer_communication: null,
      proof_of_service: null,
      explanation_letter: null,
      refund_confirmation: null,
      access_activity_log: null,
      refund_cancellation_policy: null,
      term_and_conditions: null,
      others: null,
      submitted_at: dispute.submittedAt && unixSeconds(dispute.submittedAt),
    },
  };
}
