import type { Database } from '../../tables.ts';
import type { GoodsRow, SealedGoods } from './goods-seal.ts';

/** Goods sealed with another key than this one, locked; those that another process is at are left to it. */
export const claimGoodsOfOtherKeys = (db: Database, keyId: string, limit: number): Promise<GoodsRow[]> =>
  db
    .selectFrom('goods')
    .select(['id', 'key_id', 'code_sealed', 'link_sealed'])
    .where('key_id', '<>', keyId)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

export async function updateSealedGoods(db: Database, id: string, sealed: SealedGoods): Promise<void> {
  await db.updateTable('goods').set(sealed).where('id', '=', id).execute();
}
