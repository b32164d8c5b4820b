import type { PaymentRow } from '../payments/payments.queries.ts';
import { badRequest } from '../provider-error.ts';
import { booleanField, type Fields, integerField, oneOf, textField } from '../request-body.ts';

const disputePhases = ['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration'] as const;
export type DisputePhase = (typeof disputePhases)[number];
export type DisputeStatus = 'open' | 'under_review' | 'won' | 'lost' | 'closed';

/** The last part of each event name, and the status of the dispute after it. */
export const statusAfter = {
  created: 'open',
  under_review: 'under_review',
  // The evidence was not sufficient, and the bank asks the merchant again.
  action_required: 'open',
  won: 'won',
  lost: 'lost',
  closed: 'closed',
} as const satisfies Record<string, DisputeStatus>;
export type DisputeEvent = keyof typeof statusAfter;
export const disputeEvents = Object.keys(statusAfter) as DisputeEvent[];

const USUAL_REASON = 'goods_or_services_not_received_or_partially_received';

export interface DisputeClaim {
  /** Undefined: the whole payment is disputed. */
  amountPaise: number | undefined;
  reasonCode: string;
  phase: DisputePhase;
  /** True: the amount is deducted when the dispute opens. False: when it is lost. */
  isDeductedAtOnset: boolean;
}

export function parseDisputeClaim(fields: Fields): DisputeClaim {
  return {
    amountPaise: integerField(fields, 'amount'),
    reasonCode: textField(fields, 'reason_code') ?? USUAL_REASON,
    phase: oneOf(fields, 'phase', disputePhases) ?? 'chargeback',
    isDeductedAtOnset: booleanField(fields, 'deduct_at_onset') ?? false,
  };
}

/** A refunded payment can be disputed. A payment that was never captured cannot. */
export function disputableAmount(payment: PaymentRow, requestedPaise: number | undefined): number {
  if (payment.status !== 'captured') throw badRequest('Only a payment that was captured can be disputed', 'payment_id');
  const amountPaise = requestedPaise ?? payment.amountPaise;
  if (amountPaise < 1 || amountPaise > payment.amountPaise)
    throw badRequest('The disputed amount is more than nothing and at most what was paid', 'amount');
  return amountPaise;
}
