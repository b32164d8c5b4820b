import { createHash } from 'node:crypto';
import { fieldMessages } from '@shop/contract/failures/messages';
import { formatRupees, orderAmountPaise, toPaise } from '@shop/contract/money';
import type { OrderDraft } from '@shop/contract/orders';
import type { Product } from '@shop/contract/products/product';
import { fail } from '../../platform/failure.ts';
import type { OrderRow } from './orders.queries.ts';

export const ORDERS_PER_MINUTE = { max: 10, windowMinutes: 1 } as const;
/** A waiting page asks about every three seconds, and a buyer may have several open. */
export const CHECKS_PER_MINUTE = { max: 100, windowMinutes: 1 } as const;
/** Enough for a person; stops a script or a stolen session. */
export const REVEALS_PER_DAY = { max: 20, windowMinutes: 24 * 60 } as const;
export const IDEMPOTENCY_KEY_MAX = 255;

/** No payment is recorded. Late money may still come, also for a cancelled order. */
export const isUnpaid = ({ payment_status }: Pick<OrderRow, 'payment_status'>): boolean =>
  payment_status === 'pending' || payment_status === 'failed';

/** Cancelled, expired, failed or refunded: it holds no units. Late money may still come. */
export const hasEnded = ({ payment_status, hold_until }: Pick<OrderRow, 'payment_status' | 'hold_until'>): boolean =>
  payment_status !== 'completed' && hold_until === null;

type Cancellable = Pick<OrderRow, 'cancelled_at' | 'abandoned_at' | 'hold_until' | 'updated_at'>;

/**
 * When an unpaid order was cancelled; null while it is open. Before migration 0117 an admin's cancellation only removed the
 * hold.
 */
export const cancelledAt = ({ cancelled_at, abandoned_at, hold_until, updated_at }: Cancellable): Date | null =>
  cancelled_at ?? abandoned_at ?? (hold_until === null ? updated_at : null);

type Deletable = Pick<OrderRow, 'payment_status' | 'amount_paid_paise' | 'is_delivered'>;

/** Unpaid orders can be cancelled, and orders without a payment that an admin set to Refunded. */
export const isDeletable = (order: Deletable): boolean =>
  isUnpaid(order) || (order.payment_status === 'refunded' && order.amount_paid_paise === 0 && !order.is_delivered);

/** Throws the reason why this product cannot be bought. Stock is not checked here: only a claim of units can do that. */
export function checkSale(product: Product, { amount, quantity }: OrderDraft, now: Date): void {
  if (!product.isActive) throw fail('notForSale');
  if (new Date(product.expiryDate) <= now) throw fail('expired');
  if (product.isOneTimeUse && quantity > 1)
    throw fail('validationFailed', { errors: { quantity: fieldMessages.quantityOneTime } });
  if (toPaise(amount) !== orderAmountPaise(toPaise(product.price), quantity))
    throw fail('priceChanged', {
      message: `The price of this product has changed. It is now ${formatRupees(product.price)}.`,
    });
}

/** Distinguishes a repeated request from a different one with the same idempotency key. */
export const draftHash = ({ productId, amount, quantity }: OrderDraft): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([productId, toPaise(amount), quantity]))
    .digest();
