import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import { type DeliveredUnit, proveDelivery } from '../delivery-proofs/delivery-proof.rules.ts';
import {
  claimAllUnits,
  claimUnits,
  deliverUnits,
  listHeldUnits,
  releaseDeadUnits,
  releaseUnits,
  withdrawDeliveredUnits,
} from './holds.queries.ts';

export type { DeliveredUnit } from '../delivery-proofs/delivery-proof.rules.ts';

type Hold = { productId: string; orderId: string; quantity: number; until: Date; now: Date };

/** Holds units for an order and returns them: fewer than `quantity` if there are no more. */
export const holdUnits = (db: Database, hold: Hold): Promise<DeliveredUnit[]> => claimUnits(db, hold);

/** Holds the whole quantity or fails. */
export const holdAllUnits = (db: Database, hold: Hold): Promise<DeliveredUnit[]> => claimAllUnits(db, hold);

/** Releases the units that an order holds. */
export const returnUnits = (db: Database, orderId: string): Promise<void> => releaseUnits(db, orderId);

/** Replaces the expired and recalled units of a hold. Returns whether the hold is complete again. */
export async function replaceDeadUnits(db: Database, hold: Hold): Promise<boolean> {
  const dead = await releaseDeadUnits(db, hold.orderId, hold.now);
  return dead === 0 || (await holdUnits(db, { ...hold, quantity: dead })).length === dead;
}

type Delivery = { orderId: string; buyerId: string | null; at: Date; held: readonly DeliveredUnit[] };

/** The units that an order holds now, including expired and recalled ones. */
export const heldUnits = (db: Database, orderId: string): Promise<DeliveredUnit[]> => listHeldUnits(db, orderId);

/** Delivers the held units with a proof. Fails if some of them expired or were recalled meanwhile. */
export async function deliverHeldUnits(
  { db, vault }: { db: Database; vault: Vault },
  { orderId, buyerId, at, held }: Delivery,
): Promise<void> {
  const { keyId, fingerprint } = proveDelivery(vault, { orderId, buyerId, units: held })[0];
  await deliverUnits(db, { orderId, at, units: held, proof: fingerprint, proofKey: keyId });
}

/** Withdraws delivered units: the buyer cannot see them any more, and they are not sold again. */
export const withdrawDelivered = (db: Database, orderId: string): Promise<void> => withdrawDeliveredUnits(db, orderId);
