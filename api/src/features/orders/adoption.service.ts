import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../tables.ts';
import { claimProviderOrder, findIdOfProviderOrder } from './orders.queries.ts';

const orderId = z.uuid();

/** Ties the provider's order to ours by its receipt, if we have one that waits for it. */
export async function adoptProviderOrder(
  { db, clock }: { db: Database; clock: Clock },
  receipt: string,
  providerOrderId: string,
): Promise<void> {
  if (orderId.safeParse(receipt).success)
    await claimProviderOrder(db, { id: receipt, providerOrderId, now: clock.now() });
}

/** The id of our order that the provider's was opened for, as far as we know. */
export const findOrderBehind = async (db: Database, providerOrderId: string): Promise<string | undefined> =>
  (await findIdOfProviderOrder(db, { providerOrderId }))?.id;
