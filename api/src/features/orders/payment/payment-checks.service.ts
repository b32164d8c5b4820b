import { type Clock, minutesAfter } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Database } from '../../../tables.ts';
import { cancelOrder } from '../delivery/delivery.service.ts';
import { claimOrdersToCheck, lockOrder, type OrderToCheck, updateOrder } from '../orders.queries.ts';
import { nextCheckAt } from './payment-checks.rules.ts';

type CheckDeps = { db: Database; clock: Clock };

// A provider that uses its whole timeout answers about one order a second, so a batch takes less than a minute: an order
// is checked within two minutes after it is due.
const BATCH_SIZE = 40;
// The lease of a batch: longer than its checks take. The orders of a killed process wait this long.
const LEASE_MINUTES = 2;
// Cancelled orders of one buyer that a round checks: a buyer with thousands must not delay the others.
const CANCELLED_PER_BUYER = 50;

/**
 * Takes batches of due orders until none is left, orders with a hold first. Rounds in several processes share the orders.
 * `ask` must schedule the next check of each order.
 */
export async function forEachOrderDueForPaymentCheck(
  { db, clock }: CheckDeps,
  ask: (orders: OrderToCheck[]) => Promise<unknown>,
): Promise<void> {
  const checked = new Map<string, number>();
  for (;;) {
    const now = clock.now();
    const until = minutesAfter(now, LEASE_MINUTES);
    const claim = { now, until, checked, maxPerBuyer: CANCELLED_PER_BUYER, limit: BATCH_SIZE };
    const due = await inTransaction(db, (db) => claimOrdersToCheck(db, claim));
    if (due.length === 0) return;
    for (const { buyer_id, hold_until } of due)
      if (buyer_id && !hold_until) checked.set(buyer_id, (checked.get(buyer_id) ?? 0) + 1);
    await ask(due);
  }
}

/**
 * Schedules the next check, unless another process has done so since. An expired hold is released only if `hasNoOpenPayment`: no
 * payment was made or is under way.
 */
export async function scheduleNextCheck(
  { db, clock }: CheckDeps,
  due: OrderToCheck,
  { hasNoOpenPayment }: { hasNoOpenPayment: boolean },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const order = await lockOrder(db, { id: due.id });
    if (order?.next_check_at?.getTime() !== due.next_check_at.getTime()) return;
    const now = clock.now();
    // An order that an admin set to Pending again has no hold, and ends after its last check. An order that an admin set
    // to Failed stays in the lists.
    const isOver = order.hold_until === null ? nextCheckAt(order, now) === null : order.hold_until <= now;
    const isExpired = isOver && order.payment_status === 'pending' && order.abandoned_at === null;
    const after = hasNoOpenPayment && isExpired ? await cancelOrder(db, order, now) : order;
    const planned = nextCheckAt(after, now);
    await updateOrder(db, after, { next_check_at: hasNoOpenPayment ? planned : (planned ?? minutesAfter(now, 60)) });
  });
}
