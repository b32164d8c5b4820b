import type { Database } from '../../tables.ts';
import { claimUnits, deliverUnits, releaseUnits, withdrawDeliveredUnits } from './holds.queries.ts';

type Hold = { productId: string; orderId: string; quantity: number; until: Date };

/** Takes units off the shelf for an order and tells how many: fewer than asked for when there are no more. */
export const holdUnits = async (db: Database, hold: Hold): Promise<number> => (await claimUnits(db, hold)).length;

/** Puts what an order holds back on the shelf. */
export const returnUnits = (db: Database, orderId: string): Promise<void> => releaseUnits(db, orderId);

/** Turns what an order holds into sold and delivered units, and tells how many. */
export const handOverUnits = async (db: Database, { orderId, at }: { orderId: string; at: Date }): Promise<number> =>
  (await deliverUnits(db, { orderId, at })).length;

/** What was delivered goes to nobody any more: neither to its buyer nor back on the shelf. */
export const withdrawDelivered = (db: Database, orderId: string): Promise<void> => withdrawDeliveredUnits(db, orderId);
