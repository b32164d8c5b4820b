import { columnsOf } from '@shop/api/features/catalogue/product-columns';
import { encryptGoods } from '@shop/api/features/stock/units/encrypt-goods';
import { daysAfter } from '@shop/api/platform/clock';
import { newId } from '@shop/api/platform/ids';
import type { StoredImage } from '@shop/api/platform/images/image-urls';
import type { Vault } from '@shop/api/platform/vault';
import type { Tables } from '@shop/api/tables';
import { toRupees } from '@shop/contract/money';
import { productInput } from '@shop/contract/products/product-input';
import type { Selectable } from 'kysely';
import { between, type Random } from '../artwork/seeded-random.ts';
import type { DemoRows } from '../demo.queries.ts';
import { type DemoProduct, isPool } from './demo-product.ts';

/** A demo product with its row, goods, pictures and number of unsold units. */
export type StockedProduct = {
  row: Omit<
    Selectable<Tables['products']>,
    'search' | 'searched' | 'rating_average' | 'stock_until' | 'is_over' | 'sellable_until' | 'is_listed'
  >;
  /** The goods of a shared code; null for a pool, whose goods are in its batches. */
  goods: DemoRows['goods'][number] | null;
  images: StoredImage[];
  unitsLeft: number;
};

type StockOptions = {
  images: StoredImage[];
  firstSaleDaysAgo: number | undefined;
  uploadedBy: string;
  vault: Vault;
  random: Random;
  now: Date;
};

// Only pools need a threshold, because they have to be refilled by hand.
const LOW_STOCK_AT = 5;
const LONGEST_WAIT_FOR_A_SALE_DAYS = 45;

export function stockProduct(
  product: DemoProduct,
  { images, firstSaleDaysAgo = 0, uploadedBy, vault, random, now }: StockOptions,
): StockedProduct {
  const latestStartDaysAgo = Math.max(firstSaleDaysAgo, -product.expiryInDays);
  const createdAt = daysAfter(now, -latestStartDaysAgo - between(random, 0.2, LONGEST_WAIT_FOR_A_SALE_DAYS));
  const productId = newId();
  const goodsId = newId();
  const expiryDate = endOfDayInIndia(daysAfter(now, product.expiryInDays));
  // Parsed like a form, so that fields which the demo leaves out are blank.
  const fields = productInput.parse({
    ...product,
    price: toRupees(product.pricePaise),
    originalPrice: product.originalPricePaise === undefined ? undefined : toRupees(product.originalPricePaise),
    expiryDate: expiryDate.toISOString(),
    isActive: product.state !== 'inactive',
    lowStockAt: isPool(product) ? LOW_STOCK_AT : undefined,
  });
  const unitsLeft = product.state === 'sold-out' ? 0 : product.usageLimit;
  return {
    row: {
      id: productId,
      ...columnsOf({ ...fields, expiryDate }),
      is_sold: unitsLeft === 0,
      rating_sum: 0,
      rating_count: 0,
      goods_id: null,
      stock_kind: isPool(product) ? 'pool' : 'shared',
      stock_told: unitsLeft === 0 ? 'sold-out' : isPool(product) && unitsLeft <= LOW_STOCK_AT ? 'low' : 'enough',
      uploaded_by: uploadedBy,
      created_at: createdAt,
      updated_at: createdAt,
      deleted_at: null,
    },
    goods: isPool(product)
      ? null
      : {
          id: goodsId,
          product_id: productId,
          ...encryptGoods(vault, goodsId, { code: product.code, productLink: product.productLink ?? null }),
          created_at: createdAt,
        },
    images,
    unitsLeft,
  };
}

const DAY_MS = 86_400_000;
const INDIA_OFFSET_MS = 5.5 * 3_600_000;

const endOfDayInIndia = (date: Date): Date => {
  const day = Math.floor((date.getTime() + INDIA_OFFSET_MS) / DAY_MS);
  return new Date((day + 1) * DAY_MS - INDIA_OFFSET_MS - 1);
};

export const imageRows = ({ row, images }: StockedProduct): DemoRows['images'] =>
  images.map(({ id, width, height, widths }, position) => ({
    id,
    product_id: row.id,
    position,
    width,
    height,
    widths: [...widths],
    created_at: row.created_at,
  }));

export const availableUnitRows = ({ row, goods, unitsLeft }: StockedProduct): DemoRows['units'] =>
  goods
    ? Array.from({ length: unitsLeft }, () => ({
        id: newId(),
        product_id: row.id,
        goods_id: goods.id,
        state: 'available',
        order_id: null,
        held_until: null,
      }))
    : [];
