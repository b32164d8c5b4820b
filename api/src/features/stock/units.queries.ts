import { sql } from 'kysely';
import type { Database } from '../../tables.ts';

export async function countAvailableUnits(db: Database, productId: string): Promise<number> {
  const { count } = await db
    .selectFrom('units')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('product_id', '=', productId)
    .where('state', '=', 'available')
    .executeTakeFirstOrThrow();
  return count;
}

type NewUnits = { productId: string; goodsId: string; count: number };

export async function insertUnits(db: Database, { productId, goodsId, count }: NewUnits): Promise<void> {
  await sql`
    insert into units (id, product_id, goods_id)
    select gen_random_uuid(), ${productId}, ${goodsId} from generate_series(1, ${count}::int)`.execute(db);
}

/** Units that a buyer is claiming at this moment are skipped: they are as good as sold. */
export async function withdrawUnits(db: Database, productId: string, count: number): Promise<void> {
  await sql`
    update units set state = 'withdrawn'
    where id in (
      select id from units where product_id = ${productId} and state = 'available'
      order by id desc limit ${count} for update skip locked
    )`.execute(db);
}

export async function repointAvailableUnits(db: Database, productId: string, goodsId: string): Promise<void> {
  await db
    .updateTable('units')
    .set({ goods_id: goodsId })
    .where('product_id', '=', productId)
    .where('state', '=', 'available')
    .where('goods_id', '<>', goodsId)
    .execute();
}
