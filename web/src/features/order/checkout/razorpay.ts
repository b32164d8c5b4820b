import type { OpenCheckout } from './checkout.ts';

/** The part of Razorpay's checkout API that we use. The sandbox's script implements the same part. */
type RazorpayOptions = {
  key: string;
  amount: number;
  currency: string;
  name: string;
  description: string;
  order_id: string;
  prefill: { name: string; email: string; contact: string };
  handler: (proof: { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string }) => void;
  modal: { ondismiss: () => void };
};
type RazorpayDialog = {
  open(): void;
  close(): void;
  on(event: 'payment.failed', listen: (failure: { error: { description: string } }) => void): void;
};
type RazorpayConstructor = new (options: RazorpayOptions) => RazorpayDialog;

declare global {
  interface Window {
    Razorpay?: RazorpayConstructor;
  }
}

export const openRazorpay: OpenCheckout = async ({ paymentOrder, buyer, signal, onPaid, onFailed, onDismissed }) => {
  const Razorpay = await loadRazorpay(paymentOrder.checkoutUrl);
  if (signal.aborted) return;
  let isClosedByUs = false;
  const close = () => {
    isClosedByUs = true;
    dialog.close();
  };
  const dialog = new Razorpay({
    key: paymentOrder.keyId,
    amount: paymentOrder.amount,
    currency: paymentOrder.currency,
    name: paymentOrder.name,
    description: paymentOrder.description,
    order_id: paymentOrder.id,
    prefill: { name: buyer?.name ?? '', email: buyer?.email ?? '', contact: buyer?.mobile ?? '' },
    // Not guarded by isClosedByUs: a payment is reported even after the dialog was closed.
    handler: (proof) =>
      onPaid({
        razorpayPaymentId: proof.razorpay_payment_id,
        razorpayOrderId: proof.razorpay_order_id,
        razorpaySignature: proof.razorpay_signature,
      }),
    modal: {
      ondismiss: () => {
        if (!isClosedByUs) onDismissed();
      },
    },
  });
  // Razorpay lets the buyer retry inside its dialog. We close it and cancel the order instead (spec §4).
  dialog.on('payment.failed', ({ error }) => {
    close();
    onFailed(error.description);
  });
  signal.addEventListener('abort', close);
  dialog.open();
};

/** Loads the script at the first payment. A failed load can be retried. */
async function loadRazorpay(url: string): Promise<RazorpayConstructor> {
  if (!window.Razorpay) await appendScript(url);
  if (!window.Razorpay) throw new Error('The payment window could not be loaded.');
  return window.Razorpay;
}

const appendScript = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The payment window could not be loaded. Check your connection and try again.'));
    };
    document.head.append(script);
  });
