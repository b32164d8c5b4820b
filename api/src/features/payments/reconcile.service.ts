import { adoptProviderOrder } from '../orders/adoption.service.ts';
import { listOrdersDue, noteCheck, type OrderDue } from '../orders/checks.service.ts';
import { isCaptured, type ProviderPayment } from './payment-provider.ts';
import { type PaymentDeps, settlePayment } from './payments.service.ts';

const AT_ONCE = 8;
const BATCH = 400;

/**
 * Asks the provider about every order whose money may have come unnoticed, and gives up holds that ran out, the
 * provider having said that nobody paid for them.
 */
export async function reconcileOrders(deps: PaymentDeps): Promise<void> {
  const queue = await listOrdersDue(deps, BATCH);
  const work = async () => {
    for (let order = queue.shift(); order; order = queue.shift()) await reconcileOrder(deps, order);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function reconcileOrder(deps: PaymentDeps, order: OrderDue): Promise<void> {
  const { log } = deps;
  try {
    for (const payment of await capturedPayments(deps, order)) await settlePayment(deps, order.id, payment);
    await noteCheck(deps, order.id, { isAnswered: true });
  } catch (error) {
    log.warn({ err: error, order: order.id }, 'the provider could not be asked about an order');
    await noteCheck(deps, order.id, { isAnswered: false });
  }
}

async function capturedPayments(deps: PaymentDeps, order: OrderDue): Promise<ProviderPayment[]> {
  const providerOrderId = order.providerOrderId ?? (await adoptByReceipt(deps, order.id));
  if (!providerOrderId) return [];
  return (await deps.provider.listPayments(providerOrderId)).filter(isCaptured);
}

/** The answer that told us the provider's order was lost, or we were killed before we could store it. */
async function adoptByReceipt(deps: PaymentDeps, orderId: string): Promise<string | undefined> {
  const found = await deps.provider.findOrderByReceipt(orderId);
  if (found) await adoptProviderOrder(deps, orderId, found.id);
  return found?.id;
}
