import type { Order } from '@shop/contract/orders';

const methods: Record<string, string> = { card: 'Card', upi: 'UPI', free: 'Free', manual: 'Manual' };

/** The provider's word for a method, as people write it. */
export const methodLabel = (method: string): string =>
  methods[method] ?? method.charAt(0).toUpperCase() + method.slice(1);

export const paymentStatusLabel = (status: Order['paymentStatus']): string =>
  status.charAt(0).toUpperCase() + status.slice(1);

/** Spec §2: delivered shows 'Delivered', otherwise 'Processing'. */
export const deliveryLabel = (order: Pick<Order, 'isDelivered'>): 'Delivered' | 'Processing' =>
  order.isDelivered ? 'Delivered' : 'Processing';
