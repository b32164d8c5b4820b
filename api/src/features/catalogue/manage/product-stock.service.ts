import { fieldMessages } from '@shop/contract/failures/messages';
import { USAGE_LIMIT } from '@shop/contract/limits/admin-limits';
import type { ProductChange, ProductInput } from '@shop/contract/products/product-input';
import type { StockKind } from '@shop/contract/stock-kinds';
import { fail } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import { addUnits, hasUnsoldUnits, setStock, withdrawAllUnits } from '../../stock/stock.service.ts';
import { type Goods, readGoods, storeGoods } from '../../stock/units/goods.service.ts';
import { refreshSoldOut } from '../availability.service.ts';
import type { AdminProductRecord } from './product-for-admins.ts';
import { updateGoodsOf } from './products-admin.queries.ts';

/** The form of a pool shows no goods. */
const NO_GOODS: Goods = { code: '', productLink: null };

export const goodsOfForm = ({ code, productLink }: Pick<ProductChange, 'code' | 'productLink'>): Goods => ({
  code,
  productLink: productLink ?? null,
});

/** The goods that a shared product delivers to every buyer. The codes of a pool are shown to their buyers only. */
export async function readProductGoods(
  db: Database,
  vault: Vault,
  { goods_id, stock_kind }: Pick<AdminProductRecord, 'goods_id' | 'stock_kind'>,
): Promise<Goods> {
  if (stock_kind === 'pool') return NO_GOODS;
  if (goods_id === null) throw new Error('a product without goods was stored');
  return readGoods(db, vault, goods_id);
}

/** The stock columns of a product. `goods_id` is the shared goods, or null for a pool. */
type StockColumns = { stock_kind: StockKind; goods_id: string | null; stock_told?: 'sold-out' };

// `sold-out` counts as already mailed: the admin who creates a pool knows that it is empty.
const NEW_POOL: StockColumns = { stock_kind: 'pool', goods_id: null, stock_told: 'sold-out' };

/** The stock columns of a new product. A pool starts empty; a shared product gets its goods in `addInitialStock`. */
export const initialStock = ({ stockKind }: ProductInput) =>
  stockKind === 'pool' ? { ...NEW_POOL, is_sold: true } : { goods_id: null };

/** Adds the goods and units of shared products that were just inserted. */
export async function addInitialStock(
  db: Database,
  vault: Vault,
  made: readonly { id: string; input: ProductInput }[],
): Promise<void> {
  const shared = made
    .filter(({ input }) => input.stockKind !== 'pool')
    .map(({ id, input }) => ({
      productId: id,
      goodsId: newId(),
      goods: goodsOfForm(input),
      count: input.usageLimit,
    }));
  if (shared.length === 0) return;
  await storeGoods(db, vault, shared);
  await addUnits(db, shared);
  await updateGoodsOf(db, shared);
}

type Shared = { id: string; goods: Goods; available: number };

async function setSharedStock(db: Database, vault: Vault, { id, goods, available }: Shared): Promise<StockColumns> {
  const goodsId = newId();
  await storeGoods(db, vault, [{ goodsId, productId: id, goods }]);
  await setStock(db, { productId: id, goodsId, available });
  await refreshSoldOut(db, id);
  return { stock_kind: 'shared', goods_id: goodsId };
}

type ChangeDeps = { vault: Vault; now: Date };

/** Call it under the product's edit lock: see `lockProductEdits`. */
export function changeStock(
  db: Database,
  deps: ChangeDeps,
  current: AdminProductRecord,
  change: ProductChange,
): Promise<StockColumns> {
  const kind = change.stockKind ?? current.stock_kind;
  checkForm(kind, change);
  if (kind === 'pool') return savePool(db, deps, current, change);
  return current.stock_kind === 'pool'
    ? turnIntoShared(db, deps, current, change)
    : changeSharedCode(db, deps, current, change);
}

/** Validation does not know the stored kind: a form that leaves it out is only checked here. */
function checkForm(kind: StockKind, { code, productLink }: ProductChange): void {
  const errors = {
    ...(kind === 'shared' && !code && { code: fieldMessages.codeRequired }),
    ...(kind === 'pool' && code && { code: fieldMessages.codeOfPool }),
    ...(kind === 'pool' && productLink && { productLink: fieldMessages.linkOfPool }),
  };
  if (Object.keys(errors).length > 0) throw fail('validationFailed', { errors });
}

async function savePool(
  db: Database,
  { now }: ChangeDeps,
  current: AdminProductRecord,
  { confirmWithdraw }: ProductChange,
): Promise<StockColumns> {
  const isNew = current.stock_kind !== 'pool';
  if (isNew && !confirmWithdraw && (await hasUnsoldUnits(db, current.id, now))) throw fail('withdrawUnconfirmed');
  return isNew ? turnIntoPool(db, current.id) : { stock_kind: 'pool', goods_id: null };
}

/** Withdraws the unsold units of the shared code. */
export async function turnIntoPool(db: Database, id: string): Promise<StockColumns> {
  await withdrawAllUnits(db, id);
  await refreshSoldOut(db, id);
  return NEW_POOL;
}

/** Turns a pool into a shared code. Unsold codes were paid for, so this is refused while there are any. */
async function turnIntoShared(
  db: Database,
  { vault, now }: ChangeDeps,
  { id }: AdminProductRecord,
  change: ProductChange,
): Promise<StockColumns> {
  if (await hasUnsoldUnits(db, id, now)) throw fail('unitsUnsold');
  await withdrawAllUnits(db, id);
  return setSharedStock(db, vault, {
    id,
    goods: goodsOfForm(change),
    available: change.usageLimit ?? USAGE_LIMIT.default,
  });
}

async function changeSharedCode(
  db: Database,
  { vault }: ChangeDeps,
  current: AdminProductRecord,
  change: ProductChange,
): Promise<StockColumns> {
  const goodsId = await goodsIdFor(db, vault, current, goodsOfForm(change));
  if (change.usageLimit !== undefined) {
    await setStock(db, { productId: current.id, goodsId, available: change.usageLimit });
    await refreshSoldOut(db, current.id);
  }
  return { stock_kind: 'shared', goods_id: goodsId };
}

const isSameGoods = (one: Goods, other: Goods) => one.code === other.code && one.productLink === other.productLink;

/** Returns the id of the goods to deliver from now on. A unit gets the current goods when it is claimed. */
async function goodsIdFor(db: Database, vault: Vault, current: AdminProductRecord, goods: Goods): Promise<string> {
  if (isSameGoods(await readProductGoods(db, vault, current), goods) && current.goods_id) return current.goods_id;
  const goodsId = newId();
  await storeGoods(db, vault, [{ goodsId, productId: current.id, goods }]);
  return goodsId;
}
