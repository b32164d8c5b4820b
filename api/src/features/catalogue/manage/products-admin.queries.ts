import type { ProductListQuery } from '@shop/contract/admin';
import { categories } from '@shop/contract/products/categories';
import { type Insertable, sql, type Updateable } from 'kysely';
import { listDayCounts } from '../../../platform/lists/list-counts.queries.ts';
import { type Extent, extentOfDays, firstRows, type Slice } from '../../../platform/lists/list-page.ts';
import { type ListOrder, listIds, measureRows } from '../../../platform/lists/list-rows.queries.ts';
import { hasText, type SearchedText } from '../../../platform/lists/list-search.queries.ts';
import type { Database, Tables, UnitState } from '../../../tables.ts';
import { runsLow as hasFewUnits } from '../low-stock/low-stock.queries.ts';
import { productRows } from '../product-rows.queries.ts';
import type { AdminProductRecord } from './product-for-admins.ts';

const adminProductRows = (db: Database, now: Date) =>
  productRows(db, { now }).select((eb) => [
    'goods_id',
    'stock_kind',
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
    eb
      .selectFrom('batches')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .whereRef('batches.product_id', '=', 'products.id')
      .$asScalar()
      .$notNull()
      .as('batch_count'),
  ]);

export const findAdminProduct = (db: Database, id: string, now: Date): Promise<AdminProductRecord | undefined> =>
  adminProductRows(db, now).where('id', '=', id).executeTakeFirst();

/** The products in the order of `ids`. */
export const listAdminProducts = (db: Database, ids: string[], now: Date): Promise<AdminProductRecord[]> =>
  adminProductRows(db, now)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], id)`)
    .execute();

type Selection = Pick<ProductListQuery, 'status' | 'category' | 'stockKind' | 'runsLow'> & {
  searched?: SearchedText | undefined;
  now: Date;
};

function selectProducts(db: Database, { searched, status, category, stockKind, runsLow, now }: Selection) {
  let query = db.selectFrom('products').where('deleted_at', 'is', null);
  if (searched) query = query.where(hasText(searched));
  if (category) query = query.where('category', '=', category);
  if (stockKind) query = query.where('stock_kind', '=', stockKind);
  // A product that is not on sale needs no refill.
  if (runsLow) query = query.where('is_active', '=', true).where('expiry_date', '>', now).where(hasFewUnits(now));
  if (status === 'active') query = query.where('is_active', '=', true);
  if (status === 'inactive') query = query.where('is_active', '=', false);
  if (status === 'sold-out')
    query = query.where(({ or, eb }) => or([eb('is_sold', '=', true), eb('stock_until', '<=', now)]));
  if (status === 'expired') query = query.where('expiry_date', '<=', now);
  return query;
}

type Sort = ProductListQuery['sort'];

const orderOf: Record<Sort, ListOrder> = {
  newest: [sql.ref('created_at'), 'desc'],
  oldest: [sql.ref('created_at'), 'asc'],
  title: [sql`lower(title)`, 'asc'],
  'price-asc': [sql.ref('price_paise'), 'asc'],
  'price-desc': [sql.ref('price_paise'), 'desc'],
  rating: [sql.ref('rating_average'), 'desc'],
  expiring: [sql.ref('expiry_date'), 'asc'],
};

export async function measureAdminProducts(db: Database, selection: Selection, sort: Sort): Promise<Extent> {
  const { searched, status, category, stockKind, runsLow } = selection;
  if (searched || stockKind || runsLow || status === 'sold-out' || status === 'expired')
    return measureRows(db, selectProducts(db, selection));
  const statuses = status === 'all' ? ['active', 'inactive'] : [status];
  const parts = (category ? [category] : categories).flatMap((name) => statuses.map((listed) => `${name} ${listed}`));
  return extentOfDays(await listDayCounts(db, { list: 'products', parts }), sort);
}

export const listAdminProductIds = (
  db: Database,
  selection: Selection,
  { sort, ...slice }: Slice & { sort: Sort },
): Promise<string[]> => listIds(selectProducts(db, selection), orderOf[sort], slice);

/** The next page of an export, newest first. It starts after the last exported id, because the list may change meanwhile. */
export async function listIdsForExport(
  db: Database,
  selection: Selection,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> {
  let query = selectProducts(db, selection);
  if (after)
    query = query.where(
      sql<boolean>`(created_at, id) < ((select created_at from products where id = ${after}), ${after}::uuid)`,
    );
  return listIds(query, orderOf.newest, firstRows(limit));
}

/** The ids that the filters find, in no order. */
export async function listMatchingIds(db: Database, selection: Selection, limit: number): Promise<string[]> {
  const rows = await selectProducts(db, selection).select('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

export async function insertProducts(db: Database, products: readonly Insertable<Tables['products']>[]): Promise<void> {
  await db.insertInto('products').values(products).execute();
}

export async function updateGoodsOf(
  db: Database,
  products: readonly { productId: string; goodsId: string }[],
): Promise<void> {
  await sql`
    update products set goods_id = line.goods_id
    from unnest(
      ${products.map(({ productId }) => productId)}::uuid[], ${products.map(({ goodsId }) => goodsId)}::uuid[]
    ) as line (id, goods_id)
    where products.id = line.id`.execute(db);
}

/** Updates the product only if it still has the version that was read. Returns false if it has changed. */
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
    // JavaScript dates have no microseconds.
    .where(sql<Date>`date_trunc('milliseconds', updated_at)`, '=', updatedAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Updates the stock columns of a product. */
export async function updateStockColumns(
  db: Database,
  id: string,
  selling: Pick<Updateable<Tables['products']>, 'stock_kind' | 'goods_id' | 'stock_told'>,
): Promise<void> {
  await db.updateTable('products').set(selling).where('id', '=', id).execute();
}

/** Whether another active product delivers the same code. */
export async function isCodeOnSale(db: Database, fingerprints: Buffer[], exceptId: string): Promise<boolean> {
  const found = await db
    .selectFrom('goods')
    .innerJoin('products', 'products.goods_id', 'goods.id')
    .select('products.id')
    .where('goods.code_fingerprint', 'in', fingerprints)
    .where('products.id', '<>', exceptId)
    .where('products.is_active', '=', true)
    .where('products.deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}
