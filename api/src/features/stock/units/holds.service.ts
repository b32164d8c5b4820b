import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import { type DeliveredUnit, proveDelivery } from '../delivery-proofs/delivery-proof.rules.ts';
import {
  claimUnits,
  deliverUnits,
  listHeldUnits,
  releaseDeadUnits,
  releaseUnits,
  withdrawDeliveredUnits,
} from './holds.queries.ts';

export type { DeliveredUnit } from '../delivery-proofs/delivery-proof.rules.ts';

/** The order cannot get its units. The transaction must be rolled back. */
export class UnitsUnavailable extends Error {}

type Hold = { productId: string; orderId: string; quantity: number; until: Date; now: Date };

/** Takes units off the shelf for an order and tells which: fewer than asked for when there are no more. */
export const holdUnits = (db: Database, hold: Hold): Promise<DeliveredUnit[]> => claimUnits(db, hold);

/** Holds exactly `quantity` units; throws `UnitsUnavailable` if there are fewer. */
export async function holdAllUnits(db: Database, hold: Hold): Promise<DeliveredUnit[]> {
  const units = await claimUnits(db, hold);
  if (units.length < hold.quantity) throw new UnitsUnavailable('fewer units are available than are wanted');
  return units;
}

/** Puts what an order holds back on the shelf. */
export const returnUnits = (db: Database, orderId: string): Promise<void> => releaseUnits(db, orderId);

/** Takes other units for those of a hold that have expired or were recalled; tells whether it is whole again. */
export async function mendHold(db: Database, hold: Hold): Promise<boolean> {
  const dead = await releaseDeadUnits(db, hold.orderId, hold.now);
  return dead === 0 || (await holdUnits(db, { ...hold, quantity: dead })).length === dead;
}

type HandOver = { orderId: string; buyerId: string | null; at: Date; held: readonly DeliveredUnit[] };

/** What an order holds at this moment, the dead included. */
export const heldUnits = (db: Database, orderId: string): Promise<DeliveredUnit[]> => listHeldUnits(db, orderId);

/**
 * Marks the held units as sold and delivered, bound to the order by a proof. Throws `UnitsUnavailable` if some of them have
 * expired or were recalled meanwhile.
 */
export async function handOverUnits(
  { db, vault }: { db: Database; vault: Vault },
  { orderId, buyerId, at, held }: HandOver,
): Promise<void> {
  const { keyId, fingerprint } = proveDelivery(vault, { orderId, buyerId, units: held })[0];
  const isAsHeld = await deliverUnits(db, { orderId, at, units: held, proof: fingerprint, proofKey: keyId });
  if (!isAsHeld) throw new UnitsUnavailable(`the units of order ${orderId} are not those that it held`);
}

/** What was delivered goes to nobody any more: neither to its buyer nor back on the shelf. */
export const withdrawDelivered = (db: Database, orderId: string): Promise<void> => withdrawDeliveredUnits(db, orderId);
