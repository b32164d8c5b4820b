import type { Database } from '../../tables.ts';
import { claimUnits, deliverUnits, releaseDeadUnits, releaseUnits, withdrawDeliveredUnits } from './holds.queries.ts';

type Hold = { productId: string; orderId: string; quantity: number; until: Date; now: Date };

/** Takes units off the shelf for an order and tells how many: fewer than asked for when there are no more. */
export const holdUnits = async (db: Database, hold: Hold): Promise<number> => (await claimUnits(db, hold)).length;

/** Puts what an order holds back on the shelf. */
export const returnUnits = (db: Database, orderId: string): Promise<void> => releaseUnits(db, orderId);

/** Takes other units for those of a hold that have expired or were recalled; tells whether it is whole again. */
export async function mendHold(db: Database, hold: Hold): Promise<boolean> {
  const dead = await releaseDeadUnits(db, hold.orderId, hold.now);
  return dead === 0 || (await holdUnits(db, { ...hold, quantity: dead })) === dead;
}

/** Turns what an order holds into sold and delivered units, and tells how many: none that has died meanwhile. */
export const handOverUnits = async (db: Database, { orderId, at }: { orderId: string; at: Date }): Promise<number> =>
  (await deliverUnits(db, { orderId, at })).length;

/** What was delivered goes to nobody any more: neither to its buyer nor back on the shelf. */
export const withdrawDelivered = (db: Database, orderId: string): Promise<void> => withdrawDeliveredUnits(db, orderId);
