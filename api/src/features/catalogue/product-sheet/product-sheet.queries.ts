import type { Database, Row } from '../../../tables.ts';
import { type ProductColumns, productColumns } from '../product-columns.ts';

type CreatedGoods = Pick<Row<'goods'>, 'id' | 'key_id' | 'code_sealed' | 'link_sealed' | 'code_fingerprint'>;
/** The goods columns are null for a pool. `units` counts all units, sold ones included. */
export type CreatedProduct = ProductColumns & { [Column in keyof CreatedGoods]: CreatedGoods[Column] | null } & {
  units: number;
};

/** The products that a user created since a time and that are not deleted. */
export const listCreatedBy = (
  db: Database,
  { userId, since }: { userId: string; since: Date },
): Promise<CreatedProduct[]> =>
  db
    .selectFrom('products')
    .leftJoin('goods', 'goods.id', 'products.goods_id')
    .select(productColumns.map((column) => `products.${column}` as const))
    .select(['goods.id', 'goods.key_id', 'goods.code_sealed', 'goods.link_sealed', 'goods.code_fingerprint'])
    .select((eb) =>
      eb
        .selectFrom('units')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('units.product_id', '=', 'products.id')
        .$asScalar()
        .$notNull()
        .as('units'),
    )
    .where('products.created_at', '>', since)
    .where('products.uploaded_by', '=', userId)
    .where('products.deleted_at', 'is', null)
    .execute();
