import type { Product } from '@shop/contract/products/product';
import { useRef } from 'react';
import type { RequestFailure } from '../../../lib/api.ts';
import { orderAmount } from '../../../lib/format/order-amount.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import type { Buyer } from '../checkout/checkout.ts';
import { createOrder } from '../order.slice.ts';
import { creationNotice } from './purchase-notice.ts';
import { usePayment } from './use-payment.ts';
import { useProductRefresh } from './use-product-refresh.ts';

// Later the units of an order are soon on sale again.
const RESEND_MS = 5 * 60_000;

// Not a UUID, which browsers make only for pages that came over HTTPS or from localhost.
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Whether no order stands behind a failure. After any other, a proxy's word for a shop that takes too long too, one may. */
const isRefusal = ({ status = 0, code }: Partial<RequestFailure> = {}): boolean =>
  (status >= 400 && status < 500) || code === 'PAYMENT_PROVIDER_UNAVAILABLE';

/** Spec §4: create the order, open the provider's dialog, verify the payment; give the order up if that fails. */
export function usePurchase(product: Product, quantity: number, buyer: Buyer | null) {
  const dispatch = useAppDispatch();
  const payment = usePayment(buyer, useProductRefresh());
  /** What was sent and not refused, so that the order may have been made: sent again, it is the same one. */
  const unanswered = useRef<{ wish: string; key: string; until: number } | null>(null);

  async function buy() {
    if (payment.stage !== 'idle') return;
    const leaving = payment.begin();
    const amount = orderAmount(product.price, quantity);
    const wish = `${quantity} for ${amount}`;
    const sent = unanswered.current;
    const key = sent?.wish === wish && Date.now() < sent.until ? sent.key : newKey();
    const outcome = await dispatch(createOrder({ productId: product._id, amount, quantity, key }));
    unanswered.current = null;
    if (!createOrder.fulfilled.match(outcome)) {
      if (!isRefusal(outcome.payload))
        unanswered.current = sent?.key === key ? sent : { wish, key, until: Date.now() + RESEND_MS };
      // Nothing to tell whoever has left, or is no longer signed in and so on the way to sign in and back.
      if (leaving.aborted || outcome.payload?.status === 401) return payment.end();
      return payment.fail(creationNotice(outcome.payload, quantity));
    }
    const { order, paymentOrder } = outcome.payload;
    if (!paymentOrder) return payment.succeed({ order, payment: null });
    await payment.pay(order, paymentOrder, leaving);
  }

  return { ...payment, buy };
}
