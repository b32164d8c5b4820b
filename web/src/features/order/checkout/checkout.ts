import type { PaymentOrder, PaymentProof } from '@shop/contract/orders';

export type Buyer = { name: string; email: string; mobile: string | null };

type CheckoutRequest = {
  paymentOrder: PaymentOrder;
  buyer: Buyer | null;
  /** Aborted when the buyer leaves: an open dialog closes, and one that is still loading never opens. */
  signal: AbortSignal;
  onPaid: (proof: Omit<PaymentProof, 'orderId'>) => void;
  /** With the provider's reason, as people read it. The dialog is closed. */
  onFailed: (reason: string) => void;
  /** The buyer closed the dialog without paying. */
  onDismissed: () => void;
};

/** Opens a provider's payment dialog; rejects with a sentence for the buyer when it cannot be loaded. */
export type OpenCheckout = (request: CheckoutRequest) => Promise<void>;
