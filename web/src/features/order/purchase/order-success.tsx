import { formatRupees } from '@shop/contract/money';
import { methodLabel } from '@shop/contract/payment-words';
import { formatTime } from '../../../lib/format/dates.ts';
import { urls } from '../../../lib/urls.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Confetti } from '../../../ui/overlays/confetti.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { FactList } from '../my-orders/fact-list.tsx';
import { Goods } from '../my-orders/goods.tsx';
import { paymentStatusLabel } from '../order-labels.ts';
import type { Bought } from './use-payment.ts';

type OrderSuccessProps = {
  bought: Bought;
  onClose: () => void;
  /** On My Orders the link cannot navigate, so this closes the dialog. */
  onOrders?: () => void;
};

/** The success dialog: product, payment and codes. */
export function OrderSuccess({ bought, onClose, onOrders }: OrderSuccessProps) {
  const { order, payment } = bought;
  const facts = [
    { label: 'Order ID', value: order._id },
    { label: 'Payment Date', value: formatTime(payment?.paidAt ?? order.updatedAt) },
    { label: 'Payment ID', value: payment?.id ?? order.razorpayPaymentId ?? 'None needed' },
    { label: 'Payment Method', value: methodLabel(payment?.method ?? order.paymentMethod) },
    { label: 'Payment Status', value: paymentStatusLabel(order.paymentStatus) },
    { label: 'Amount Paid', value: `${formatRupees(order.amountPaid)} ${payment?.currency ?? 'INR'}` },
    { label: 'Quantity', value: String(order.quantity) },
  ];
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Order Successful"
      footer={
        <>
          <LinkButton to={urls.contact} variant="quiet">
            Contact Support
          </LinkButton>
          <LinkButton to={urls.myOrders} onClick={onOrders}>
            View My Orders
          </LinkButton>
        </>
      }
    >
      <Confetti />
      <div className="grid gap-4">
        <p className="sellers-words">
          Thank you! <strong>{order.productDetails.title}</strong> is yours, and a mail with everything is on its way.
        </p>
        <Goods order={order} />
        <FactList facts={facts} />
      </div>
    </Modal>
  );
}
