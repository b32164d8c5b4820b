import { inTransaction } from '../../../platform/database/database.ts';
import { fail } from '../../../platform/failure.ts';
import type { SessionUser } from '../../../platform/http/requests/session-user.ts';
import { cancelOrder } from '../delivery/delivery.service.ts';
import { lockOrder } from '../orders.queries.ts';
import { isDeletable } from '../orders.rules.ts';
import { requireOwnOrder } from '../orders.service.ts';
import { findPaymentProgress, limitChecks, type PaymentCheckDeps } from '../payment/payment-check.service.ts';

/**
 * Cancels an order unless a payment is under way, so that the buyer does not pay twice. Without an answer of the provider
 * it cancels all the same: late money is settled as for any cancelled order.
 */
export async function cancelMyOrder(deps: PaymentCheckDeps, user: SessionUser, id: string): Promise<void> {
  const asked = await requireOwnOrder(deps.db, user, id);
  await limitChecks(deps, user);
  const payment = await findPaymentProgress(deps, asked).catch((error) => {
    deps.log.warn({ err: error, order: id }, 'the provider could not be asked about an order');
    return 'none';
  });
  if (payment === 'under-way') throw fail('paymentUnderWay');
  await inTransaction(deps.db, async (db) => {
    const order = await lockOrder(db, { id });
    if (!order || order.abandoned_at !== null) throw fail('orderNotFound');
    if (!isDeletable(order)) throw fail('orderPaid');
    await cancelOrder(db, order, deps.clock.now());
  });
}
