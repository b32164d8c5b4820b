import { SHOP_NAME } from '@shop/contract/limits/limits';
import { formatRupees } from '@shop/contract/money';
import type { Order } from '@shop/contract/orders';
import { methodLabel } from '@shop/contract/payment-words';
import Printer from 'lucide-react/icons/printer';
import { formatTime } from '../../../lib/format/dates.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { orderStatusLabel, paymentStatusLabel } from '../order-labels.ts';
import { FactList } from './fact-list.tsx';

/** The receipt prints without the rest of the page. It contains no code, so that the buyer can pass it on. */
export function Receipt({ order }: { order: Order }) {
  const { productDetails: product } = order;
  const facts = [
    { label: 'Order ID', value: order._id },
    { label: 'Placed on', value: formatTime(order.createdAt) },
    { label: 'Product', value: `${product.title} (${product.company})` },
    { label: 'Quantity', value: String(order.quantity) },
    { label: 'Amount', value: formatRupees(order.amount) },
    { label: 'Amount Paid', value: formatRupees(order.amountPaid) },
    ...(order.refundedAmount > 0 ? [{ label: 'Refunded', value: formatRupees(order.refundedAmount) }] : []),
    { label: 'Payment Method', value: methodLabel(order.paymentMethod) },
    { label: 'Payment Status', value: paymentStatusLabel(order.paymentStatus) },
    { label: 'Payment ID', value: order.razorpayPaymentId ?? '-' },
    { label: 'Delivery', value: orderStatusLabel(order).word },
  ];
  return (
    <section data-print="receipt" aria-label="Receipt" className="rounded-control border border-line p-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">Receipt · {SHOP_NAME}</h3>
        <span data-print="never">
          <Button size="sm" variant="secondary" onClick={() => window.print()}>
            <Printer aria-hidden="true" size={16} />
            Print receipt
          </Button>
        </span>
      </div>
      <FactList facts={facts} />
    </section>
  );
}
