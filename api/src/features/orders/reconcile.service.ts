import type { Log } from '../../platform/log.ts';
import { createTurns } from '../../platform/turns.ts';
import { listCapturedPayments, type ProviderPayment } from '../payments/payments.service.ts';
import { type AdoptionDeps, adoptByReceipt } from './adoption.service.ts';
import { listOrdersDue, noteCheck, type OrderDue } from './checks.service.ts';
import { type SettlementDeps, settlePayment } from './settlement.service.ts';

export type ReconcileDeps = SettlementDeps & AdoptionDeps & { log: Log };

const AT_ONCE = 8;
const BATCH = 400;

/**
 * Asks the provider about every order whose money may have come unnoticed, and gives up holds that ran out, the
 * provider having said that nobody paid for them.
 */
export async function reconcileOrders(deps: ReconcileDeps): Promise<void> {
  const due = await listOrdersDue(deps, BATCH);
  const inTurn = createTurns(AT_ONCE);
  await Promise.all(due.map((order) => inTurn(() => reconcileOrder(deps, order))));
}

async function reconcileOrder(deps: ReconcileDeps, order: OrderDue): Promise<void> {
  try {
    for (const payment of await capturedPayments(deps, order)) await settlePayment(deps, order.id, payment);
    await noteCheck(deps, order.id, { isAnswered: true });
  } catch (error) {
    deps.log.warn({ err: error, order: order.id }, 'the provider could not be asked about an order');
    await noteCheck(deps, order.id, { isAnswered: false });
  }
}

async function capturedPayments(deps: ReconcileDeps, order: OrderDue): Promise<ProviderPayment[]> {
  const providerOrderId = order.providerOrderId ?? (await adoptByReceipt(deps, order));
  return providerOrderId ? listCapturedPayments(deps.providers.named(order.provider), providerOrderId) : [];
}
