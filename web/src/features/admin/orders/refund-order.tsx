import type { AdminOrder } from '@shop/contract/orders';
import { useState } from 'react';
import { REQUEST_FAILED } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { takeFocus } from '../../../ui/navigation/take-focus.ts';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { refundOrder } from '../admin.requests.ts';
import { refundAmountText, shortOrderId } from './order-labels.ts';

type RefundOrderProps = { order: AdminOrder };

/** A free order has no money to return. An undelivered order is refunded with the status select of the list. */
const isRefundable = ({ isDelivered, paymentStatus, amountPaid }: AdminOrder) =>
  isDelivered && paymentStatus === 'completed' && amountPaid > 0;

/** Refunds a delivered order, for example because its code did not work (spec point 18). */
export function RefundOrder({ order }: RefundOrderProps) {
  const dispatch = useAppDispatch();
  const [isConfirming, setIsConfirming] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  // The text of the question is kept, because the refunded order has no amount left to show.
  const [outcome, setOutcome] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function refund() {
    setIsBusy(true);
    setRefusal(null);
    const answer = await dispatch(refundOrder(order._id));
    setIsBusy(false);
    if (!refundOrder.fulfilled.match(answer)) return setRefusal(answer.payload?.message ?? REQUEST_FAILED);
    setIsConfirming(false);
    setOutcome(moneyOutcomeText(order));
  }

  function cancel() {
    setIsConfirming(false);
    setRefusal(null);
  }

  if (outcome) return <RefundOutcome text={outcome} />;
  if (!isRefundable(order)) return null;
  return (
    <div className="mt-6 border-t border-line pt-4">
      <Button variant="quiet" className="-ml-4" onClick={() => setIsConfirming(true)}>
        Refund order
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
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
  return (
    <>
      <p>
        Refund order {shortOrderId(order._id)}? {moneyOutcomeText(order)}
      </p>
      <p className="mt-2">{codesOutcomeText(order)} This cannot be undone.</p>
    </>
  );
}

/** Takes the focus, because the pressed button is gone. A toast would be inert behind the order's modal. */
const RefundOutcome = ({ text }: { text: string }) => (
  <div ref={takeFocus} tabIndex={-1} className="mt-6">
    <Banner tone="success" title="Order refunded">
      {text}
    </Banner>
  </div>
);

/** A payment by hand never reached the provider. */
const moneyOutcomeText = (order: AdminOrder) =>
  order.razorpayPaymentId === null
    ? `${refundAmountText(order)} was paid by hand, so nothing moves at the payment provider: return it to ${order.user.name} yourself.`
    : `${refundAmountText(order)} goes back to ${order.user.name} through the payment provider.`;

/** Codes that the buyer has not revealed are withdrawn (spec point 33). */
function codesOutcomeText({ quantity, revealedAt }: AdminOrder): string {
  const codes = quantity === 1 ? 'The code was' : 'The codes were';
  if (revealedAt) return `${codes} revealed and ${quantity === 1 ? 'stays' : 'stay'} with the customer.`;
  const [are, them] = quantity === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${codes} not revealed in the shop and ${are} withdrawn. The mail with the order shows ${them} as well.`;
}
