import type { Database } from '../../tables.ts';
import { countAvailableUnits, insertUnits, repointAvailableUnits, withdrawUnits } from './units.queries.ts';

type Stock = { productId: string; goodsId: string; available: number };

/**
 * Adds or withdraws available units until that many are left. What is held or sold is never touched, and a sale that
 * happens at the same time counts as one after this change.
 */
export async function setStock(db: Database, { productId, goodsId, available }: Stock): Promise<void> {
  const left = await countAvailableUnits(db, productId);
  if (left < available) await insertUnits(db, { productId, goodsId, count: available - left });
  if (left > available) await withdrawUnits(db, productId, left - available);
}

/** Makes what is still for sale deliver other goods; held and sold units keep theirs. */
export const replaceGoods = (db: Database, productId: string, goodsId: string): Promise<void> =>
  repointAvailableUnits(db, productId, goodsId);
