import type { Order } from '@shop/contract/orders';
import type { StatusTone } from '../../ui/text/status-dot.tsx';

export const paymentStatusLabel = (status: Order['paymentStatus']): string =>
  status.charAt(0).toUpperCase() + status.slice(1);

type StatusLabel = { word: string; tone: StatusTone };
type OrderFacts = Pick<Order, 'isDelivered' | 'paymentStatus' | 'status' | 'amountPaid' | 'refundedAmount'>;

/** 'Delivered' or 'Processing' where spec §2 applies; the other states have labels of their own (spec point 32). */
export function orderStatusLabel({
  isDelivered,
  paymentStatus,
  status,
  amountPaid,
  refundedAmount,
}: OrderFacts): StatusLabel {
  if (paymentStatus === 'refunded')
    return refundedAmount < amountPaid
      ? { word: 'Refund on its way', tone: 'waiting' }
      : { word: 'Refunded', tone: 'idle' };
  if (isDelivered) return { word: 'Delivered', tone: 'good' };
  if (paymentStatus === 'failed') return { word: 'Payment failed', tone: 'bad' };
  return status === 'pending' ? { word: 'Awaiting payment', tone: 'waiting' } : { word: 'Processing', tone: 'waiting' };
}
