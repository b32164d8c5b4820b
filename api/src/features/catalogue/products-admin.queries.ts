import type { ProductListQuery } from '@shop/contract/admin';
import { type Insertable, type OrderByDirection, sql, type Updateable } from 'kysely';
import type { SealedGoods } from '../../platform/goods-seal.ts';
import { containing, countRows, type Slice } from '../../platform/list-page.ts';
import type { Database, Tables, UnitState } from '../../tables.ts';
import type { AdminProductRecord } from './product-on-desk.ts';
import { productRows } from './product-rows.queries.ts';

const adminProductRows = (db: Database) =>
  productRows(db).select((eb) => [
    'goods_id',
    eb
      .selectFrom('users')
      .select(sql<string>`coalesce(nullif(users.name, ''), users.email)`.as('uploader'))
      .whereRef('users.id', '=', 'products.uploaded_by')
      .as('uploader'),
    sql<Partial<Record<UnitState, number>>>`coalesce((
      select json_object_agg(state, count) from (
        select state, count(*) from units where units.product_id = products.id group by state
      ) as counts
    ), '{}')`.as('unit_counts'),
  ]);

export const findAdminProduct = (db: Database, id: string): Promise<AdminProductRecord | undefined> =>
  adminProductRows(db).where('id', '=', id).executeTakeFirst();

/** In the order of the ids. */
export const listAdminProducts = (db: Database, ids: string[]): Promise<AdminProductRecord[]> =>
  adminProductRows(db)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], id)`)
    .execute();

type Selection = Pick<ProductListQuery, 'q' | 'status' | 'category'> & { now: Date };

function selectProducts(db: Database, { q, status, category, now }: Selection) {
  let query = db.selectFrom('products').where('deleted_at', 'is', null);
  if (q) query = query.where(sql<boolean>`searched like lower(${containing(q)})`);
  if (category) query = query.where('category', '=', category);
  if (status === 'active') query = query.where('is_active', '=', true);
  if (status === 'inactive') query = query.where('is_active', '=', false);
  if (status === 'sold-out') query = query.where('is_sold', '=', true);
  if (status === 'expired') query = query.where('expiry_date', '<=', now);
  return query;
}

export const countAdminProducts = (db: Database, selection: Selection): Promise<number> =>
  countRows(db, selectProducts(db, selection));

const sortColumns: Record<
  ProductListQuery['sort'],
  readonly ['created_at' | 'title' | 'price_paise' | 'expiry_date', OrderByDirection]
> = {
  newest: ['created_at', 'desc'],
  oldest: ['created_at', 'asc'],
  title: ['title', 'asc'],
  'price-asc': ['price_paise', 'asc'],
  'price-desc': ['price_paise', 'desc'],
  expiring: ['expiry_date', 'asc'],
};

export async function listAdminProductIds(
  db: Database,
  selection: Selection,
  { sort, limit, offset, isFromEnd }: Slice & { sort: ProductListQuery['sort'] },
): Promise<string[]> {
  const [column, wanted] = sortColumns[sort];
  const direction = isFromEnd === (wanted === 'asc') ? 'desc' : 'asc';
  const rows = await selectProducts(db, selection)
    .select('id')
    .orderBy(column === 'title' ? sql`lower(title)` : column, direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.id);
}

export async function insertProduct(db: Database, product: Insertable<Tables['products']>): Promise<void> {
  await db.insertInto('products').values(product).execute();
}

/** Edits of one product take turns. Not by a lock on its row, which purchases write after they locked units. */
export async function lockProductEdits(db: Database, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('product-edit ' || ${id}::text, 0))`.execute(db);
}

/** Writes only over the version that was read; tells whether it was still there. */
export async function claimProductVersion(
  db: Database,
  { id, updatedAt }: { id: string; updatedAt: Date },
  changes: Updateable<Tables['products']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('products')
    .set(changes)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    // Versions travel as JavaScript dates, which know no microseconds.
    .where(sql<Date>`date_trunc('milliseconds', updated_at)`, '=', updatedAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

type ManyProducts = { ids: readonly string[]; now: Date };
type ProductName = { id: string; title: string };

/** Returns the products that were there to change. */
export const updateProducts = (
  db: Database,
  { ids, now }: ManyProducts,
  changes: { is_active: boolean } | { deleted_at: Date },
): Promise<ProductName[]> =>
  db
    .updateTable('products')
    .set({ ...changes, updated_at: sql<Date>`greatest(${now}, updated_at + interval '1 millisecond')` })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .returning(['id', 'title'])
    .execute();

export async function insertGoods(
  db: Database,
  goods: SealedGoods & { id: string; product_id: string },
): Promise<void> {
  await db.insertInto('goods').values(goods).execute();
}

type GoodsRecord = { id: string; key_id: string; code_sealed: Buffer; link_sealed: Buffer | null };

export const findGoods = (db: Database, id: string): Promise<GoodsRecord> =>
  db
    .selectFrom('goods')
    .select(['id', 'key_id', 'code_sealed', 'link_sealed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Whether another product that is visible to customers delivers the same code. */
export async function isCodeOnSale(db: Database, fingerprint: Buffer, exceptId: string): Promise<boolean> {
  const found = await db
    .selectFrom('goods')
    .innerJoin('products', 'products.goods_id', 'goods.id')
    .select('products.id')
    .where('goods.code_fingerprint', '=', fingerprint)
    .where('products.id', '<>', exceptId)
    .where('products.is_active', '=', true)
    .where('products.deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}
