import { z } from 'zod';
import type { Database } from '../../tables.ts';
import type { PaymentProviders } from '../payments/payments.service.ts';
import { claimProviderOrder, findIdOfProviderOrder } from './orders.queries.ts';

export type AdoptionDeps = { db: Database; providers: PaymentProviders };

const ownReceipt = z.uuid();

/** The id of our order that the provider's was opened for, as far as we know. */
const findOrderBehind = async (db: Database, providerOrderId: string): Promise<string | undefined> =>
  (await findIdOfProviderOrder(db, { providerOrderId }))?.id;

/**
 * The order that a payment at the provider is for. The answer that told us the provider's id may have been lost, or
 * is still on its way: then its receipt, which is our own id, ties the two together. Null when somebody else opened it, who
 * uses the same account; undefined while we do not know.
 */
export async function adoptByProviderOrder(
  { db, providers }: AdoptionDeps,
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
  return findOrderBehind(db, providerOrderId);
}

/** The same from our side: what the provider opened for an order of ours whose answer never came. */
export async function adoptByReceipt(
  { db, providers }: AdoptionDeps,
  order: { id: string; provider: string },
): Promise<string | undefined> {
  const found = await providers.named(order.provider).findOrderByReceipt(order.id);
  if (found) await claimProviderOrder(db, { id: order.id, providerOrderId: found.id });
  return found?.id;
}
