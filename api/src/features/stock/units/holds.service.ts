import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import { type DeliveredUnit, proveDelivery } from '../delivery-proofs/delivery-proof.rules.ts';
import { claimUnits, deliverUnits, releaseDeadUnits } from './holds.queries.ts';

export type { DeliveredUnit } from '../delivery-proofs/delivery-proof.rules.ts';
export {
  claimUnits,
  type HeldUnit,
  lockHeldUnits,
  releaseUnits,
  withdrawDeliveredUnits,
} from './holds.queries.ts';

type Hold = { productId: string; orderId: string; until: Date; now: Date };

/** Replaces the dead units that an order holds and returns the new ones: fewer than were dead when there are no more. */
export async function replaceDeadUnits(db: Database, hold: Hold): Promise<DeliveredUnit[]> {
  const dead = await releaseDeadUnits(db, hold.orderId, hold.now);
  return claimUnits(db, { ...hold, quantity: dead });
}

type HandOver = { orderId: string; buyerId: string | null; at: Date; units: readonly DeliveredUnit[] };

/** The order does not hold the live units that were to be delivered. The transaction must not be committed. */
class HoldChanged extends Error {
  override readonly name = 'HoldChanged';
}

/** Delivers the units that an order holds, which the caller has locked, with a proof that ties them to order and buyer. */
export async function deliverHeldUnits(
  { db, vault }: { db: Database; vault: Vault },
  { orderId, buyerId, at, units }: HandOver,
): Promise<void> {
  const { keyId, fingerprint } = proveDelivery(vault, { orderId, buyerId, units })[0];
  const { count } = await deliverUnits(db, { orderId, at, proof: fingerprint, proofKey: keyId });
  if (count !== units.length) throw new HoldChanged(`order ${orderId} holds ${count} live units, not ${units.length}`);
}
