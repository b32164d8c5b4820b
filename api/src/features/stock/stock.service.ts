import type { Database } from '../../tables.ts';
import { analyzeAfterAdding } from './units/unit-statistics.service.ts';
import {
  countAvailableUnits,
  countUnsoldUnits,
  insertUnits,
  type NewUnits,
  UNITS_A_STATEMENT,
  withdrawUnits,
} from './units/units.queries.ts';

export { countSellableUnits, lockProductEdits, withdrawAllUnits } from './units/units.queries.ts';

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

/** Whether the product has available or held units. */
export const hasUnsoldUnits = async (db: Database, productId: string, now: Date): Promise<boolean> =>
  (await countUnsoldUnits(db, productId, now)) > 0;
