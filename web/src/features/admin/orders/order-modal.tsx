import { formatRupees } from '@shop/contract/money';
import type { AdminOrder } from '@shop/contract/orders';
import { methodLabel } from '@shop/contract/payment-words';
import { formatDay, formatTime } from '../../../lib/format/dates.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadingScreen } from '../../../ui/loading-screen.tsx';
import { Tabs } from '../../../ui/navigation/tabs.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import { loadOrder } from '../admin.requests.ts';
import { FactList } from '../list/fact-list.tsx';
import { useItem } from '../list/use-item.ts';
import { buyerText, orderStatusOf, paymentStatusLabels, paymentStatusTones } from './order-labels.ts';
import { RefundOrder } from './refund-order.tsx';
import { revealFacts } from './reveal-facts.ts';

export function OrderModal({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: order, error, isMissing } = useItem(loadOrder, (admin) => admin.order, id);
  return (
    <Modal
      isOpen
      size="lg"
      title={`Order #${id.slice(-8)}`}
      onClose={onClose}
      footer={
        <>
          {order && <p className="mr-auto text-13 text-muted">Last updated {formatTime(order.updatedAt)}</p>}
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {isMissing && <EmptyState title="Order not found" hint="It may have been deleted." />}
      {error && !isMissing && <Banner tone="error">{error}</Banner>}
      {!order && !error && <LoadingScreen />}
      {order && <OrderTabs order={order} />}
      {order && <RefundOrder order={order} />}
    </Modal>
  );
}

function OrderTabs({ order }: { order: AdminOrder }) {
  const overview = [
    { label: 'Buyer ID', value: order.buyer ?? '-' },
    { label: 'Buyer', value: buyerText(order) },
    { label: 'Status', value: <StatusDot {...orderStatusOf(order)} /> },
    {
      label: 'Delivered',
      value: <StatusDot tone={order.isDelivered ? 'good' : 'waiting'} word={order.isDelivered ? 'Yes' : 'No'} />,
    },
    { label: 'Quantity', value: order.quantity },
    ...revealFacts(order),
  ];
  const payment = [
    { label: 'Payment Method', value: methodLabel(order.paymentMethod) },
    { label: 'Amount Paid', value: formatRupees(order.amountPaid) },
    ...(order.refundedAmount > 0 ? [{ label: 'Refunded', value: formatRupees(order.refundedAmount) }] : []),
    { label: 'Razorpay Order ID', value: order.razorpayOrderId ?? '-' },
    {
      label: 'Payment Status',
      value: (
        <StatusDot tone={paymentStatusTones[order.paymentStatus]} word={paymentStatusLabels[order.paymentStatus]} />
      ),
    },
  ];
  const products = [
    { label: 'Product ID', value: order.product },
    { label: 'Product', value: order.productDetails.title },
    { label: 'Quantity', value: order.quantity },
  ];
  return (
    <>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-3">
        <p className="text-muted">Placed on {formatDay(order.createdAt)}</p>
        <p className="amount text-21 font-bold">
          <span className="text-13 font-normal text-muted">Total amount </span>
          {formatRupees(order.amount)}
        </p>
      </div>
      <Tabs
        label="Order details"
        tabs={[
          { id: 'overview', label: 'Overview', content: <FactList facts={overview} /> },
          { id: 'payment', label: 'Payment', content: <FactList facts={payment} /> },
          { id: 'products', label: 'Products', content: <FactList facts={products} /> },
        ]}
      />
    </>
  );
}
