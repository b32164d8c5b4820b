import { inTransaction } from '../../platform/database.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Database } from '../../tables.ts';
import { claimGoodsOfOtherKeys, updateSealedGoods } from './goods-rotation.queries.ts';
import { openGoods, sealGoods } from './goods-seal.ts';

const BATCH = 500;

/** Seals everything with the newest key, a batch a transaction; interrupted, it goes on where it stopped. */
export async function resealGoods({ db, vault }: { db: Database; vault: Vault }): Promise<number> {
  for (let total = 0; ; ) {
    const count = await inTransaction(db, async (db) => {
      const batch = await claimGoodsOfOtherKeys(db, vault.keyId, BATCH);
      for (const goods of batch)
        await updateSealedGoods(db, goods.id, sealGoods(vault, goods.id, openGoods(vault, goods)));
      return batch.length;
    });
    if (count === 0) return total;
    total += count;
  }
}
