import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderName } from '@shop/contract/orders';
import type { ContentSources } from '../../../platform/http/security/security-headers.ts';

/** A payment in the provider's words. Amounts are integer paise. */
export type ProviderPayment = {
  id: string;
  /** Null when it was not made for an order: the provider's account may have other uses. */
  orderId: string | null;
  amountPaise: number;
  currency: string;
  method: string;
  /** Whether the money reached us: the provider refunds late authorisations without capturing them. */
  isCaptured: boolean;
  /** The sum of all refunds: the shop's, and those from the provider's dashboard. */
  refundedPaise: number;
  /** `pending`: to be paid in cash, which the account may offer for other goods. */
  status: 'created' | 'pending' | 'authorized' | 'captured' | 'refunded' | 'failed';
  createdAt: Date;
};

export type ProviderOrder = {
  id: string;
  receipt: string | null;
  /** Whether the provider calls it paid. With an offer of the provider, that may be for less than its amount. */
  isPaid: boolean;
  offerId: string | null;
};
export type ProviderRefund = {
  id: string;
  paymentId: string;
  amountPaise: number;
  /** The idempotency key of the request; null when the shop did not request it. */
  idempotencyKey: string | null;
  status: 'pending' | 'processed' | 'failed';
};

export type DisputeState = 'open' | 'under_review' | 'won' | 'lost' | 'closed';
/** A chargeback, or a bank's question before one, about a payment. */
export type ProviderDispute = {
  id: string;
  paymentId: string;
  amountPaise: number;
  /** The amount that the provider has deducted, when the dispute opened or when it was lost. */
  deductedPaise: number;
  reasonCode: string;
  reasonDescription: string | null;
  phase: string;
  state: DisputeState;
  respondBy: Date | null;
  createdAt: Date;
};
/** An event about a dispute, without its state: events come in any order, so the provider is asked for the state. */
export type DisputeEvent = { disputeId: string; isActionRequired: boolean; at: Date };

export type RefundRequest = { paymentId: string; amountPaise: number; idempotencyKey: string };

/** A webhook request whose signature is not checked yet. */
export type RawEvent = { rawBody: Buffer; headers: IncomingHttpHeaders };
/** A webhook event whose signature is right. Repeats have the same `id`. */
export type ProviderEvent = { id: string; type: string; payload: object };
/** The content of an event that the shop handles. `at` is the provider's time of the event. */
export type PaymentEvent =
  | { captured: ProviderPayment; at: Date }
  | { refund: ProviderRefund }
  | { dispute: DisputeEvent };

/** A payment provider. Each has a folder beside this one. */
export type PaymentProvider = {
  readonly name: ProviderName;
  /** Public half of the keys: the checkout dialog in the browser opens with it. */
  readonly keyId: string;
  readonly checkoutUrl: string;
  /** The origins of the dialog for the content security policy; null for the shop's own. */
  readonly checkoutSources: ContentSources | null;
  /** Creates an order or, if the answer is lost, finds the one with this receipt. */
  createOrder(draft: { receipt: string; amountPaise: number }): Promise<ProviderOrder>;
  findOrder(id: string): Promise<ProviderOrder | undefined>;
  /** May find several: the provider accepts a receipt again, for instance after a crash. */
  findOrdersByReceipt(receipt: string): Promise<ProviderOrder[]>;
  findPayment(id: string): Promise<ProviderPayment | undefined>;
  /** The offer that made a payment smaller than its order; null without one. */
  findOfferOfPayment(id: string): Promise<string | null>;
  listPayments(orderId: string): Promise<ProviderPayment[]>;
  /** Idempotent by its key. */
  refund(request: RefundRequest): Promise<ProviderRefund>;
  findRefund(id: string): Promise<ProviderRefund | undefined>;
  listRefunds(paymentId: string): Promise<ProviderRefund[]>;
  findDispute(id: string): Promise<ProviderDispute | undefined>;
  /** Newest first, at most `count`. */
  listDisputes(query: { since: Date; count: number; skip: number }): Promise<ProviderDispute[]>;
  isPaymentSignature(proof: { orderId: string; paymentId: string; signature: string }): boolean;
  /** Throws if the signature is wrong or the body cannot be read. */
  readEvent(raw: RawEvent): ProviderEvent;
  /** Undefined for events that the shop does not handle. */
  parseEvent(event: Pick<ProviderEvent, 'type' | 'payload'>): PaymentEvent | undefined;
};

export type PaymentProviders = {
  /** The provider for new payments. */
  readonly current: PaymentProvider;
  /** The provider of an existing order. */
  named(name: string): PaymentProvider;
};

/** No usable answer: the call may have taken effect. */
export class ProviderUnavailable extends Error {
  override readonly name: string = 'ProviderUnavailable';
}

/** The provider limits our calls (429): this one had no effect. */
export class ProviderBusy extends ProviderUnavailable {
  override readonly name = 'ProviderBusy';
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The provider refused the call: it had no effect. */
export class ProviderRefusal extends Error {
  override readonly name: string = 'ProviderRefusal';
}

/** The amount is above the maximum of the account. */
export class AmountTooLarge extends ProviderRefusal {
  override readonly name = 'AmountTooLarge';
}
