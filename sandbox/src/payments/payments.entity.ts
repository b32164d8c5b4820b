import { CURRENCY, unixSeconds } from '../sandbox.ts';
import type { PaymentRow } from './payments.queries.ts';

export type PaymentEntity = ReturnType<typeof paymentEntity>;

export function paymentEntity(payment: PaymentRow) {
  const isFullyRefunded = payment.status === 'captured' && payment.amountRefundedPaise === payment.amountPaise;
  return {
    id: payment.id,
    entity: 'payment',
    amount: payment.amountPaise,
    currency: CURRENCY,
    status: isFullyRefunded ? 'refunded' : payment.status,
    order_id: payment.orderId,
    invoice_id: null,
    international: false,
    method: payment.method,
    amount_refunded: payment.amountRefundedPaise,
    refund_status: refundStatus(payment),
    captured: payment.status === 'captured',
    description: null,
    card_id: null,
    card: payment.card && { entity: 'card', type: 'credit', international: false, issuer: null, ...payment.card },
    bank: null,
    wallet: null,
    vpa: payment.vpa,
    email: null,
    contact: null,
    notes: [],
    fee: payment.status === 'captured' ? 0 : null,
    tax: payment.status === 'captured' ? 0 : null,
    error_code: payment.failure?.code ?? null,
    error_description: payment.failure?.description ?? null,
    error_source: payment.failure?.source ?? null,
    error_step: payment.failure?.step ?? null,
    error_reason: payment.failure?.reason ?? null,
    acquirer_data: {},
    created_at: unixSeconds(payment.createdAt),
  };
}

function refundStatus(payment: PaymentRow): 'partial' | 'full' | null {
  if (payment.amountRefundedPaise === 0) return null;
  return payment.amountRefundedPaise === payment.amountPaise ? 'full' : 'partial';
}
