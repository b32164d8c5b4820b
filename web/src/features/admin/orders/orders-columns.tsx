import { formatRupees } from '@shop/contract/money';
import type { PaymentStatus } from '@shop/contract/order-status';
import type { AdminOrder } from '@shop/contract/orders';
import { methodLabel } from '@shop/contract/payment-words';
import { Link, type To } from 'react-router';
import { listOverlayState } from '../../../lib/list-overlay.ts';
import { urls } from '../../../lib/urls.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { RowActions } from '../../../ui/data-table.tsx';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import { IdText, NamedId } from '../list/id-text.tsx';
import type { Columns } from '../list/list-table.tsx';
import { TimeText } from '../list/time-text.tsx';
import { SectionLink } from '../shell/section-link.tsx';
import { paymentStatusLabels, paymentStatusTones, shortOrderId } from './order-labels.ts';
import { StatusSelect } from './status-select.tsx';

type OrderActions = {
  urlOf: (order: AdminOrder) => To;
  onStatus: (order: AdminOrder, status: PaymentStatus, isByKey: boolean) => void;
  /** The order with a running status change. */
  busyId: string | null;
};

/** Columns and order as in spec §2. */
export const orderColumns = ({ urlOf, onStatus, busyId }: OrderActions): Columns<AdminOrder> => [
  {
    header: 'Order ID',
    cell: (order) => (
      <Link
        to={urlOf(order)}
        state={listOverlayState}
        preventScrollReset
        className="amount text-brand underline-offset-4 hover:underline"
      >
        {shortOrderId(order._id)}
      </Link>
    ),
  },
  {
    header: 'Buyer ID',
    cell: ({ buyer, user }) =>
      buyer ? (
        <SectionLink to={urls.adminCustomer(buyer)} className="[a&]:hover:underline">
          <NamedId name={user.name} id={buyer} />
        </SectionLink>
      ) : (
        '-'
      ),
  },
  {
    header: 'Product ID',
    cell: ({ product, productDetails }) => (
      <SectionLink to={urls.adminProduct(product)} className="[a&]:hover:underline">
        <NamedId name={productDetails.title} id={product} />
      </SectionLink>
    ),
  },
  { header: 'Quantity', cell: ({ quantity }) => quantity, isNumeric: true },
  { header: 'Amount Paid', cell: ({ amountPaid }) => formatRupees(amountPaid), isNumeric: true },
  { header: 'Payment Method', cell: ({ paymentMethod }) => methodLabel(paymentMethod) },
  {
    header: 'Payment Status',
    cell: ({ paymentStatus }) => (
      <StatusDot tone={paymentStatusTones[paymentStatus]} word={paymentStatusLabels[paymentStatus]} />
    ),
  },
  { header: 'Is Delivered', cell: ({ isDelivered }) => (isDelivered ? 'Yes' : 'No') },
  {
    header: 'Razorpay Order ID',
    cell: ({ razorpayOrderId }) => (razorpayOrderId ? <IdText id={razorpayOrderId} /> : '-'),
  },
  { header: 'Created At', cell: ({ createdAt }) => <TimeText at={createdAt} /> },
  { header: 'Updated At', cell: ({ updatedAt }) => <TimeText at={updatedAt} /> },
  {
    header: 'Actions',
    cell: (order) => (
      <RowActions canStack>
        {!order.isDelivered && <StatusSelect order={order} isBusy={busyId === order._id} onChoose={onStatus} />}
        <LinkButton
          to={urlOf(order)}
          state={listOverlayState}
          preventScrollReset
          variant="secondary"
          size="sm"
          aria-label={`View ${shortOrderId(order._id)}`}
        >
          View
        </LinkButton>
      </RowActions>
    ),
  },
];
