import { createConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import type { Log } from '../../../platform/log/log.ts';
import { isDecided, isUnderWay, ProviderBusy, type ProviderPayment } from '../../payments/payments.service.ts';
import type { OrderToCheck } from '../orders.queries.ts';
import { listPaymentsAtProvider, type MatchingDeps } from './match-provider-order.service.ts';
import { forEachOrderDueForPaymentCheck, scheduleNextCheck } from './payment-checks.service.ts';
import { type SettlementDeps, settlePayments } from './settlement.service.ts';

export type ReconcileDeps = SettlementDeps & MatchingDeps & { log: Log };

const AT_ONCE = 8;

/**
 * Asks the provider about every order whose money may have come unnoticed, and gives up holds that ran out, the
 * provider having said that nobody paid for them or is about to.
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
    // What was not asked about is due again in a few minutes, as if this round had been killed.
    deps.log.warn({ err: error }, 'the provider limits our calls: this round of checks ends early');
  }
}

async function reconcileOrder(deps: ReconcileDeps, order: OrderToCheck): Promise<void> {
  try {
    const payments = await paymentsFor(deps, order);
    const isWaiting = await settlePayments(deps, order, payments.filter(isDecided));
    const isHeld = payments.some((payment) => isHeldFor(payment, order, deps.clock.now()));
    await scheduleNextCheck(deps, order, { isClear: !isWaiting && !isHeld });
  } catch (error) {
    if (error instanceof ProviderBusy) throw error;
    deps.log.warn({ err: error, order: order.id }, 'the provider could not be asked about an order');
    await scheduleNextCheck(deps, order, { isClear: false });
  }
}

/** What was begun in time is waited for, so that its buyer is not led to pay twice; what was begun later keeps nothing. */
const isHeldFor = (payment: ProviderPayment, { hold_until }: OrderToCheck, now: Date): boolean =>
  hold_until !== null && payment.createdAt <= hold_until && isUnderWay(payment, now);

/** While the hold lives, the stored provider order is enough: its buyer was sent to that one. */
async function paymentsFor(deps: ReconcileDeps, order: OrderToCheck): Promise<ProviderPayment[]> {
  const { provider_order_id: stored, hold_until } = order;
  const isLive = hold_until !== null && hold_until > deps.clock.now();
  return isLive && stored !== null
    ? deps.providers.named(order.provider).listPayments(stored)
    : listPaymentsAtProvider(deps, order);
}
