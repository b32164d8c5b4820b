import type { Product } from '@shop/contract/products/product';
import { useRef } from 'react';
import type { RequestFailure } from '../../../lib/api.ts';
import { orderAmount } from '../../../lib/format/order-amount.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import type { Buyer } from '../checkout/checkout.ts';
import { createOrder } from '../order.slice.ts';
import { orderCreationProblem } from './purchase-problem.ts';
import { usePayment } from './use-payment.ts';
import { useProductRefresh } from './use-product-refresh.ts';

// After this time the hold of the first order may be about to expire, so a new order is better.
const RESEND_MS = 5 * 60_000;

// Not crypto.randomUUID, which exists only on HTTPS and localhost.
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Whether the failure means that no order was made. After other failures, such as a proxy timeout, there may be one. */
const isOrderRefused = ({ status = 0, code }: Partial<RequestFailure> = {}): boolean =>
  (status >= 400 && status < 500) || code === 'PAYMENT_PROVIDER_UNAVAILABLE';

/** Creates the order, opens the provider's dialog and verifies the payment; cancels the order after a failure (spec §4). */
export function usePurchase(product: Product, quantity: number, buyer: Buyer | null) {
  const dispatch = useAppDispatch();
  const payment = usePayment(buyer, useProductRefresh());
  /** The last attempt if its outcome is unknown. A retry with the same key does not make a second order. */
  const unanswered = useRef<{ contents: string; key: string; until: number } | null>(null);

  async function buy() {
    if (payment.stage !== 'idle') return;
    const leaving = payment.begin();
    const amount = orderAmount(product.price, quantity);
    const contents = `${quantity} for ${amount}`;
    const sent = unanswered.current;
    const key = sent?.contents === contents && Date.now() < sent.until ? sent.key : newKey();
    const outcome = await dispatch(createOrder({ productId: product._id, amount, quantity, key }));
    unanswered.current = null;
    if (!createOrder.fulfilled.match(outcome)) {
      if (!isOrderRefused(outcome.payload))
        unanswered.current = sent?.key === key ? sent : { contents, key, until: Date.now() + RESEND_MS };
      // Show nothing if the buyer has left the page, or is being sent to the sign-in page after a 401.
      if (leaving.aborted || outcome.payload?.status === 401) return payment.end();
      return payment.fail(orderCreationProblem(outcome.payload, quantity));
    }
    const { order, paymentOrder } = outcome.payload;
    if (!paymentOrder) return payment.succeed({ order, payment: null });
    await payment.pay(order, paymentOrder, leaving);
  }

  return { ...payment, buy };
}
