import { formatRupees } from '@shop/contract/money';
import type { AdminOrder } from '@shop/contract/orders';
import { useState } from 'react';
import { REQUEST_FAILED } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/dispatch.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { takeFocus } from '../../../ui/take-focus.ts';
import { refundOrder } from '../admin.requests.ts';
import { shortOrderId } from './order-words.ts';

type RefundOrderProps = { order: AdminOrder };

/** A free order has nothing to give back; one that is not delivered has its payment status in the table. */
const isRefundable = ({ isDelivered, paymentStatus, amountPaid }: AdminOrder) =>
  isDelivered && paymentStatus === 'completed' && amountPaid > 0;

/** Returns the money of a delivered order, for a code that did not work (decision 18). */
export function RefundOrder({ order }: RefundOrderProps) {
  const dispatch = useAppDispatch();
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function refund() {
    setIsBusy(true);
    setRefusal(null);
    const outcome = await dispatch(refundOrder(order._id));
    setIsBusy(false);
    if (!refundOrder.fulfilled.match(outcome)) return setRefusal(outcome.payload?.message ?? REQUEST_FAILED);
    setIsAsked(false);
    setIsDone(true);
  }

  function cancel() {
    setIsAsked(false);
    setRefusal(null);
  }

  if (isDone) return <RefundOutcome order={order} />;
  if (!isRefundable(order)) return null;
  return (
    <div className="mt-6 border-t border-line pt-4">
      <Button variant="quiet" className="-ml-4" onClick={() => setIsAsked(true)}>
        Refund order
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title="Refund order"
        confirmText="Refund"
        busyText="Processing..."
        isBusy={isBusy}
        onConfirm={refund}
        onCancel={cancel}
      >
        <RefundQuestion order={order} />
        {refusal && (
          <Banner tone="error" title="The refund was not confirmed" className="mt-4">
            <p>{refusal}</p>
            <p>Try again: an order is refunded only once. If that fails too, reload to see it as it is now.</p>
          </Banner>
        )}
      </ConfirmDialog>
    </div>
  );
}

function RefundQuestion({ order }: RefundOrderProps) {
  const goods = order.quantity === 1 ? 'The code was delivered and stays' : 'The codes were delivered and stay';
  return (
    <>
      <p>
        Refund order {shortOrderId(order._id)}? {wayOfMoney(order)}
      </p>
      <p className="mt-2">{goods} with the customer. This cannot be undone.</p>
    </>
  );
}

/** Takes the focus that the button leaves behind; a toast would be out of reach behind the order's modal. */
const RefundOutcome = ({ order }: RefundOrderProps) => (
  <div ref={takeFocus} tabIndex={-1} className="mt-6">
    <Banner tone="success" title="Order refunded">
      {wayOfMoney(order)}
    </Banner>
  </div>
);

/** What was paid by hand never reached the provider. */
const wayOfMoney = ({ amountPaid, razorpayPaymentId, user }: AdminOrder) =>
  razorpayPaymentId === null
    ? `${formatRupees(amountPaid)} was paid by hand, so nothing moves at the payment provider: return it to ${user.name} yourself.`
    : `${formatRupees(amountPaid)} goes back to ${user.name} through the payment provider.`;
