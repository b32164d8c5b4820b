import { refreshSoldOutNowAndAfterCommit } from '../../features/catalogue/availability.service.ts';
import { importBatch } from '../../features/stock/import/batch-import.service.ts';
import { newId } from '../../platform/ids.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Shop } from '../../shop.ts';
import { buildProduct, buildUser, CANARY, loadedUnitCounts } from './builders.ts';

/** Returns `count` new unique codes. */
export const newCodes = (count: number): string[] => Array.from({ length: count }, () => `${CANARY}${newId()}`);

type BatchOptions = { codes?: string[]; reference?: string; expiresOn?: string; vault?: Vault };

/** Adds a batch with the service of the administration, without an HTTP request. */
export async function addBatch(shop: Shop, productId: string, options: BatchOptions = {}) {
  const { codes = newCodes(5), reference = `R-${newId()}`, expiresOn, vault = shop.vault } = options;
  const admin = await buildUser(shop, { role: 'admin' });
  const input = { reference, supplier: 'Wholesale', codes: codes.join('\n'), skipRefused: false, expiresOn };
  const deps = { ...shop, vault, refreshSoldOut: refreshSoldOutNowAndAfterCommit };
  const added = await importBatch(deps, { _id: admin.id }, productId, input);
  return added.batch;
}

type PoolOptions = NonNullable<Parameters<typeof buildProduct>[1]> & { codes?: string[] };

/** A pool product on sale. By default it has one batch of five codes. */
export async function buildPool(shop: Shop, { codes = newCodes(5), ...overrides }: PoolOptions = {}) {
  const product = await buildProduct(shop, { ...overrides, units: 0 });
  await shop.db
    .updateTable('products')
    .set({ stock_kind: 'pool', goods_id: null, stock_told: 'sold-out' })
    .where('id', '=', product.id)
    .execute();
  // An invariant counts the units of batches with the audit log instead.
  loadedUnitCounts.delete(product.id);
  if (codes.length > 0) await addBatch(shop, product.id, { codes });
  return { ...product, codes };
}
