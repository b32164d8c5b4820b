import type { ProductFilters } from '@shop/contract/catalogue';
import type { ProductSort } from '@shop/contract/categories';
import { toPaise } from '@shop/contract/money';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database, Tables } from '../../tables.ts';
import type { ProductRow } from './product-on-wire.ts';

type ProductsQuery<O> = SelectQueryBuilder<Tables, 'products', O>;

const onSale = <O>(query: ProductsQuery<O>, now: Date) =>
  query
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .where('is_sold', '=', false)
    .where('expiry_date', '>', now);

function filtered<O>(query: ProductsQuery<O>, filters: ProductFilters): ProductsQuery<O> {
  const { category, company, minPrice, maxPrice } = filters;
  let narrowed = query;
  if (category) narrowed = narrowed.where('category', '=', category);
  if (company) narrowed = narrowed.where('company', '=', company);
  if (minPrice !== undefined) narrowed = narrowed.where('price_paise', '>=', toPaise(minPrice));
  if (maxPrice !== undefined) narrowed = narrowed.where('price_paise', '<=', toPaise(maxPrice));
  return narrowed;
}

const orderings: Record<ProductSort, RawBuilder<unknown>> = {
  newest: sql`created_at desc, id desc`,
  'price-asc': sql`price_paise, id desc`,
  'price-desc': sql`price_paise desc, id desc`,
  rating: sql`rating_sum::real / greatest(rating_count, 1) desc, rating_count desc, id desc`,
  expiring: sql`expiry_date, id desc`,
};

/** Full rows of products, with images in order and the number of units left. */
const productRows = (db: Database) =>
  db.selectFrom('products').select((eb) => [
    ...([
      'id',
      'title',
      'subtitle',
      'company',
      'category',
      'price_paise',
      'original_price_paise',
      'details',
      'how_to_redeem',
      'terms_and_conditions',
      'expiry_date',
      'is_one_time_use',
      'is_active',
      'is_sold',
      'rating_sum',
      'rating_count',
      'created_at',
      'updated_at',
    ] as const),
    eb
      .selectFrom('units')
      .whereRef('units.product_id', '=', 'products.id')
      .where('units.state', '=', 'available')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .$asScalar()
      .$notNull()
      .as('available_units'),
    jsonArrayFrom(
      eb
        .selectFrom('images')
        .whereRef('images.product_id', '=', 'products.id')
        .select(['images.id', 'images.width', 'images.height', 'images.widths'])
        .orderBy('images.position'),
    ).as('images'),
  ]);

type ListOptions = { filters: ProductFilters; sort: ProductSort; limit: number; offset: number; now: Date };

export async function listProductsOnSale(
  db: Database,
  { filters, sort, limit, offset, now }: ListOptions,
): Promise<{ rows: ProductRow[]; total: number }> {
  const ids = filtered(onSale(db.selectFrom('products').select('id'), now), filters)
    .orderBy(orderings[sort])
    .limit(limit)
    .offset(offset);
  const rows = await productRows(db).where('id', 'in', ids).orderBy(orderings[sort]).execute();
  const { total } = await filtered(
    onSale(
      db.selectFrom('products').select(({ fn }) => fn.countAll<number>().as('total')),
      now,
    ),
    filters,
  ).executeTakeFirstOrThrow();
  return { rows, total };
}

export const findVisibleProduct = (db: Database, id: string): Promise<ProductRow | undefined> =>
  productRows(db).where('id', '=', id).where('is_active', '=', true).where('deleted_at', 'is', null).executeTakeFirst();
