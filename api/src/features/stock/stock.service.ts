import type { Database } from '../../tables.ts';
import { analyzeAfterAdding } from './units/unit-statistics.service.ts';
import {
  countAvailableUnits,
  countSellableUnits,
  countUnsoldUnits,
  insertUnits,
  lockEdits,
  type NewUnits,
  UNITS_A_STATEMENT,
  withdrawAllUnits,
  withdrawUnits,
} from './units/units.queries.ts';

/** Serializes edits of one product and additions to its stock. */
export const lockProductEdits = (db: Database, productId: string): Promise<void> => lockEdits(db, productId);

type Stock = { productId: string; goodsId: string; available: number };

/**
 * Adds or withdraws available units until `available` of them are left. Held and sold units stay. A concurrent sale counts
 * as a sale after this change.
 */
export async function setStock(db: Database, { productId, goodsId, available }: Stock): Promise<void> {
  const left = await countAvailableUnits(db, productId);
  await addUnits(db, [{ productId, goodsId, count: available - left }]);
  for (let extra = left - available; extra > 0; extra -= UNITS_A_STATEMENT)
    await withdrawUnits(db, productId, Math.min(UNITS_A_STATEMENT, extra));
}

/** Adds units of products with a shared code. */
export async function addUnits(db: Database, added: readonly NewUnits[]): Promise<void> {
  let part: NewUnits[] = [];
  let room = UNITS_A_STATEMENT;
  for (const units of added)
    for (let left = units.count; left > 0; ) {
      const count = Math.min(left, room);
      part.push({ ...units, count });
      left -= count;
      room -= count;
      if (room > 0) continue;
      await insertUnits(db, part);
      part = [];
      room = UNITS_A_STATEMENT;
    }
  if (part.length > 0) await insertUnits(db, part);
  await analyzeAfterAdding(
    db,
    added.reduce((sum, { count }) => sum + count, 0),
  );
}

/**
 * Withdraws all unsold units, because the product changes its stock kind. Held units are still delivered if the buyer pays;
 * otherwise they are withdrawn too.
 */
export const clearShelf = (db: Database, productId: string): Promise<void> => withdrawAllUnits(db, productId);

/** The number of units that can be sold now, counted up to `most`. */
export const countForSale = (db: Database, count: { productId: string; now: Date; most: number }): Promise<number> =>
  countSellableUnits(db, count);

/** Whether the product has available or held units. */
export const hasUnsoldUnits = async (db: Database, productId: string, now: Date): Promise<boolean> =>
  (await countUnsoldUnits(db, productId, now)) > 0;
