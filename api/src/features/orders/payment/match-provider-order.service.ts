import { z } from 'zod';
import type { Database } from '../../../tables.ts';
import type { PaymentProviders, ProviderPayment } from '../../payments/payments.service.ts';
import { claimProviderOrder, findIdOfProviderOrder, findPayable } from '../orders.queries.ts';

export type MatchingDeps = { db: Database; providers: PaymentProviders };

type OrderAtProvider = { id: string; provider: string; provider_order_id: string | null };

const ownReceipt = z.uuid();

/** The id of our order for which this provider order is stored. */
const findOrderBehind = async (db: Database, providerOrderId: string): Promise<string | undefined> =>
  (await findIdOfProviderOrder(db, { providerOrderId }))?.id;

/**
 * The id of our order that a provider order belongs to. If it is not stored, because the provider's answer was lost, its
 * receipt is our order id. Null: another user of the provider's account opened it. Undefined: not known yet.
 */
export async function matchProviderOrder(
  { db, providers }: MatchingDeps,
  provider: string,
  providerOrderId: string,
): Promise<string | null | undefined> {
  const known = await findOrderBehind(db, providerOrderId);
  if (known) return known;
  const opened = await providers.named(provider).findOrder(providerOrderId);
  if (!opened) return undefined;
  const receipt = ownReceipt.safeParse(opened.receipt);
  if (!receipt.success) return null;
  await claimProviderOrder(db, { id: receipt.data, providerOrderId });
  return (await findPayable(db, { id: receipt.data }))?.id;
}

/** The ids of the provider orders with the receipt of our order, without the one that is stored. */
async function findOtherProviderOrders({ db, providers }: MatchingDeps, order: OrderAtProvider): Promise<string[]> {
  const found = (await providers.named(order.provider).findOrdersByReceipt(order.id)).map(({ id }) => id);
  const [first] = found;
  if (order.provider_order_id === null && first) await claimProviderOrder(db, { id: order.id, providerOrderId: first });
  return found.filter((id) => id !== order.provider_order_id);
}

/** The payments of every provider order that was opened with the receipt of our order. */
export async function listPaymentsAtProvider(deps: MatchingDeps, order: OrderAtProvider): Promise<ProviderPayment[]> {
  const { listPayments } = deps.providers.named(order.provider);
  const stored = order.provider_order_id === null ? [] : await listPayments(order.provider_order_id);
  const others = await Promise.all((await findOtherProviderOrders(deps, order)).map(listPayments));
  return [...stored, ...others.flat()];
}
