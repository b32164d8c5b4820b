import { formatRupees } from '@shop/contract/money';
import { methodLabel } from '@shop/contract/payment-words';
import { Navigate } from 'react-router';
import { formatDay } from '../../../lib/format/dates.ts';
import { urls } from '../../../lib/urls.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { LoadingScreen } from '../../../ui/loading-screen.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import { loadOrder } from '../admin.requests.ts';
import { FactList } from '../list/fact-list.tsx';
import { ScreenHeader } from '../list/screen-header.tsx';
import { useItem } from '../list/use-item.ts';
import { buyerText, orderStatusOf, paymentStatusLabels, paymentStatusTones } from './order-labels.ts';
import { RefundOrder } from './refund-order.tsx';
import { revealFacts } from './reveal-facts.ts';

export function OrderDetailsPage({ id }: { id: string }) {
  const { data: order, error, isMissing } = useItem(loadOrder, (admin) => admin.order, id);
  if (isMissing) return <Navigate to={urls.adminOrders} replace />;
  return (
    <>
      <ScreenHeader title="Order Details">
        <LinkButton to={urls.adminOrders} variant="secondary">
          Back to Orders
        </LinkButton>
      </ScreenHeader>
      {error && <Banner tone="error">{error}</Banner>}
      {!order && !error && <LoadingScreen />}
      {order && (
        <div className="rounded-card border border-line bg-surface p-6">
          <FactList
            facts={[
              { label: 'Order ID', value: order._id },
              { label: 'Placed On', value: formatDay(order.createdAt) },
              { label: 'Buyer ID', value: order.buyer ?? '-' },
              { label: 'Buyer', value: buyerText(order) },
              { label: 'Status', value: <StatusDot {...orderStatusOf(order)} /> },
              { label: 'Quantity', value: order.quantity },
              { label: 'Payment Method', value: methodLabel(order.paymentMethod) },
              { label: 'Amount Paid', value: formatRupees(order.amountPaid) },
              ...(order.refundedAmount > 0 ? [{ label: 'Refunded', value: formatRupees(order.refundedAmount) }] : []),
              { label: 'Razorpay Order ID', value: order.razorpayOrderId ?? '-' },
              {
                label: 'Payment Status',
                value: (
                  <StatusDot
                    tone={paymentStatusTones[order.paymentStatus]}
                    word={paymentStatusLabels[order.paymentStatus]}
                  />
                ),
              },
              { label: 'Product ID', value: order.product },
              { label: 'Product', value: order.productDetails.title },
              ...revealFacts(order),
            ]}
          />
          <RefundOrder order={order} />
        </div>
      )}
    </>
  );
}
