import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderName } from '@shop/contract/orders';
import type { ContentSources } from '../../../platform/http/security/security-headers.ts';

/** A payment as the provider tells of it. Amounts are integer paise. */
export type ProviderPayment = {
  id: string;
  /** Null when it was not made for an order, and so not to the shop: others may use the account too. */
  orderId: string | null;
  amountPaise: number;
  currency: string;
  method: string;
  /** Whether the money ever reached us: the provider returns late authorisations without capturing them. */
  isCaptured: boolean;
  /** How much of it has gone back, by whomever. */
  refundedPaise: number;
  /** `pending` is to be paid in cash, which an account that sells other things too may offer. */
  status: 'created' | 'pending' | 'authorized' | 'captured' | 'refunded' | 'failed';
  createdAt: Date;
};

export type ProviderOrder = {
  id: string;
  receipt: string | null;
  /** Whether the provider has called it paid: with an offer of the provider's, for less than its amount. */
  isPaid: boolean;
  offerId: string | null;
};
export type ProviderRefund = {
  id: string;
  paymentId: string;
  amountPaise: number;
  /** The key it was asked for under; null when it was not the shop that asked. */
  idempotencyKey: string | null;
  status: 'pending' | 'processed' | 'failed';
};

export type DisputeState = 'open' | 'under_review' | 'won' | 'lost' | 'closed';
/** A chargeback, or a question of the buyer's bank before one, about a payment. */
export type ProviderDispute = {
  id: string;
  paymentId: string;
  amountPaise: number;
  /** What the provider has taken from the shop for it: when it opened or when it was lost. */
  deductedPaise: number;
  reasonCode: string;
  reasonDescription: string | null;
  phase: string;
  state: DisputeState;
  respondBy: Date | null;
  createdAt: Date;
};
/** An event about a dispute. It names the dispute only: its state is asked for, because events come in any order. */
export type DisputeNews = { disputeId: string; isActionRequired: boolean; at: Date };

export type RefundRequest = { paymentId: string; amountPaise: number; idempotencyKey: string };

/** A request that claims to be the provider's, before anybody has looked into it. */
export type RawEvent = { rawBody: Buffer; headers: IncomingHttpHeaders };
/** A genuine notice in the provider's own words. `id` is the same for every repeat of it. */
export type Notice = { id: string; type: string; payload: object };
/** What of a notice concerns us. `at` is when it was true. */
export type News = { captured: ProviderPayment; at: Date } | { refund: ProviderRefund } | { dispute: DisputeNews };

/** What the shop asks of whoever takes the money. A folder beside this file knows each of them. */
export type PaymentProvider = {
  readonly name: ProviderName;
  /** Public half of the keys: the checkout dialog in the browser opens with it. */
  readonly keyId: string;
  readonly checkoutUrl: string;
  /** Where the dialog's parts come from, unless that is the shop itself. */
  readonly checkoutSources: ContentSources | null;
  /** Makes the order or, when an answer was lost, finds the one made under this receipt. */
  createOrder(draft: { receipt: string; amountPaise: number }): Promise<ProviderOrder>;
  findOrder(id: string): Promise<ProviderOrder | undefined>;
  /** More than one where a crash has hidden the first: the provider takes a receipt more than once. */
  findOrdersByReceipt(receipt: string): Promise<ProviderOrder[]>;
  findPayment(id: string): Promise<ProviderPayment | undefined>;
  /** The offer that made a payment smaller than its order; null without one. */
  findOfferOfPayment(id: string): Promise<string | null>;
  listPayments(orderId: string): Promise<ProviderPayment[]>;
  /** Repeating it under the same key has the effect of once. */
  refund(request: RefundRequest): Promise<ProviderRefund>;
  findRefund(id: string): Promise<ProviderRefund | undefined>;
  listRefunds(paymentId: string): Promise<ProviderRefund[]>;
  findDispute(id: string): Promise<ProviderDispute | undefined>;
  /** Newest first, at most `count`. */
  listDisputes(query: { since: Date; count: number; skip: number }): Promise<ProviderDispute[]>;
  isPaymentSignature(proof: { orderId: string; paymentId: string; signature: string }): boolean;
  /** Throws the reason why it is not genuine, or cannot be read. */
  readNotice(raw: RawEvent): Notice;
  /** Undefined for what the shop does not act on. */
  newsIn(notice: Pick<Notice, 'type' | 'payload'>): News | undefined;
};

export type PaymentProviders = {
  /** Takes new payments. */
  readonly current: PaymentProvider;
  /** The one that an order was opened at, however long ago. */
  named(name: string): PaymentProvider;
};

/** No answer, or none that says what happened: the call may have taken effect. */
export class ProviderUnavailable extends Error {
  override readonly name: string = 'ProviderUnavailable';
}

/** The provider limits our calls (429): this one took no effect, and for a while no other would. */
export class ProviderBusy extends ProviderUnavailable {
  override readonly name = 'ProviderBusy';
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The provider understood and refused: it took no effect. */
export class ProviderRefusal extends Error {
  override readonly name: string = 'ProviderRefusal';
}

/** More than the account may take at once. */
export class AmountTooLarge extends ProviderRefusal {
  override readonly name = 'AmountTooLarge';
}
