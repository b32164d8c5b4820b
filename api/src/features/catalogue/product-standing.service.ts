import type { Product } from '@shop/contract/product';
import type { Database } from '../../tables.ts';
import { productOnWire } from './product-on-wire.ts';
import { findProductToSell } from './product-rows.queries.ts';
import { updateEveryIsSold, updateIsSold } from './product-standing.queries.ts';

/** A product as it stands now, whether or not it may be bought; undefined when there is none. */
export async function findProductForSale(db: Database, id: string, now: Date): Promise<Product | undefined> {
  const row = await findProductToSell(db, { id });
  return row && productOnWire(row, now);
}

/** To be called in the transaction that claimed, released or loaded units. */
export async function refreshSoldOut(db: Database, productId: string): Promise<void> {
  await updateIsSold(db, { productId });
}

export const repairSoldOut = (db: Database): Promise<void> => updateEveryIsSold(db);
