import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../tables.ts';
import { claimProviderOrder } from './orders.queries.ts';

const orderId = z.uuid();

/** Ties the provider's order to ours by its receipt; false when we have none that waits for it. */
export async function adoptProviderOrder(
  { db, clock }: { db: Database; clock: Clock },
  receipt: string,
  providerOrderId: string,
): Promise<boolean> {
  if (!orderId.safeParse(receipt).success) return false;
  return (await claimProviderOrder(db, receipt, providerOrderId, clock.now())) !== undefined;
}
