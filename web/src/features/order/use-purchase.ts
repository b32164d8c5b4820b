import type { Order, Payment, PaymentOrder, PaymentProof } from '@shop/contract/orders';
import type { Product } from '@shop/contract/product';
import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { failureOf } from '../../lib/api.ts';
import { useAppDispatch } from '../../lib/dispatch.ts';
import { orderAmount } from '../../lib/order-amount.ts';
import type { Buyer } from './checkout/checkout.ts';
import { openCheckout } from './checkout/open-checkout.ts';
import { createOrder, deleteOrder, verifyPayment } from './order.slice.ts';
import { creationNotice, type PurchaseNotice, paymentNotice, verificationNotice } from './purchase-notice.ts';

export type Bought = { order: Order; payment: Payment | null };
export type PurchaseStage = 'idle' | 'ordering' | 'paying' | 'verifying';

const VERIFY_ATTEMPTS = 4;

/** The connection may be gone for a moment right after paying: wait for it before asking again. */
const whenOnline = () =>
  navigator.onLine
    ? new Promise<void>((resolve) => setTimeout(resolve, 1000))
    : new Promise<void>((resolve) => window.addEventListener('online', () => resolve(), { once: true }));

/** Spec §4: create the order, open the provider's dialog, verify the payment; give the order up if that fails. */
export function usePurchase(product: Product, quantity: number, buyer: Buyer | null) {
  const dispatch = useAppDispatch();
  const revalidator = useRevalidator();
  const [stage, setStage] = useState<PurchaseStage>('idle');
  const [notice, setNotice] = useState<PurchaseNotice | null>(null);
  const [bought, setBought] = useState<Bought | null>(null);
  /** From Buy Now until it is paid or given up. */
  const unpaid = useRef<AbortController | null>(null);

  const end = () => {
    unpaid.current = null;
    setStage('idle');
  };
  const fail = (reason: PurchaseNotice) => {
    end();
    setNotice(reason);
    revalidator.revalidate();
  };
  const succeed = (result: Bought) => {
    end();
    setBought(result);
    revalidator.revalidate();
  };

  // Leaving the page is giving up, however far the order has come: nothing stays held behind the buyer's back.
  useEffect(() => {
    const leave = () => unpaid.current?.abort();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  async function buy() {
    if (stage !== 'idle') return;
    const leaving = new AbortController();
    unpaid.current = leaving;
    setNotice(null);
    setStage('ordering');
    const amount = orderAmount(product.price, quantity);
    const draft = { productId: product._id, amount, quantity, key: crypto.randomUUID() };
    const outcome = await dispatch(createOrder(draft));
    if (!createOrder.fulfilled.match(outcome)) {
      // Nothing to tell whoever has left, or is no longer signed in and so on the way to sign in and back.
      if (leaving.signal.aborted || outcome.payload?.status === 401) return end();
      return fail(creationNotice(outcome.payload, quantity));
    }
    const { order, paymentOrder } = outcome.payload;
    if (!paymentOrder) return succeed({ order, payment: null });
    await pay(order, paymentOrder, leaving.signal);
  }

  async function pay(order: Order, paymentOrder: PaymentOrder, signal: AbortSignal) {
    const giveUp = async () => {
      unpaid.current = null;
      await dispatch(deleteOrder(order._id));
      end();
    };
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp);
    try {
      await openCheckout({
        paymentOrder,
        buyer,
        signal,
        onPaid: (proof) => void verify({ orderId: order._id, ...proof }, giveUp),
        onFailed: (reason) => void giveUp().then(() => fail(paymentNotice(reason))),
        onDismissed: () => void giveUp().then(() => revalidator.revalidate()),
      });
      if (!signal.aborted) setStage('paying');
    } catch (error) {
      if (signal.aborted) return;
      await giveUp();
      fail({ text: failureOf(error).message, nextStep: 'retry' });
    }
  }

  async function verify(proof: PaymentProof, giveUp: () => Promise<void>) {
    unpaid.current = null;
    setStage('verifying');
    for (let attempt = 1; ; attempt++) {
      const outcome = await dispatch(verifyPayment(proof));
      if (verifyPayment.fulfilled.match(outcome)) return succeed(outcome.payload);
      const failure = outcome.payload;
      const isRefused = failure !== undefined && failure.status >= 400 && failure.status < 500;
      if (isRefused) await giveUp();
      if (isRefused || attempt === VERIFY_ATTEMPTS) return fail(verificationNotice(failure));
      await whenOnline();
    }
  }

  return { stage, notice, bought, buy, closeNotice: () => setNotice(null), closeBought: () => setBought(null) };
}
