import type { Order } from '@shop/contract/orders';
import { useState } from 'react';
import { REQUEST_FAILED } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useFocusWhileBusy } from '../../../ui/forms/use-focus-while-busy.ts';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { cancelOrder } from '../order.slice.ts';
import type { OrderPayment } from './use-order-payment.ts';
import { usePaymentCheck } from './use-payment-check.ts';
import { WaitingForBank } from './waiting-for-bank.tsx';

/** An unpaid order. The provider's payment state decides whether the buyer can pay or cancel it. */
export function AwaitingPayment({ order, payment }: { order: Order; payment: OrderPayment }) {
  const dispatch = useAppDispatch();
  const [isCancelling, setIsCancelling] = useState(false);
  useFocusWhileBusy(isCancelling);
  const { check, isUnanswered } = usePaymentCheck(order._id);

  async function cancel() {
    setIsCancelling(true);
    const outcome = await dispatch(cancelOrder(order._id));
    setIsCancelling(false);
    if (cancelOrder.fulfilled.match(outcome)) payment.announceCancelled();
    else toast(outcome.payload?.message ?? REQUEST_FAILED, { tone: 'error' });
  }

  if (payment.awaited?._id === order._id || check?.payment === 'under-way')
    return <WaitingForBank amount={order.amount} isConfirming />;
  // After the payment, wait for the reloaded list.
  const isPaid = payment.bought?.order._id === order._id;
  if (isPaid || (!check && !isUnanswered)) return <p>Loading...</p>;
  const toPay = check?.paymentOrder;
  return (
    <div className="grid gap-3">
      <p>
        {!check && 'We cannot check the payment of this order at the moment. We will try again automatically.'}
        {check && 'This order has not been paid for.'}
        {toPay &&
          (check?.isHeld
            ? ' What you ordered is held for a quarter of an hour.'
            : ' It is not held for you: until you have paid, others may buy it.')}
      </p>
      <div className="flex flex-wrap gap-3">
        {toPay && (
          <Button
            isBusy={payment.stage !== 'idle'}
            busyText="Waiting for your payment…"
            onClick={() => payment.payFor(order, toPay)}
          >
            Pay now
          </Button>
        )}
        <Button variant="secondary" isBusy={isCancelling} busyText="Cancelling…" onClick={cancel}>
          Cancel order
        </Button>
      </div>
    </div>
  );
}
