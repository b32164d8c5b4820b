import type { OrderRow } from '../orders.queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

// The first check finds a second payment from the same dialog, which has ended by then. The later checks find refunds
// from the provider's dashboard whose event was lost, and payments that are missing after a restored backup.
const CHECKS_AFTER_PAYMENT_MS = [30 * MINUTE_MS, DAY_MS, 7 * DAY_MS];

/** The time of the first check of a new order. */
export const firstCheckAt = (now: Date): Date => new Date(now.getTime() + MINUTE_MS);

type CheckedOrder = Pick<OrderRow, 'provider_payment_id' | 'hold_until' | 'paid_at' | 'updated_at'>;

/**
 * The time of the next payment check; null when there is none. An order with a hold is checked every minute. An order
 * without a hold is checked for a week, with a backoff: the wait is the time since its last change, from a minute to six
 * hours.
 */
export function nextCheckAt(order: CheckedOrder, now: Date): Date | null {
  if (order.paid_at && order.provider_payment_id !== null) return nextAfterPayment(order.paid_at, now);
  const waitedMs = now.getTime() - order.updated_at.getTime();
  if (waitedMs >= 7 * DAY_MS) return null;
  if (order.hold_until !== null) return firstCheckAt(now);
  return new Date(now.getTime() + Math.min(Math.max(waitedMs, MINUTE_MS), 6 * HOUR_MS));
}

function nextAfterPayment(paidAt: Date, now: Date): Date | null {
  const next = CHECKS_AFTER_PAYMENT_MS.map((afterMs) => paidAt.getTime() + afterMs).find((at) => at > now.getTime());
  return next === undefined ? null : new Date(next);
}
