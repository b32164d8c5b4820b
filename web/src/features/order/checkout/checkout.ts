import type { PaymentOrder, PaymentProof } from '@shop/contract/orders';

export type Buyer = { name: string; email: string; mobile: string | null };

type CheckoutRequest = {
  paymentOrder: PaymentOrder;
  buyer: Buyer | null;
  /** Aborted when the buyer leaves the page. It closes an open dialog and prevents one that still loads. */
  signal: AbortSignal;
  onPaid: (proof: Omit<PaymentProof, 'orderId'>) => void;
  /** Gets the provider's reason as readable text. The dialog is closed. */
  onFailed: (reason: string) => void;
  /** The buyer closed the dialog without paying. */
  onDismissed: () => void;
};

/** Opens a provider's payment dialog. Rejects with a message for the buyer if the dialog cannot be loaded. */
export type OpenCheckout = (request: CheckoutRequest) => Promise<void>;
