import { sql } from 'kysely';
import type { Database } from '../../../tables.ts';
import type { GoodsRow } from '../units/encrypt-goods.ts';

/** One row for each key that encrypts goods. The recursive query jumps from key to key in the index. */
export async function listOneOfEachKey(db: Database): Promise<GoodsRow[]> {
  const { rows } = await sql<GoodsRow>`
    with recursive used (key_id) as (
      select min(key_id) from goods where key_id > ''
      union all
      select (select min(key_id) from goods where goods.key_id > used.key_id) from used where used.key_id is not null
    )
    select sealed.id, sealed.key_id, sealed.code_sealed, sealed.link_sealed from used
    cross join lateral (select * from goods where goods.key_id = used.key_id limit 1) as sealed`.execute(db);
  return rows;
}
