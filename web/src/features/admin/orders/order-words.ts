import { formatRupees, toPaise, toRupees } from '@shop/contract/money';
import type { OrderStatus, PaymentStatus } from '@shop/contract/order-status';
import type { AdminOrder } from '@shop/contract/orders';
import type { StatusTone } from '../../../ui/text/status-dot.tsx';

export const paymentStatusWords: Record<PaymentStatus, string> = {
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

const statusWords: Record<OrderStatus, string> = {
  pending: 'Pending',
  processing: 'Processing',
  completed: 'Completed',
  cancelled: 'Cancelled',
};
const statusTones: Record<OrderStatus, StatusTone> = {
  pending: 'waiting',
  processing: 'waiting',
  completed: 'good',
  cancelled: 'bad',
};

type Standing = Pick<AdminOrder, 'status' | 'isDelivered' | 'paymentStatus'>;

/**
 * An order has one word wherever it is shown: 'cancelled' covers what its payment status says more exactly. Falls back
 * on the delivered flag (spec §2).
 */
export function standingOf({ status, isDelivered, paymentStatus }: Standing): { word: string; tone: StatusTone } {
  if (status === 'cancelled' && (paymentStatus === 'refunded' || paymentStatus === 'failed'))
    return { word: paymentStatusWords[paymentStatus], tone: paymentStatusTones[paymentStatus] };
  return { word: statusWords[status] ?? (isDelivered ? 'Delivered' : 'Pending'), tone: statusTones[status] };
}

/** #A1B2C3: enough to tell the orders of a screen apart. */
export const shortOrderId = (id: string): string => `#${id.slice(-6).toUpperCase()}`;

/** What is kept of a closed account may be without an address. */
export const buyerText = ({ user: { name, email } }: Pick<AdminOrder, 'user'>): string =>
  email ? `${name} (${email})` : name;

/** What a refund returns: the provider may have returned a part of it before. */
export const moneyLeft = ({ amountPaid, refundedAmount }: AdminOrder): string =>
  formatRupees(toRupees(toPaise(amountPaid) - toPaise(refundedAmount)));
