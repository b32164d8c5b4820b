import { type Clock, minutesAfter } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Database } from '../../../tables.ts';
import { cancelOrder } from '../delivery/delivery.service.ts';
import { claimOrdersToCheck, lockOrder, type OrderToCheck, updateOrder } from '../orders.queries.ts';
import { nextCheckAt } from './payment-checks.rules.ts';

type CheckDeps = { db: Database; clock: Clock };

// Even if every call takes its whole timeout, about one order a second is checked: a batch takes less than a minute.
// An order is checked within two minutes after it is due.
const BATCH_SIZE = 40;
// The lease must be longer than the checks of a batch. If a process is killed, its orders are due again after the lease.
const LEASE_MINUTES = 2;
// A round checks at most this many cancelled orders of one buyer, so that thousands of them do not delay other buyers.
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
 * Schedules the next check, unless another process has already done so. `hasNoOpenPayment`: the provider answered, and no
 * payment is under way. An expired hold is released only then.
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
    // An admin can set an order to Pending again. It has no hold, so it is cancelled after its last check.
    // An order that an admin set to Failed is not cancelled, so that it stays in the lists.
    const isOver = order.hold_until === null ? nextCheckAt(order, now) === null : order.hold_until <= now;
    const isExpired = isOver && order.payment_status === 'pending' && order.abandoned_at === null;
    const after = hasNoOpenPayment && isExpired ? await cancelOrder(db, order, now) : order;
    const planned = nextCheckAt(after, now);
    await updateOrder(db, after, { next_check_at: hasNoOpenPayment ? planned : (planned ?? minutesAfter(now, 60)) });
  });
}
