export const paymentStatuses = ['pending', 'completed', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const orderStatuses = ['pending', 'processing', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

type PaymentFacts = {
  paymentStatus: PaymentStatus;
  isDelivered: boolean;
  /** Whether the provider ever captured money for the order. */
  hasPayment: boolean;
  /** Whether the shop has asked the provider for a refund. */
  hasRefund: boolean;
};

/** The payment statuses that an administrator may set now. They cannot undo a capture or a refund of the provider. */
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

/** The filters of My Orders; `expiring` lists unused codes that expire soon. */
export const orderUseFilters = ['all', 'unused', 'used', 'expiring'] as const;
export type OrderUseFilter = (typeof orderUseFilters)[number];

type OrderFacts = { paymentStatus: PaymentStatus; isDelivered: boolean; isAbandoned: boolean };

/** Derives the order's status from its facts (spec point 9). SQL derives the same for filters of lists. */
export const orderStatus = ({ paymentStatus, isDelivered, isAbandoned }: OrderFacts): OrderStatus => {
  if (paymentStatus === 'failed' || paymentStatus === 'refunded') return 'cancelled';
  if (isDelivered) return 'completed';
  if (paymentStatus === 'completed') return 'processing';
  return isAbandoned ? 'cancelled' : 'pending';
};
