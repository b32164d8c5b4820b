import type { OrderStatus, PaymentStatus } from '@shop/contract/order-status';
import type { AdminOrder } from '@shop/contract/orders';
import type { StatusTone } from '../../../ui/status-dot.tsx';

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
export const statusTones: Record<OrderStatus, StatusTone> = {
  pending: 'waiting',
  processing: 'waiting',
  completed: 'good',
  cancelled: 'bad',
};

/** Falls back on the delivered flag (spec §2). */
export const statusWord = ({ status, isDelivered }: Pick<AdminOrder, 'status' | 'isDelivered'>): string =>
  statusWords[status] ?? (isDelivered ? 'Delivered' : 'Pending');

/** #A1B2C3: enough to tell the orders of a screen apart. */
export const shortOrderId = (id: string): string => `#${id.slice(-6).toUpperCase()}`;
