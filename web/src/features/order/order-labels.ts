import type { Order } from '@shop/contract/orders';

export const paymentStatusLabel = (status: Order['paymentStatus']): string =>
  status.charAt(0).toUpperCase() + status.slice(1);

/** Spec §2: delivered shows 'Delivered', otherwise 'Processing'. */
export const deliveryLabel = (order: Pick<Order, 'isDelivered'>): 'Delivered' | 'Processing' =>
  order.isDelivered ? 'Delivered' : 'Processing';
