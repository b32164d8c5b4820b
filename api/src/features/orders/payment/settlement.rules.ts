import { orderAmountPaise, toPaise } from '@shop/contract/money';
import type { Product } from '@shop/contract/products/product';
import { minutesAfter } from '../../../platform/clock.ts';
import type { ProviderOrder, ProviderPayment } from '../../payments/payments.service.ts';
import type { LockedOrder, OrderRow } from '../orders.queries.ts';
import { cancelledAt, hasEnded, isUnpaid } from '../orders.rules.ts';

export type RefundReason =
  | 'wrong-amount'
  | 'closed'
  | 'already-paid'
  | 'account-closed'
  | 'expired'
  | 'bought-again'
  | 'no-longer-offered'
  | 'out-of-stock'
  | 'over-limit'
  | 'second-order';

// The provider marks its order as paid within this time after the start of the payment.
const PAID_WITHIN_MINUTES = 15;

/**
 * `waiting`: less was captured than the order costs, and the provider has not marked its order as paid yet.
 * `partly-returned`: somebody has refunded a part in the provider's dashboard, so that no alarm is needed.
 */
export type Cover = 'enough' | 'waiting' | 'partly-returned' | 'wrong';

type Amounts = Pick<ProviderPayment, 'currency' | 'amountPaise' | 'refundedPaise' | 'createdAt'>;
type Priced = Pick<OrderRow, 'amount_paise'>;

/** Whether only an offer of the provider can explain the amount. */
export const isBelowPrice = (
  { amount_paise }: Priced,
  { currency, amountPaise, refundedPaise }: Omit<Amounts, 'createdAt'>,
): boolean => currency === 'INR' && refundedPaise === 0 && amountPaise < amount_paise;

/** Whether a payment covers the order. With an offer, the provider marks its order as paid for less than the price. */
export function coverOf(order: Priced, payment: Amounts, opened: ProviderOrder | undefined, now: Date): Cover {
  const { currency, amountPaise, refundedPaise, createdAt } = payment;
  if (currency !== 'INR') return 'wrong';
  if (amountPaise - refundedPaise === order.amount_paise) return 'enough';
  if (amountPaise === order.amount_paise) return 'partly-returned';
  if (!isBelowPrice(order, payment)) return 'wrong';
  if (opened?.isPaid) return opened.offerId === null ? 'wrong' : 'enough';
  return createdAt > minutesAfter(now, -PAID_WITHIN_MINUTES) ? 'waiting' : 'wrong';
}

export const isPast = ({ product_details: { expiryDate } }: Pick<OrderRow, 'product_details'>, now: Date): boolean =>
  new Date(expiryDate) <= now;

/** Whether the product is on sale for no more than the order cost. */
export const isOfferedAtPrice = (
  product: Product | undefined,
  { quantity, amount_paise }: Pick<OrderRow, 'quantity' | 'amount_paise'>,
): boolean => product?.isActive === true && orderAmountPaise(toPaise(product.price), quantity) <= amount_paise;

/** Facts about the sale as it is now, which matter only for a late payment. */
export type SaleFacts = {
  product: Product | undefined;
  /** The buyer has completed another order of the product since. */
  hasBoughtAgain: boolean;
  isOverLimit: boolean;
  /** The buyer has another live order of the one-time product. */
  hasLiveOrder: boolean;
};

type Facts = { cover: Exclude<Cover, 'waiting'>; begunAt: Date; sale: SaleFacts | undefined };
type Decidable = Pick<
  LockedOrder,
  | 'payment_status'
  | 'hold_until'
  | 'cancelled_at'
  | 'abandoned_at'
  | 'updated_at'
  | 'quantity'
  | 'amount_paise'
  | 'product_details'
  | 'is_buyer_gone'
>;
export type Decision = { action: 'deliver' } | { action: 'refund'; reason: RefundReason };

/** Whether `decide` needs facts about the sale: the order has ended, or the last day of its product is over. */
export const needsSaleFacts = (order: Decidable, cover: Cover, now: Date): boolean =>
  cover === 'enough' && isUnpaid(order) && !order.is_buyer_gone && (hasEnded(order) || isPast(order, now));

/** Whether captured money buys the order or is refunded. */
export function decide(order: Decidable, facts: Facts, now: Date): Decision {
  const reason = reasonAgainst(order, facts, now);
  return reason ? { action: 'refund', reason } : { action: 'deliver' };
}

function reasonAgainst(order: Decidable, { cover, begunAt, sale }: Facts, now: Date): RefundReason | undefined {
  if (cover !== 'enough') return 'wrong-amount';
  if (order.payment_status === 'refunded') return 'closed';
  if (!isUnpaid(order)) return 'already-paid';
  if (order.is_buyer_gone) return 'account-closed';
  // The last day may have been moved after the order, unless the product was deleted.
  if (isPast(order, now) && (!sale?.product || sale.product.availability === 'expired')) return 'expired';
  return hasEnded(order) ? reasonAgainstLate(order, begunAt, sale) : undefined;
}

function reasonAgainstLate(order: Decidable, begunAt: Date, sale: SaleFacts | undefined): RefundReason | undefined {
  if (sale?.hasBoughtAgain) return 'bought-again';
  // A payment that begins after the cancellation buys at today's price: an old price would otherwise stay valid for ever.
  const endedAt = cancelledAt(order);
  if (endedAt && begunAt > endedAt && !isOfferedAtPrice(sale?.product, order)) return 'no-longer-offered';
  if (sale?.product?.availability !== 'available') return 'out-of-stock';
  if (sale.isOverLimit) return 'over-limit';
  return sale.hasLiveOrder ? 'second-order' : undefined;
}
