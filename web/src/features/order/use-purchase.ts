import type { Order, Payment, PaymentOrder } from '@shop/contract/orders';
import type { Product } from '@shop/contract/product';
import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { failureOf } from '../../lib/api.ts';
import { useAppDispatch } from '../../lib/dispatch.ts';
import { type Checkout, type CheckoutProof, loadCheckout } from './checkout-script.ts';
import { createOrder, deleteOrder, verifyPayment } from './order.slice.ts';
import { creationNotice, type PurchaseNotice, paymentNotice, verificationNotice } from './purchase-notice.ts';

export type Bought = { order: Order; payment: Payment | null };
export type PurchaseStage = 'idle' | 'ordering' | 'paying' | 'verifying';
type Buyer = { name: string; email: string; mobile: string | null };

const VERIFY_ATTEMPTS = 4;

/** The connection may be gone for a moment right after paying: wait for it before asking again. */
const whenOnline = () =>
  navigator.onLine
    ? new Promise<void>((resolve) => setTimeout(resolve, 1000))
    : new Promise<void>((resolve) => window.addEventListener('online', () => resolve(), { once: true }));

/** Spec §4: create the order, open the provider's dialog, verify the payment; give the order up if that fails. */
export function usePurchase(product: Product, buyer: Buyer | null) {
  const dispatch = useAppDispatch();
  const revalidator = useRevalidator();
  const [stage, setStage] = useState<PurchaseStage>('idle');
  const [notice, setNotice] = useState<PurchaseNotice | null>(null);
  const [bought, setBought] = useState<Bought | null>(null);
  const unpaid = useRef<{ orderId: string; checkout: Checkout } | null>(null);

  const giveUp = (orderId: string) => {
    unpaid.current = null;
    setStage('idle');
    return dispatch(deleteOrder(orderId));
  };
  const fail = (reason: PurchaseNotice) => {
    setStage('idle');
    setNotice(reason);
    revalidator.revalidate();
  };
  const succeed = (result: Bought) => {
    setStage('idle');
    setBought(result);
    revalidator.revalidate();
  };

  // Leaving the page with the dialog open is giving up: nothing stays held behind the buyer's back.
  useEffect(() => {
    const abandon = () => {
      if (!unpaid.current) return;
      unpaid.current.checkout.close();
      void dispatch(deleteOrder(unpaid.current.orderId));
      unpaid.current = null;
    };
    window.addEventListener('pagehide', abandon);
    return () => {
      window.removeEventListener('pagehide', abandon);
      abandon();
    };
  }, [dispatch]);

  async function buy() {
    if (stage !== 'idle') return;
    setNotice(null);
    setStage('ordering');
    const draft = { productId: product._id, amount: product.price, quantity: 1, key: crypto.randomUUID() };
    const outcome = await dispatch(createOrder(draft));
    // Whoever is no longer signed in is on the way to sign in and back.
    if (outcome.payload && 'status' in outcome.payload && outcome.payload.status === 401) return setStage('idle');
    if (!createOrder.fulfilled.match(outcome)) return fail(creationNotice(outcome.payload));
    const { order, paymentOrder } = outcome.payload;
    if (!paymentOrder) return succeed({ order, payment: null });
    await openDialog(order, paymentOrder);
  }

  async function openDialog(order: Order, paymentOrder: PaymentOrder) {
    try {
      const Razorpay = await loadCheckout(paymentOrder.checkoutUrl);
      const checkout = new Razorpay({
        key: paymentOrder.keyId,
        amount: paymentOrder.amount,
        currency: paymentOrder.currency,
        name: paymentOrder.name,
        description: paymentOrder.description,
        order_id: paymentOrder.id,
        prefill: { name: buyer?.name ?? '', email: buyer?.email ?? '', contact: buyer?.mobile ?? '' },
        handler: (proof) => void verify(order, proof),
        modal: { ondismiss: () => void giveUp(order._id).then(() => revalidator.revalidate()) },
      });
      checkout.on('payment.failed', async ({ error }) => {
        checkout.close();
        await giveUp(order._id);
        fail(paymentNotice(error.description));
      });
      unpaid.current = { orderId: order._id, checkout };
      setStage('paying');
      checkout.open();
    } catch (error) {
      await giveUp(order._id);
      fail({ text: failureOf(error).message, wayOn: 'retry' });
    }
  }

  async function verify(order: Order, proof: CheckoutProof) {
    unpaid.current = null;
    setStage('verifying');
    const body = {
      orderId: order._id,
      razorpayPaymentId: proof.razorpay_payment_id,
      razorpayOrderId: proof.razorpay_order_id,
      razorpaySignature: proof.razorpay_signature,
    };
    for (let attempt = 1; ; attempt++) {
      const outcome = await dispatch(verifyPayment(body));
      if (verifyPayment.fulfilled.match(outcome)) return succeed(outcome.payload);
      const failure = outcome.payload;
      const isRefused = failure !== undefined && failure.status >= 400 && failure.status < 500;
      if (isRefused) await giveUp(order._id);
      if (isRefused || attempt === VERIFY_ATTEMPTS) return fail(verificationNotice(failure));
      await whenOnline();
    }
  }

  return { stage, notice, bought, buy, closeNotice: () => setNotice(null), closeBought: () => setBought(null) };
}
