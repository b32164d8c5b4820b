/** A payment as the provider tells of it. Amounts are integer paise. */
export type ProviderPayment = {
  id: string;
  orderId: string;
  amountPaise: number;
  currency: string;
  method: string;
  /** `refunded` was captured before. */
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  createdAt: Date;
};

export type ProviderOrder = { id: string; receipt: string | null };
export type ProviderRefund = { id: string; paymentId: string; status: 'pending' | 'processed' | 'failed' };

export type RefundRequest = { paymentId: string; amountPaise: number; idempotencyKey: string };

/** What the shop asks of whoever takes the money. */
export type PaymentProvider = {
  /** Public half of the keys: the checkout dialog in the browser opens with it. */
  readonly keyId: string;
  readonly checkoutUrl: string;
  /** Makes the order or, when an answer was lost, finds the one made under this receipt. */
  createOrder(draft: { receipt: string; amountPaise: number }): Promise<ProviderOrder>;
  findOrder(id: string): Promise<ProviderOrder | undefined>;
  findOrderByReceipt(receipt: string): Promise<ProviderOrder | undefined>;
  findPayment(id: string): Promise<ProviderPayment | undefined>;
  listPayments(orderId: string): Promise<ProviderPayment[]>;
  /** Repeating it under the same key has the effect of once. */
  refund(request: RefundRequest): Promise<ProviderRefund>;
  findRefund(id: string): Promise<ProviderRefund | undefined>;
  isPaymentSignature(proof: { orderId: string; paymentId: string; signature: string }): boolean;
  isWebhookSignature(rawBody: Buffer, signature: string): boolean;
};

export const isCaptured = ({ status }: Pick<ProviderPayment, 'status'>): boolean =>
  status === 'captured' || status === 'refunded';

/** No answer, or none that says what happened: the call may have taken effect. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** The provider understood and refused: it took no effect. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
}
