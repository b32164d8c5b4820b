import { type Clock, minutesAfter } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/database.ts';
import type { Database } from '../../tables.ts';
import { abandonOrder } from './delivery.service.ts';
import { listOrdersToCheck, lockOrder, updateOrder } from './orders.queries.ts';
import { isUnpaid, nextCheckAt } from './orders.rules.ts';

type CheckDeps = { db: Database; clock: Clock };

export type OrderDue = { id: string; provider: string; providerOrderId: string | null };

export async function listOrdersDue({ db, clock }: CheckDeps, limit: number): Promise<OrderDue[]> {
  const rows = await listOrdersToCheck(db, clock.now(), limit);
  return rows.map(({ id, provider, provider_order_id }) => ({ id, provider, providerOrderId: provider_order_id }));
}

/** Plans the next check. A hold that ran out goes back only when the provider has said that nobody paid. */
export async function noteCheck(
  { db, clock }: CheckDeps,
  orderId: string,
  { isAnswered }: { isAnswered: boolean },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const order = await lockOrder(db, { id: orderId });
    const now = clock.now();
    if (!order?.next_check_at || order.next_check_at > now) return;
    const planned = isUnpaid(order) ? nextCheckAt(order.created_at, now) : null;
    await updateOrder(db, order, { next_check_at: isAnswered ? planned : (planned ?? minutesAfter(now, 60)) });
    const isOver = order.hold_until !== null && order.hold_until <= now;
    if (isAnswered && isOver && isUnpaid(order)) await abandonOrder(db, order, now);
  });
}
