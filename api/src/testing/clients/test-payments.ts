import { API_BASE, calls } from '@shop/contract/calls/calls';
import type { PaymentKeys } from '../../features/payments/provider/open-providers.ts';
import { SANDBOX_PREFIX } from '../../features/payments/provider/open-providers.ts';

export type Proof = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string };
type Ledger = {
  captured: number;
  refunded: number;
  /** Paise deducted by disputes. */
  deducted: number;
  byOrder: Record<string, { receipt: string; captured: number; refunded: number }>;
};
type Refund = {
  id: string;
  payment_id: string;
  amount: number;
  status: 'pending' | 'processed' | 'failed' | 'reversed';
};
type Dispute = {
  id: string;
  payment_id: string;
  amount: number;
  amount_deducted: number;
  status: string;
  phase: string;
};
export type DisputeEvent = 'created' | 'under_review' | 'action_required' | 'won' | 'lost' | 'closed';
/** With `webhook: false` the sandbox sends no webhook. */
type WebhookOption = { webhook?: boolean };
type HeldWebhook = { id: number; eventId: string; event: string; body: string };

const CARD = { number: '4100 2800 0000 1007', expiry: '12/49', cvv: '123', name: 'Asha Rao' };

export type TestPayments = ReturnType<typeof testPayments>;

/** Acts as the payment dialog and as the provider, and plans faults of the sandbox. */
export function testPayments(shop: { url: string; sandboxUrl?: string; paymentKeys: PaymentKeys }) {
  const { keyId, keySecret } = shop.paymentKeys;
  const base = shop.sandboxUrl ?? `${shop.url}${SANDBOX_PREFIX}`;
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;

  async function ask<T>(method: string, path: string, body?: object): Promise<{ status: number; body: T }> {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined };
  }

  /** Throws if the sandbox refuses, because that is a mistake in the test. */
  async function postOrFail<T>(path: string, details: object): Promise<T> {
    const { status, body } = await ask<T>('POST', path, details);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** Simulates an incident at the provider that the shop did not cause. */
  const simulate = <T>(incident: string, details: object) => postOrFail<T>(`/v1/test/${incident}`, details);

  const payment = (orderId: string, means: object) => ({ key_id: keyId, order_id: orderId, ...means });

  return {
    ask,
    payByCard: (orderId: string) =>
      postOrFail<Proof>('/v1/checkout/pay', payment(orderId, { method: 'card', card: CARD })),
    payByUpi: (orderId: string, vpa: string) =>
      ask<Proof>('POST', '/v1/checkout/pay', payment(orderId, { method: 'upi', vpa })),
    /** Captures money for an order in any state, as banks sometimes do. With an offer the amount is lower. */
    capture: (orderId: string, options: WebhookOption & { amount?: number; offer_id?: string } = {}) =>
      simulate<Proof>('capture', { order_id: orderId, ...options }),
    /** Authorises without capture: the payment signature is valid, but no money has moved. */
    authorise: (orderId: string, options: WebhookOption = {}) =>
      simulate<Proof>('authorize', { order_id: orderId, ...options }),
    /** Authorises a payment that had failed or was still open. */
    authoriseLate: (paymentId: string, options: WebhookOption = {}) =>
      simulate<Proof>('authorize', { payment_id: paymentId, ...options }),
    /** Cash on delivery: the payment signature is valid, but no money has moved. */
    payInCash: (orderId: string) => simulate<Proof>('cash-on-delivery', { order_id: orderId }),
    captureAuthorised: (paymentId: string, options: WebhookOption = {}) =>
      simulate<Proof>('capture', { payment_id: paymentId, ...options }),
    /** The provider refunds a captured or authorised payment in full by itself. */
    autoRefund: (paymentId: string, options: WebhookOption = {}) =>
      simulate<Refund>('auto-refund', { payment_id: paymentId, ...options }),
    /** A refund in the provider's dashboard, of `amount` or of the rest. */
    dashboardRefund: (paymentId: string, options: WebhookOption & { amount?: number } = {}) =>
      simulate<Refund>('dashboard-refund', { payment_id: paymentId, ...options }),
    /** A processed refund fails afterwards. */
    failRefund: (refundId: string, options: WebhookOption & { status?: 'failed' | 'reversed' } = {}) =>
      simulate<Refund>('fail-refund', { refund_id: refundId, ...options }),
    /** Opens a dispute (`created`, for `amount` or the whole payment), or moves an open dispute to its next state. */
    dispute: (
      paymentId: string,
      event: DisputeEvent,
      options: WebhookOption & { amount?: number; phase?: string; deduct_at_onset?: boolean } = {},
    ) => simulate<Dispute>('dispute', { payment_id: paymentId, event, ...options }),
    plan: (operation: string, behaviour: string, more: { times?: number; phase?: 'before' | 'after' } = {}) =>
      ask('POST', '/v1/test/faults', { operation, behaviour, ...more }),
    /** The number of calls of each operation since the last `clearCalls`. */
    calls: async () => (await ask<Record<string, number>>('GET', '/v1/test/calls')).body,
    clearCalls: () => ask('DELETE', '/v1/test/calls'),
    clearFaults: () => ask('DELETE', '/v1/test/faults'),
    heldWebhooks: async () => (await ask<{ items: HeldWebhook[] }>('GET', '/v1/test/webhooks')).body.items,
    releaseEvents: async (options: { ids?: number[]; reverse?: boolean } = {}) =>
      (await ask<{ items: { status: number }[] }>('POST', '/v1/test/webhooks/release', options)).body.items,
    ledger: async () => (await ask<Ledger>('GET', '/v1/test/ledger')).body,
    webhookUrl: `${shop.url}${API_BASE}${calls.razorpayWebhook.path}`,
  };
}

/** Converts the provider's payment signature to the body of our `verifyPayment`. */
export const proofOf = (orderId: string, proof: Proof) => ({
  orderId,
  razorpayPaymentId: proof.razorpay_payment_id,
  razorpayOrderId: proof.razorpay_order_id,
  razorpaySignature: proof.razorpay_signature,
});
