import type { Vault } from '../../platform/vault.ts';
import type { Database } from '../../tables.ts';
import { type DeliveredUnit, isSameUnits, proveDelivery } from './delivery-proof.rules.ts';
import {
  claimUnits,
  deliverUnits,
  listHeldUnits,
  releaseDeadUnits,
  releaseUnits,
  withdrawDeliveredUnits,
} from './holds.queries.ts';

export type { DeliveredUnit } from './delivery-proof.rules.ts';

type Hold = { productId: string; orderId: string; quantity: number; until: Date; now: Date };

/** Takes units off the shelf for an order and tells which: fewer than asked for when there are no more. */
export const holdUnits = (db: Database, hold: Hold): Promise<DeliveredUnit[]> => claimUnits(db, hold);

/** Puts what an order holds back on the shelf. */
export const returnUnits = (db: Database, orderId: string): Promise<void> => releaseUnits(db, orderId);

/** Takes other units for those of a hold that have expired or were recalled; tells whether it is whole again. */
export async function mendHold(db: Database, hold: Hold): Promise<boolean> {
  const dead = await releaseDeadUnits(db, hold.orderId, hold.now);
  return dead === 0 || (await holdUnits(db, { ...hold, quantity: dead })).length === dead;
}

type HandOver = { orderId: string; buyerId: string | null; at: Date; held: readonly DeliveredUnit[] | undefined };

/**
 * Turns what an order holds into sold and delivered units, bound to it by a proof, and tells how many; undefined when
 * they are not those that it proved, since some have died meanwhile. What is held is looked up where it is not known.
 */
export async function handOverUnits(
  { db, vault }: { db: Database; vault: Vault },
  { orderId, buyerId, at, held: known }: HandOver,
): Promise<number | undefined> {
  const held = known ?? (await listHeldUnits(db, orderId));
  const { keyId, fingerprint } = proveDelivery(vault, { orderId, buyerId, units: held })[0];
  const delivered = await deliverUnits(db, { orderId, at, proof: fingerprint, proofKey: keyId });
  return isSameUnits(held, delivered) ? delivered.length : undefined;
}

/** What was delivered goes to nobody any more: neither to its buyer nor back on the shelf. */
export const withdrawDelivered = (db: Database, orderId: string): Promise<void> => withdrawDeliveredUnits(db, orderId);
