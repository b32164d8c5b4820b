import { formatRupees, toPaise, toRupees } from '@shop/contract/money';
import type { OrderStatus, PaymentStatus } from '@shop/contract/order-status';
import type { AdminOrder } from '@shop/contract/orders';
import type { StatusTone } from '../../../ui/text/status-dot.tsx';

export const paymentStatusLabels: Record<PaymentStatus, string> = {
  pending: 'Pending',
  completed: 'Completed',
  failed: 'Failed',
  refunded: 'Refunded',
};
export const paymentStatusTones: Record<PaymentStatus, StatusTone> = {
  pending: 'waiting',
  completed: 'good',
  failed: 'bad',
  refunded: 'idle',
};

const orderStatusLabels: Record<OrderStatus, string> = {
  pending: 'Pending',
  processing: 'Processing',
  completed: 'Completed',
  cancelled: 'Cancelled',
};
const orderStatusTones: Record<OrderStatus, StatusTone> = {
  pending: 'waiting',
  processing: 'waiting',
  completed: 'good',
  cancelled: 'bad',
};

type StatusFields = Pick<AdminOrder, 'status' | 'isDelivered' | 'paymentStatus'>;

/**
 * The status label of an order, the same on every screen. For a cancelled order it is the more exact payment status.
 * Falls back on the delivered flag (spec §2).
 */
export function orderStatusOf({ status, isDelivered, paymentStatus }: StatusFields): {
  word: string;
  tone: StatusTone;
} {
  if (status === 'cancelled' && (paymentStatus === 'refunded' || paymentStatus === 'failed'))
    return { word: paymentStatusLabels[paymentStatus], tone: paymentStatusTones[paymentStatus] };
  return { word: orderStatusLabels[status] ?? (isDelivered ? 'Delivered' : 'Pending'), tone: orderStatusTones[status] };
}

/** '#A1B2C3': long enough to tell apart the orders on a screen. */
export const shortOrderId = (id: string): string => `#${id.slice(-6).toUpperCase()}`;

/** The order of a closed account may have no email address. */
export const buyerText = ({ user: { name, email } }: Pick<AdminOrder, 'user'>): string =>
  email ? `${name} (${email})` : name;

/** The amount that a refund returns: the paid amount without earlier partial refunds. */
export const refundAmountText = ({ amountPaid, refundedAmount }: AdminOrder): string =>
  formatRupees(toRupees(toPaise(amountPaid) - toPaise(refundedAmount)));
