import type { Order, PaymentOrder, PaymentStanding } from '@shop/contract/orders';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/dispatch.ts';
import { Button } from '../../ui/button.tsx';
import { authSlice } from '../auth/auth.slice.ts';
import { checkPayment, deleteOrder } from './order.slice.ts';
import { PurchaseAlert } from './purchase-alert.tsx';
import { usePayment } from './use-payment.ts';
import { WaitingForBank } from './waiting-for-bank.tsx';

type Check = { payment: PaymentStanding; paymentOrder: PaymentOrder | null };

/** An order without its money: what the provider says about it decides what can be done. */
export function AwaitingPayment({ order }: { order: Order }) {
  const { user } = useSelector(authSlice.selectSlice);
  const dispatch = useAppDispatch();
  const [check, setCheck] = useState<Check | null>(null);
  const [isCancelling, setIsCancelling] = useState(false);
  const id = order._id;
  // The list takes the answer over, and with it the code takes the place of all this.
  const payment = usePayment(user, () => void dispatch(checkPayment(id)));

  useEffect(() => {
    const asking = dispatch(checkPayment(id));
    asking.unwrap().then(
      ({ data }) => setCheck(data),
      () => undefined,
    );
    return () => asking.abort();
  }, [dispatch, id]);

  async function cancel() {
    setIsCancelling(true);
    await dispatch(deleteOrder(id));
    setIsCancelling(false);
  }

  if (payment.awaited || check?.payment === 'under-way') return <WaitingForBank amount={order.amount} isConfirming />;
  const toPay = check?.paymentOrder;
  return (
    <div className="grid gap-3">
      <p>
        {check ? 'This order has not been paid for. What you ordered is held for a quarter of an hour.' : 'Loading...'}
      </p>
      {toPay && (
        <div className="flex flex-wrap gap-3">
          <Button
            isBusy={payment.stage !== 'idle'}
            busyText="Waiting for your payment…"
            onClick={() => void payment.pay(order, toPay, payment.begin())}
          >
            Pay now
          </Button>
          <Button variant="secondary" isBusy={isCancelling} busyText="Cancelling…" onClick={cancel}>
            Cancel order
          </Button>
        </div>
      )}
      {payment.notice && (
        <PurchaseAlert
          notice={{ ...payment.notice, nextStep: 'none' }}
          amount={order.amount}
          onRetry={() => undefined}
          onClose={payment.closeNotice}
        />
      )}
    </div>
  );
}
