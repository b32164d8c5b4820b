import type { Log } from '../../platform/log.ts';
import { createTurns } from '../../platform/turns.ts';
import { isDecided, isUnderWay, type ProviderPayment } from '../payments/payments.service.ts';
import { type AdoptionDeps, adoptByReceipt } from './adoption.service.ts';
import { eachOrderDue, noteCheck } from './checks.service.ts';
import type { OrderToCheck } from './orders.queries.ts';
import { type SettlementDeps, settlePayment } from './settlement.service.ts';

export type ReconcileDeps = SettlementDeps & AdoptionDeps & { log: Log };

const AT_ONCE = 8;

/**
 * Asks the provider about every order whose money may have come unnoticed, and gives up holds that ran out, the
 * provider having said that nobody paid for them or is about to.
 */
export async function reconcileOrders(deps: ReconcileDeps): Promise<void> {
  const inTurn = createTurns(AT_ONCE);
  await eachOrderDue(deps, (due) => Promise.all(due.map((order) => inTurn(() => reconcileOrder(deps, order)))));
}

async function reconcileOrder(deps: ReconcileDeps, order: OrderToCheck): Promise<void> {
  try {
    const payments = await paymentsFor(deps, order);
    for (const payment of payments.filter(isDecided)) await settlePayment(deps, order, payment);
    await noteCheck(deps, order, { isClear: !payments.some((payment) => isHeldFor(payment, order, deps.clock.now())) });
  } catch (error) {
    deps.log.warn({ err: error, order: order.id }, 'the provider could not be asked about an order');
    await noteCheck(deps, order, { isClear: false });
  }
}

/** What was begun in time is waited for, so that its buyer is not led to pay twice; what was begun later keeps nothing. */
const isHeldFor = (payment: ProviderPayment, { hold_until }: OrderToCheck, now: Date): boolean =>
  hold_until !== null && payment.createdAt <= hold_until && isUnderWay(payment, now);

async function paymentsFor(deps: ReconcileDeps, order: OrderToCheck): Promise<ProviderPayment[]> {
  const providerOrderId = order.provider_order_id ?? (await adoptByReceipt(deps, order));
  return providerOrderId ? deps.providers.named(order.provider).listPayments(providerOrderId) : [];
}
