import { createConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import type { Log } from '../../../platform/log/log.ts';
import { isSettleable, isUnderWay, ProviderBusy, type ProviderPayment } from '../../payments/payments.service.ts';
import type { OrderToCheck } from '../orders.queries.ts';
import { listPaymentsAtProvider, type MatchingDeps } from './match-provider-order.service.ts';
import { forEachOrderDueForPaymentCheck, scheduleNextCheck } from './payment-checks.service.ts';
import { type SettlementDeps, settlePayments } from './settlement.service.ts';

export type ReconcileDeps = SettlementDeps & MatchingDeps & { log: Log };

const AT_ONCE = 8;

/**
 * Asks the provider about every order whose money may have come without an event. Releases an expired hold once the
 * provider says that no payment was made or is under way.
 */
export async function reconcileOrders(deps: ReconcileDeps): Promise<void> {
  const inTurn = createConcurrencyLimit(AT_ONCE);
  try {
    await forEachOrderDueForPaymentCheck(deps, async (due) => {
      const asked = await Promise.allSettled(due.map((order) => inTurn(() => reconcileOrder(deps, order))));
      const failed = asked.find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
    });
  } catch (error) {
    if (!(error instanceof ProviderBusy)) throw error;
    // The other orders of this round are due again when their lease ends, as after a crash.
    deps.log.warn({ err: error }, 'the provider limits our calls: this round of checks ends early');
  }
}

async function reconcileOrder(deps: ReconcileDeps, order: OrderToCheck): Promise<void> {
  try {
    const payments = await paymentsFor(deps, order);
    const isWaiting = await settlePayments(deps, order, payments.filter(isSettleable));
    const isHeld = payments.some((payment) => extendsHold(payment, order, deps.clock.now()));
    await scheduleNextCheck(deps, order, { hasNoOpenPayment: !isWaiting && !isHeld });
  } catch (error) {
    if (error instanceof ProviderBusy) throw error;
    deps.log.warn({ err: error, order: order.id }, 'the provider could not be asked about an order');
    await scheduleNextCheck(deps, order, { hasNoOpenPayment: false });
  }
}

/** A payment that began before the hold ended extends it, so that the buyer is not led to pay twice. */
const extendsHold = (payment: ProviderPayment, { hold_until }: OrderToCheck, now: Date): boolean =>
  hold_until !== null && payment.createdAt <= hold_until && isUnderWay(payment, now);

/** Before the hold ends, only the stored provider order can be paid: the buyer was sent to that one. */
async function paymentsFor(deps: ReconcileDeps, order: OrderToCheck): Promise<ProviderPayment[]> {
  const { provider_order_id: stored, hold_until } = order;
  const isLive = hold_until !== null && hold_until > deps.clock.now();
  return isLive && stored !== null
    ? deps.providers.named(order.provider).listPayments(stored)
    : listPaymentsAtProvider(deps, order);
}
