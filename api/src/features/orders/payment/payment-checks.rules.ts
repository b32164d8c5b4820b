import type { OrderRow } from '../orders.queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

// A buyer who paid twice did so in the same dialog, whose lifetime is over by the first of these. The later ones find
// refunds made in the provider's dashboard whose notice was lost, and what a restored backup does not know.
const CHECKS_AFTER_PAYMENT_MS = [30 * MINUTE_MS, DAY_MS, 7 * DAY_MS];

/** Of an order that is just being placed. */
export const firstCheckAt = (now: Date): Date => new Date(now.getTime() + MINUTE_MS);

type CheckedOrder = Pick<OrderRow, 'provider_payment_id' | 'hold_until' | 'paid_at' | 'updated_at'>;

/**
 * When to ask the provider next about an order; null when nothing more can come. One with units on hold is asked about
 * every minute. One without is asked about less and less often: after as long as nothing has happened to it, at least a
 * minute and at most six hours, for a week. So is one that was changed by hand: its money may be on its way.
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
