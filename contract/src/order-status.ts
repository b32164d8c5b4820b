export const paymentStatuses = ['pending', 'completed', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const orderStatuses = ['pending', 'processing', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

type PaymentFacts = {
  paymentStatus: PaymentStatus;
  isDelivered: boolean;
  /** Whether the provider captured money for it, kept or not. */
  hasPayment: boolean;
  /** Whether the shop has asked the provider for a refund. */
  hasRefund: boolean;
};

/** The payment statuses that an administrator may set now. A word cannot undo what the provider paid or returned. */
export const nextPaymentStatuses = ({
  paymentStatus,
  isDelivered,
  hasPayment,
  hasRefund,
}: PaymentFacts): PaymentStatus[] => {
  if (isDelivered || hasRefund) return [];
  const isSettled = paymentStatus === 'completed' || hasPayment;
  return paymentStatuses.filter((next) => next !== paymentStatus && (!isSettled || next === 'refunded'));
};

/** What a buyer looks for among their orders: what they can still use, what they have used, what soon expires unused. */
export const orderShelves = ['all', 'unused', 'used', 'expiring'] as const;
export type MyOrdersView = (typeof orderShelves)[number];

type OrderFacts = { paymentStatus: PaymentStatus; isDelivered: boolean; isAbandoned: boolean };

/** The order's status follows from its facts (decision 9). The database derives the same, for lists to filter by. */
export const orderStatus = ({ paymentStatus, isDelivered, isAbandoned }: OrderFacts): OrderStatus => {
  if (paymentStatus === 'failed' || paymentStatus === 'refunded') return 'cancelled';
  if (isDelivered) return 'completed';
  if (paymentStatus === 'completed') return 'processing';
  return isAbandoned ? 'cancelled' : 'pending';
};
