import { sql } from 'kysely';
import type { Database } from '../../../tables.ts';
import type { EncryptedGoods, GoodsRow } from './encrypt-goods.ts';

export async function insertGoods(
  db: Database,
  goods: readonly (EncryptedGoods & { id: string; product_id: string })[],
): Promise<void> {
  await db.insertInto('goods').values(goods).execute();
}

export const findGoods = (db: Database, id: string): Promise<GoodsRow> =>
  db
    .selectFrom('goods')
    .select(['id', 'key_id', 'code_sealed', 'link_sealed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

export type DeliveredGoodsRow = GoodsRow & {
  unit_id: string;
  expires_at: Date | null;
  buyer_id: string | null;
  proof: Buffer | null;
  proof_key: string | null;
};

/** One row per delivered unit. Units with a shared code repeat its goods. */
export const listDeliveredGoods = (db: Database, orderId: string): Promise<DeliveredGoodsRow[]> =>
  db
    .selectFrom('delivered_units')
    .innerJoin('units', 'units.id', 'delivered_units.unit_id')
    .innerJoin('goods', 'goods.id', 'units.goods_id')
    .innerJoin('deliveries', 'deliveries.order_id', 'delivered_units.order_id')
    .innerJoin('orders', 'orders.id', 'delivered_units.order_id')
    .select(['goods.id', 'goods.key_id', 'goods.code_sealed', 'goods.link_sealed', 'units.id as unit_id'])
    .select(['orders.buyer_id', 'deliveries.proof', 'deliveries.proof_key'])
    .select(sql<Date | null>`nullif(units.expires_at, 'infinity')`.as('expires_at'))
    .where('delivered_units.order_id', '=', orderId)
    .orderBy('units.id')
    .execute();
