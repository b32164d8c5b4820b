import { toRupees } from '@shop/contract/money';
import { nextPaymentStatuses, orderStatus } from '@shop/contract/order-status';
import type { AdminOrder, Order } from '@shop/contract/orders';
import type { OrderRow, OrderWithReactions } from './orders.queries.ts';

const noReactions = { rating_stars: null, rating_worked: null, revealed_at: null, units_until: null };

export function orderOnWire(order: OrderRow | OrderWithReactions): Order {
  const row: OrderWithReactions = { ...noReactions, ...order };
  return {
    _id: row.id,
    buyer: row.buyer_id,
    product: row.product_id,
    quantity: row.quantity,
    amount: toRupees(row.amount_paise),
    amountPaid: toRupees(row.amount_paid_paise),
    refundedAmount: toRupees(row.refunded_paise),
    paymentMethod: row.payment_method,
    paymentStatus: row.payment_status,
    status: orderStatus({
      paymentStatus: row.payment_status,
      isDelivered: row.is_delivered,
      isAbandoned: row.abandoned_at !== null,
    }),
    isDelivered: row.is_delivered,
    razorpayOrderId: row.provider_order_id,
    razorpayPaymentId: row.provider_payment_id,
    productDetails: row.product_details,
    rating:
      row.rating_stars === null || row.rating_worked === null
        ? null
        : { stars: row.rating_stars, worked: row.rating_worked },
    revealedAt: row.revealed_at?.toISOString() ?? null,
    usedAt: row.used_at?.toISOString() ?? null,
    validUntil: row.units_until?.toISOString() ?? row.product_details.expiryDate,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export type OrderWithBuyer = OrderWithReactions & {
  buyer_name: string | null;
  buyer_email: string | null;
  /** Whether the shop has asked the provider for a refund. */
  has_refund: boolean;
};

/** Orders of an account that was closed long ago have no name. */
export const adminOrderOnWire = (row: OrderWithBuyer): AdminOrder => ({
  ...orderOnWire(row),
  user: { name: row.buyer_name ?? 'Former customer', email: row.buyer_email ?? '' },
  nextPaymentStatuses: nextPaymentStatuses({
    paymentStatus: row.payment_status,
    isDelivered: row.is_delivered,
    hasPayment: row.provider_payment_id !== null,
    hasRefund: row.has_refund,
  }),
});
