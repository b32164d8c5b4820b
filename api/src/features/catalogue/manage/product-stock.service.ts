import { fieldMessages } from '@shop/contract/failures/messages';
import { USAGE_LIMIT } from '@shop/contract/limits/admin-limits';
import type { ProductChange, ProductInput } from '@shop/contract/products/product-input';
import type { StockKind } from '@shop/contract/stock-kinds';
import { fail } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import { addUnits, hasUnsold, setStock, withdrawAllUnits } from '../../stock/stock.service.ts';
import { type Goods, readGoods, storeGoods } from '../../stock/units/goods.service.ts';
import { refreshSoldOut } from '../availability.service.ts';
import type { AdminProductRecord } from './product-for-admins.ts';
import { updateGoodsOf } from './products-admin.queries.ts';

/** What the form of a pool shows in their place. */
const NO_GOODS: Goods = { code: '', productLink: null };

export const goodsIn = ({ code, productLink }: Pick<ProductChange, 'code' | 'productLink'>): Goods => ({
  code,
  productLink: productLink ?? null,
});

/** What a product delivers to everybody; the codes of a pool are shown to their buyers only. */
export async function goodsOf(
  db: Database,
  vault: Vault,
  { goods_id, stock_kind }: Pick<AdminProductRecord, 'goods_id' | 'stock_kind'>,
): Promise<Goods> {
  if (stock_kind === 'pool') return NO_GOODS;
  if (goods_id === null) throw new Error('a product without goods was stored');
  return readGoods(db, vault, goods_id);
}

/** How a product sells, and by which goods of its own. */
type Selling = { stock_kind: StockKind; goods_id: string | null; stock_told?: 'sold-out' };

// Whoever makes one knows that it is empty, and need not be told.
const NEW_POOL: Selling = { stock_kind: 'pool', goods_id: null, stock_told: 'sold-out' };

/** How a product that is about to be made begins to sell: a pool is empty, and what is shared has its goods later. */
export const beginningOf = ({ stockKind }: ProductInput) =>
  stockKind === 'pool' ? { ...NEW_POOL, is_sold: true } : { goods_id: null };

/** The goods and units of products that were just made. */
export async function stockProducts(
  db: Database,
  vault: Vault,
  made: readonly { id: string; input: ProductInput }[],
): Promise<void> {
  const shared = made
    .filter(({ input }) => input.stockKind !== 'pool')
    .map(({ id, input }) => ({
      productId: id,
      goodsId: newId(),
      goods: goodsIn(input),
      count: input.usageLimit,
    }));
  if (shared.length === 0) return;
  await storeGoods(db, vault, shared);
  await addUnits(db, shared);
  await updateGoodsOf(db, shared);
}

type Shared = { id: string; goods: Goods; available: number };

async function sellShared(db: Database, vault: Vault, { id, goods, available }: Shared): Promise<Selling> {
  const goodsId = newId();
  await storeGoods(db, vault, [{ goodsId, productId: id, goods }]);
  await setStock(db, { productId: id, goodsId, available });
  await refreshSoldOut(db, id);
  return { stock_kind: 'shared', goods_id: goodsId };
}

type ChangeDeps = { vault: Vault; now: Date };

/** Edits of the product take turns: see `lockProductEdits`. */
export function changeStock(
  db: Database,
  deps: ChangeDeps,
  current: AdminProductRecord,
  change: ProductChange,
): Promise<Selling> {
  const kind = change.stockKind ?? current.stock_kind;
  checkForm(kind, change);
  if (kind === 'pool') return changePool(db, deps, current, change);
  return current.stock_kind === 'pool' ? shareCode(db, deps, current, change) : changeCode(db, deps, current, change);
}

/** A form that names no kind was not checked for it before. */
function checkForm(kind: StockKind, { code, productLink }: ProductChange): void {
  const errors = {
    ...(kind === 'shared' && !code && { code: fieldMessages.codeRequired }),
    ...(kind === 'pool' && code && { code: fieldMessages.codeOfPool }),
    ...(kind === 'pool' && productLink && { productLink: fieldMessages.linkOfPool }),
  };
  if (Object.keys(errors).length > 0) throw fail('validationFailed', { errors });
}

async function changePool(
  db: Database,
  { now }: ChangeDeps,
  current: AdminProductRecord,
  { confirmWithdraw }: ProductChange,
): Promise<Selling> {
  const isNew = current.stock_kind !== 'pool';
  if (isNew && !confirmWithdraw && (await hasUnsold(db, current.id, now))) throw fail('withdrawUnconfirmed');
  return isNew ? becomePool(db, current.id) : { stock_kind: 'pool', goods_id: null };
}

/** What is unsold of the shared code leaves the shelf. */
export async function becomePool(db: Database, id: string): Promise<Selling> {
  await withdrawAllUnits(db, id);
  await refreshSoldOut(db, id);
  return NEW_POOL;
}

/** The other way round nobody can have meant to give up codes that were paid for. */
async function shareCode(
  db: Database,
  { vault, now }: ChangeDeps,
  { id }: AdminProductRecord,
  change: ProductChange,
): Promise<Selling> {
  if (await hasUnsold(db, id, now)) throw fail('unitsUnsold');
  await withdrawAllUnits(db, id);
  return sellShared(db, vault, { id, goods: goodsIn(change), available: change.usageLimit ?? USAGE_LIMIT.default });
}

async function changeCode(
  db: Database,
  { vault }: ChangeDeps,
  current: AdminProductRecord,
  change: ProductChange,
): Promise<Selling> {
  const goodsId = await changeGoods(db, vault, current, goodsIn(change));
  if (change.usageLimit !== undefined) {
    await setStock(db, { productId: current.id, goodsId, available: change.usageLimit });
    await refreshSoldOut(db, current.id);
  }
  return { stock_kind: 'shared', goods_id: goodsId };
}

const areSame = (one: Goods, other: Goods) => one.code === other.code && one.productLink === other.productLink;

/** Returns the goods that the product delivers from now on: each unit is given them when it is claimed. */
async function changeGoods(db: Database, vault: Vault, current: AdminProductRecord, goods: Goods): Promise<string> {
  if (areSame(await goodsOf(db, vault, current), goods) && current.goods_id) return current.goods_id;
  const goodsId = newId();
  await storeGoods(db, vault, [{ goodsId, productId: current.id, goods }]);
  return goodsId;
}
