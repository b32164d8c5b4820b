import type { Order, Payment, PaymentOrder, PaymentProof } from '@shop/contract/orders';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import type { Buyer } from '../checkout/checkout.ts';
import { openCheckout } from '../checkout/open-checkout.ts';
import { cancelOrder, checkPayment, verifyPayment } from '../order.slice.ts';
import {
  type PurchaseProblem,
  paymentProblem,
  refundedProblem,
  unconfirmedProblem,
  unpaidProblem,
  verificationProblem,
} from './purchase-problem.ts';
import { waitForNextCheck } from './wait-for-next-check.ts';

export type Bought = { order: Order; payment: Payment | null };
type PaymentStage = 'idle' | 'ordering' | 'paying' | 'verifying' | 'asking' | 'confirming';

const VERIFY_ATTEMPTS = 4;

/** The payment of an order: opens the provider's dialog, then asks the server for the outcome. */
export function usePayment(buyer: Buyer | null, onEnd: () => void, onDismissed = onEnd) {
  const dispatch = useAppDispatch();
  const [stage, setStage] = useState<PaymentStage>('idle');
  const [problem, setProblem] = useState<PurchaseProblem | null>(null);
  const [bought, setBought] = useState<Bought | null>(null);
  /** The order whose payment may be under way while the server checks it. */
  const [awaited, setAwaited] = useState<Order | null>(null);
  /** Set from the first step until the order is paid or cancelled. */
  const unpaid = useRef<AbortController | null>(null);
  const [page] = useState(() => ({ isLeft: false }));

  // Leaving the page cancels an unpaid order, so that its units are not held any longer.
  useEffect(() => {
    page.isLeft = false;
    const leave = () => unpaid.current?.abort();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      page.isLeft = true;
      leave();
    };
  }, [page]);

  function begin(): AbortSignal {
    const leaving = new AbortController();
    unpaid.current = leaving;
    setProblem(null);
    setStage('ordering');
    return leaving.signal;
  }
  function end() {
    unpaid.current = null;
    setStage('idle');
  }
  function fail(reason: PurchaseProblem) {
    end();
    setProblem(reason);
    onEnd();
  }
  function succeed(result: Bought) {
    end();
    setProblem(null);
    setBought(result);
    onEnd();
  }

  /** Cancels the order, then calls `onCancelled`. If the payment may be under way, it waits for the bank instead. */
  async function cancelUnpaid(order: Order, onCancelled: () => void): Promise<void> {
    unpaid.current = null;
    const outcome = await dispatch(cancelOrder(order._id));
    const isGone = cancelOrder.fulfilled.match(outcome) || outcome.payload?.status === 404;
    if (!isGone) return confirm(order, { isKnown: outcome.payload?.code === 'PAYMENT_UNDER_WAY' });
    setStage('idle');
    onCancelled();
  }

  async function pay(order: Order, paymentOrder: PaymentOrder, signal: AbortSignal) {
    const leave = () => cancelUnpaid(order, () => undefined);
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave);
    try {
      await openCheckout({
        paymentOrder,
        buyer,
        signal,
        onPaid: (proof) => void verify(order, { orderId: order._id, ...proof }),
        onFailed: (reason) => void cancelUnpaid(order, () => fail(paymentProblem(reason))),
        onDismissed: () => void cancelUnpaid(order, onDismissed),
      });
      if (!signal.aborted) setStage('paying');
    } catch (error) {
      if (!signal.aborted) await cancelUnpaid(order, () => fail({ text: failureOf(error).message, nextStep: 'retry' }));
    }
  }

  async function verify(order: Order, proof: PaymentProof) {
    unpaid.current = null;
    setStage('verifying');
    for (let attempt = 1; attempt <= VERIFY_ATTEMPTS && !page.isLeft; attempt++) {
      const outcome = await dispatch(verifyPayment(proof));
      if (verifyPayment.fulfilled.match(outcome)) return succeed(outcome.payload);
      const failure = outcome.payload;
      if (failure && failure.status >= 400 && failure.status < 500)
        return cancelUnpaid(order, () => fail(verificationProblem(failure)));
      await waitForNextCheck(attempt);
    }
    await confirm(order, { isKnown: true });
  }

  /** Polls the server until the bank has decided. A buyer who leaves finds the order again later. */
  async function confirm(order: Order, { isKnown }: { isKnown: boolean }): Promise<void> {
    setAwaited(order);
    setStage(isKnown ? 'confirming' : 'asking');
    for (let attempt = 1; !page.isLeft; attempt++) {
      const outcome = await dispatch(checkPayment(order._id));
      if (checkPayment.fulfilled.match(outcome)) {
        const { payment, order: current } = outcome.payload.data;
        if (current.isDelivered) return succeed({ order: current, payment: null });
        if (current.paymentStatus === 'refunded') return fail(refundedProblem(current));
        if (payment === 'none') return cancelUnpaid(order, () => fail(unpaidProblem));
        setStage('confirming');
      } else if (outcome.payload?.status === 404) return fail(unconfirmedProblem);
      else if (outcome.payload?.status === 401) return end();
      await waitForNextCheck(attempt);
    }
  }

  return {
    stage,
    problem,
    bought,
    awaited: stage === 'asking' || stage === 'confirming' ? awaited : null,
    begin,
    end,
    fail,
    succeed,
    pay,
    confirm,
    closeProblem: () => setProblem(null),
    closeBought: () => setBought(null),
  };
}
