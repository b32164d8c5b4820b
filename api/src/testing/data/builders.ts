import { hash } from '@node-rs/argon2';
import type { Role } from '@shop/contract/accounts/accounts';
import { toPaise } from '@shop/contract/money';
import type { Permission } from '@shop/contract/accounts/permissions';
import type { Insertable } from 'kysely';
import sharp from 'sharp';
import { encryptGoods } from '../../features/stock/units/encrypt-goods.ts';
import { daysAfter } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { saveImage } from '../../platform/images/save-images.ts';
import type { Shop } from '../../shop.ts';
import type { Tables } from '../../tables.ts';

export const PASSWORD = 'Correct-Horse-9';
// The cheapest argon2 parameters, because tests verify thousands of hashes. Each hash contains its own parameters.
let passwordHash: Promise<string> | undefined;
let count = 0;

/** Prefix of all generated codes. If it appears in plain text anywhere, a code has leaked. */
export const CANARY = 'CANARY-';
/** Product id → number of units it was built with. The invariants count them again after each test. */
export const loadedUnitCounts = new Map<string, number>();

/** A user who can sign in with `PASSWORD`. */
export async function buildUser(
  shop: Shop,
  overrides: Partial<Record<'name' | 'email' | 'password_hash', string>> & {
    role?: Role;
    permissions?: Permission[];
    active?: boolean;
  } = {},
) {
  passwordHash ??= hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const user = {
    id: newId(),
    name: `Person ${++count}`,
    email: `person-${count}-${newId()}@example.com`,
    mobile: '9876543210',
    role: 'customer' as Role,
    permissions: null as Permission[] | null,
    password_hash: await passwordHash,
    closed_at: null,
    ...overrides,
  };
  await shop.db.insertInto('users').values(user).execute();
  return user;
}

type ProductOverrides = Partial<
  Pick<
    Insertable<Tables['products']>,
    | 'title'
    | 'subtitle'
    | 'company'
    | 'category'
    | 'details'
    | 'how_to_redeem'
    | 'terms_and_conditions'
    | 'expiry_date'
    | 'is_one_time_use'
    | 'max_per_customer'
    | 'low_stock_at'
    | 'is_active'
    | 'deleted_at'
  >
> & { price?: number; originalPrice?: number; units?: number; code?: string; productLink?: string; createdAt?: Date };

/** A product on sale with `units` available units (default 5). */
export async function buildProduct(shop: Shop, overrides: ProductOverrides = {}) {
  const {
    price = 499,
    originalPrice,
    units = 5,
    code = `${CANARY}${newId()}`,
    productLink,
    createdAt,
    ...columns
  } = overrides;
  const now = createdAt ?? shop.clock.now();
  const product = {
    id: newId(),
    title: `Product ${++count}`,
    company: 'Acme',
    category: 'Voucher' as const,
    price_paise: toPaise(price),
    original_price_paise: originalPrice === undefined ? null : toPaise(originalPrice),
    expiry_date: daysAfter(shop.clock.now(), 90),
    is_active: true as boolean,
    is_one_time_use: false as boolean,
    is_sold: units === 0,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    uploaded_by: null,
    ...columns,
  };
  const goodsId = newId();
  const { db, vault } = shop;
  await db
    .insertInto('products')
    .values({ ...product, goods_id: null } as never)
    .execute();
  await db
    .insertInto('goods')
    .values({
      id: goodsId,
      product_id: product.id,
      ...encryptGoods(vault, goodsId, { code, productLink: productLink ?? null }),
    })
    .execute();
  await db.updateTable('products').set({ goods_id: goodsId }).where('id', '=', product.id).execute();
  const rows = Array.from({ length: units }, () => ({
    id: newId(),
    product_id: product.id,
    goods_id: goodsId,
    order_id: null,
    held_until: null,
  }));
  if (rows.length > 0) await db.insertInto('units').values(rows).execute();
  loadedUnitCounts.set(product.id, units);
  return { ...product, goods_id: goodsId, code };
}

const PICTURE = { width: 800, height: 600, channels: 3 } as const;

type Pictures = { productId: string; count: number; width?: number };

/** Adds `count` single-colour pictures to a product. */
export async function buildPictures(shop: Shop, { productId, count, width = PICTURE.width }: Pictures) {
  for (let position = 0; position < count; position += 1) {
    const background = { r: 80 * position, g: 93, b: 78 };
    const bytes = await sharp({ create: { ...PICTURE, width, background } })
      .png()
      .toBuffer();
    const image = await saveImage(shop.images, bytes, { effort: 'fast' });
    await shop.db
      .insertInto('images')
      .values({ ...image, widths: [...image.widths], product_id: productId, position })
      .execute();
  }
}
