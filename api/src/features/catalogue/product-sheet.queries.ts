import type { Database, Row } from '../../tables.ts';
import { type ProductColumns, productColumns } from './product-columns.ts';

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
