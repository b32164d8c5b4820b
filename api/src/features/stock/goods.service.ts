import { newId } from '../../platform/ids.ts';
import { indianDay } from '../../platform/indian-day.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Database } from '../../tables.ts';
import { findGoods, insertGoods, listDeliveredGoods } from './goods.queries.ts';
import { type Goods, openGoods, sealGoods } from './goods-seal.ts';

export type { Goods } from './goods-seal.ts';

/** Keeps goods under seal, and returns the id they are found by. */
export async function keepGoods(db: Database, vault: Vault, productId: string, goods: Goods): Promise<string> {
  const id = newId();
  await insertGoods(db, { id, product_id: productId, ...sealGoods(vault, id, goods) });
  return id;
}

export const readGoods = async (db: Database, vault: Vault, id: string): Promise<Goods> =>
  openGoods(vault, await findGoods(db, id));

/** Until the end of `expiresOn` in India, if it ends at all. */
export type DeliveredGoods = Goods & { unitId: string; expiresOn: string | null };

/** What an order's buyer received, one a unit. */
export const openDeliveredGoods = async (
  { db, vault }: { db: Database; vault: Vault },
  orderId: string,
): Promise<DeliveredGoods[]> =>
  (await listDeliveredGoods(db, orderId)).map((row) => ({
    ...openGoods(vault, row),
    unitId: row.unit_id,
    expiresOn: row.expires_at && indianDay(row.expires_at),
  }));
