import { type Clock, minutesAfter } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Database } from '../../../tables.ts';
import { cancelOrder } from '../delivery/delivery.service.ts';
import { lockOrder, type OrderToCheck, takeOrdersToCheck, updateOrder } from '../orders.queries.ts';
import { nextCheckAt } from './payment-checks.rules.ts';

type CheckDeps = { db: Database; clock: Clock };

// A provider that takes as long as it may answers one a second: an order that is due after a minute, and comes up while
// others are being asked about, has its answer within two.
const BATCH = 40;
// Longer than asking about all of them takes. What a killed process has taken waits so long.
const TAKEN_MINUTES = 2;
// Given-up orders that one buyer may have asked about in a round: whoever makes thousands waits for their own.
const GIVEN_UP_A_BUYER = 50;

/**
 * The orders whose time has come, until there are no more: at each step those with units on hold first, however many
 * given-up ones are waiting. Several rounds share them, in whichever processes. `ask` must plan the next check of each.
 */
export async function forEachOrderDueForPaymentCheck(
  { db, clock }: CheckDeps,
  ask: (orders: OrderToCheck[]) => Promise<unknown>,
): Promise<void> {
  const asked = new Map<string, number>();
  for (;;) {
    const now = clock.now();
    const until = minutesAfter(now, TAKEN_MINUTES);
    const turn = { now, until, asked, mostOfBuyer: GIVEN_UP_A_BUYER, limit: BATCH };
    const due = await inTransaction(db, (db) => takeOrdersToCheck(db, turn));
    if (due.length === 0) return;
    for (const { buyer_id, hold_until } of due)
      if (buyer_id && !hold_until) asked.set(buyer_id, (asked.get(buyer_id) ?? 0) + 1);
    await ask(due);
  }
}

/**
 * Plans the next check, unless somebody has planned another since. A hold that ran out goes back only when it is clear
 * that nobody paid, nor is paying.
 */
export async function scheduleNextCheck(
  { db, clock }: CheckDeps,
  due: OrderToCheck,
  { isClear }: { isClear: boolean },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const order = await lockOrder(db, { id: due.id });
    if (order?.next_check_at?.getTime() !== due.next_check_at.getTime()) return;
    const now = clock.now();
    // One that an administrator lets wait for its money again has no hold, and is over when nobody asks any more. One that
    // was said to have failed waits for nothing, and stays in the lists.
    const isOver = order.hold_until === null ? nextCheckAt(order, now) === null : order.hold_until <= now;
    const isGivenUp = isOver && order.payment_status === 'pending' && order.abandoned_at === null;
    const after = isClear && isGivenUp ? await cancelOrder(db, order, now) : order;
    const planned = nextCheckAt(after, now);
    await updateOrder(db, after, { next_check_at: isClear ? planned : (planned ?? minutesAfter(now, 60)) });
  });
}
