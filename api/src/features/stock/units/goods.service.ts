import { indianDay } from '../../../platform/indian-day.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import { isProved } from '../delivery-proofs/delivery-proof.rules.ts';
import { decryptGoods, encryptGoods, type Goods } from './encrypt-goods.ts';
import { type DeliveredGoodsRow, findGoods, insertGoods, listDeliveredGoods } from './goods.queries.ts';

export { decryptGoods, type Goods } from './encrypt-goods.ts';

export type StoredGoods = { goodsId: string; productId: string; goods: Goods };

/** Stores goods encrypted. */
export const storeGoods = (db: Database, vault: Vault, kept: readonly StoredGoods[]): Promise<void> =>
  insertGoods(
    db,
    kept.map(({ goodsId, productId, goods }) => ({
      id: goodsId,
      product_id: productId,
      ...encryptGoods(vault, goodsId, goods),
    })),
  );

export const readGoods = async (db: Database, vault: Vault, id: string): Promise<Goods> =>
  decryptGoods(vault, await findGoods(db, id));

/** The code is valid until the end of `expiresOn` in India; null means without an end. */
export type DeliveredGoods = Goods & { unitId: string; expiresOn: string | null };

/** Decrypts the goods of each unit of an order, after checking the delivery proof of this order. */
export async function decryptDeliveredGoods(
  { db, vault }: { db: Database; vault: Vault },
  orderId: string,
): Promise<DeliveredGoods[]> {
  const rows = await listDeliveredGoods(db, orderId);
  requireProof(vault, orderId, rows);
  return rows.map((row) => ({
    ...decryptGoods(vault, row),
    unitId: row.unit_id,
    expiresOn: row.expires_at && indianDay(row.expires_at),
  }));
}

function requireProof(vault: Vault, orderId: string, rows: readonly DeliveredGoodsRow[]): void {
  const [first] = rows;
  if (!first) return;
  const { buyer_id: buyerId, proof, proof_key } = first;
  if (proof_key !== null && !vault.keyIds.includes(proof_key))
    throw new Error(`vault key '${proof_key}' is not in VAULT_KEYS`);
  const units = rows.map(({ unit_id, id }) => ({ id: unit_id, goods_id: id }));
  if (!isProved(vault, { orderId, buyerId, units }, proof))
    throw new Error(`order ${orderId} is not what was delivered: its units, goods or buyer were changed by hand`);
}
