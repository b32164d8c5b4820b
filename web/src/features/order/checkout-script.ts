/** What we use of the provider's checkout: Razorpay's own script, or the sandbox's, which defines the same. */
export type CheckoutOptions = {
  key: string;
  amount: number;
  currency: string;
  name: string;
  description: string;
  order_id: string;
  prefill: { name: string; email: string; contact: string };
  handler: (proof: CheckoutProof) => void;
  modal: { ondismiss: () => void };
};
export type CheckoutProof = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};
export type CheckoutFailure = { error: { description: string } };
export type Checkout = {
  open(): void;
  close(): void;
  on(event: 'payment.failed', listen: (failure: CheckoutFailure) => void): void;
};
type CheckoutConstructor = new (options: CheckoutOptions) => Checkout;

declare global {
  interface Window {
    Razorpay?: CheckoutConstructor;
  }
}

/** Loads the script when somebody first pays; a failed attempt can be repeated. */
export async function loadCheckout(url: string): Promise<CheckoutConstructor> {
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
