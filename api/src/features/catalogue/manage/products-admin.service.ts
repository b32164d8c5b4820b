import type { User } from '@shop/contract/accounts/accounts';
import type { ProductListQuery } from '@shop/contract/admin';
import type { Page } from '@shop/contract/common';
import type { ProductFilters } from '@shop/contract/products/product-filters';
import type { AdminProduct, AdminProductRow } from '@shop/contract/products/product-input';
import type { BatchedProduct } from '@shop/contract/stock';
import { recordAudit } from '../../../platform/audit.ts';
import type { Clock } from '../../../platform/clock.ts';
import { fail } from '../../../platform/failure.ts';
import { readPage, type Slice } from '../../../platform/lists/list-page.ts';
import { searchedText } from '../../../platform/lists/list-search.queries.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import { type CodeQuotaDeps, countCodeShown } from '../../accounts/administrators/code-quota.service.ts';
import { type AdminProductRecord, productForAdmins, productWithGoods } from './product-for-admins.ts';
import { readProductGoods } from './product-stock.service.ts';
import {
  findAdminProduct,
  listAdminProductIds,
  listAdminProducts,
  measureAdminProducts,
} from './products-admin.queries.ts';

export type ProductAdminDeps = { db: Database; clock: Clock; vault: Vault };
export type ShowCodeDeps = ProductAdminDeps & CodeQuotaDeps;

/** The selection that a list's search and filters stand for. */
export const selectionOf = async (db: Database, { q, ...filters }: ProductFilters, now: Date) => ({
  ...filters,
  searched: q ? await searchedText(db, 'products', q) : undefined,
  now,
});

export async function listAllProducts(
  { db, clock }: ProductAdminDeps,
  { page, limit, sort, ...filters }: ProductListQuery,
): Promise<Page<AdminProductRow>> {
  const now = clock.now();
  const selection = await selectionOf(db, filters, now);
  const extent = await measureAdminProducts(db, selection, sort);
  const listIds = (slice: Slice) => listAdminProductIds(db, selection, { ...slice, sort });
  return readPage({ page, limit }, { extent, listIds }, async (ids) =>
    (await listAdminProducts(db, ids, now)).map((row) => productForAdmins(row, now)),
  );
}

export async function requireProduct(db: Database, id: string, now: Date): Promise<AdminProductRecord> {
  const row = await findAdminProduct(db, id, now);
  if (!row) throw fail('productNotFound');
  return row;
}

/** The product without its goods, so that reading it is not audited. */
export async function findBatchedProduct(
  { db, clock }: Pick<ProductAdminDeps, 'db' | 'clock'>,
  id: string,
): Promise<BatchedProduct> {
  const { title, stock_kind: stockKind } = await requireProduct(db, id, clock.now());
  return { _id: id, title, stockKind };
}

/** Returns a shared code in clear, so the read is audited and counts towards the admin's quota. */
export async function openProduct(deps: ShowCodeDeps, actor: User, id: string): Promise<AdminProduct> {
  const { db, clock, vault } = deps;
  const now = clock.now();
  const row = await requireProduct(db, id, now);
  if (row.stock_kind === 'shared') {
    await countCodeShown(deps, actor);
    await recordAudit(db, {
      at: now,
      actorId: actor._id,
      action: 'product.code-revealed',
      subjectType: 'product',
      subjectId: id,
      details: { title: row.title },
    });
  }
  return productWithGoods(row, await readProductGoods(db, vault, row), now);
}
