import { collection } from '../collection.ts';
import { CURRENCY, unixSeconds } from '../sandbox.ts';
import type { PaymentRow } from './payments.queries.ts';

export type PaymentEntity = ReturnType<typeof paymentEntity>;

export function paymentEntity(payment: PaymentRow) {
  const refunded = refundStatus(payment);
  const isCaptured = payment.status === 'captured';
  return {
    id: payment.id,
    entity: 'payment',
    amount: payment.amountPaise,
    currency: CURRENCY,
    // The status of a released authorisation too. `captured` tells the two apart.
    status: refunded === 'full' ? 'refunded' : payment.status,
    order_id: payment.orderId,
    invoice_id: null,
    international: false,
    method: payment.method,
    amount_refunded: payment.amountRefundedPaise,
    refund_status: refunded,
    captured: isCaptured,
    description: null,
    card_id: null,
    card: payment.card && { entity: 'card', type: 'credit', international: false, issuer: null, ...payment.card },
    bank: null,
    wallet: null,
    vpa: payment.vpa,
    email: null,
    contact: null,
    notes: [],
    fee: isCaptured ? 0 : null,
    tax: isCaptured ? 0 : null,
    error_code: payment.failure?.code ?? null,
    error_description: payment.failure?.description ?? null,
    error_source: payment.failure?.source ?? null,
    error_step: payment.failure?.step ?? null,
    error_reason: payment.failure?.reason ?? null,
    acquirer_data: {},
    created_at: unixSeconds(payment.createdAt),
  };
}

/** The form of `expand[]=offers`. */
export const withOffers = (payment: PaymentRow) => ({
  ...paymentEntity(payment),
  offers: collection(payment.offerId === null ? [] : [{ id: payment.offerId }]),
});

function refundStatus(payment: PaymentRow): 'partial' | 'full' | null {
  if (payment.amountRefundedPaise === 0) return null;
  return payment.amountRefundedPaise === payment.amountPaise ? 'full' : 'partial';
}
