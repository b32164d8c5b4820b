import { sql } from 'kysely';
import type { Database, Row } from '../../tables.ts';
import { type ProductColumns, productColumns } from './product-columns.ts';

/** One file at a time in the whole shop, so that the same one again sees what the first has made. */
export async function lockSheets(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sheet of products', 0))`.execute(db);
}

export type MadeProduct = ProductColumns & Pick<Row<'goods'>, 'code_fingerprint'>;

/** What somebody has made since then, and is there. */
export const listMadeBy = (db: Database, { userId, since }: { userId: string; since: Date }): Promise<MadeProduct[]> =>
  db
    .selectFrom('products')
    .leftJoin('goods', 'goods.id', 'products.goods_id')
    .select(productColumns.map((column) => `products.${column}` as const))
    .select('goods.code_fingerprint')
    .where('products.created_at', '>', since)
    .where('products.uploaded_by', '=', userId)
    .where('products.deleted_at', 'is', null)
    .execute();
