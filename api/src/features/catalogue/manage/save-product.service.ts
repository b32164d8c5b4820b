import type { User } from '@shop/contract/accounts/accounts';
import { fieldMessages } from '@shop/contract/failures/messages';
import { IMAGE } from '@shop/contract/limits/admin-limits';
import type { AdminProduct, ProductChange, ProductInput } from '@shop/contract/products/product-input';
import { recordAudit, recordAudits } from '../../../platform/audit.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { fail } from '../../../platform/failure.ts';
import type { UploadedFile } from '../../../platform/http/forms/multipart-form.ts';
import type { SessionUser } from '../../../platform/http/requests/session-user.ts';
import { newId } from '../../../platform/ids.ts';
import type { Database } from '../../../tables.ts';
import { lockProductEdits } from '../../stock/stock.service.ts';
import { columnsOf } from '../product-columns.ts';
import { type AdminProductRecord, productWithGoods } from './product-for-admins.ts';
import { updateImagesOf } from './product-images.queries.ts';
import { discardImages, discardReplaced, type ProductImageDeps, storeUploads } from './product-images.service.ts';
import { addInitialStock, changeStock, goodsOfForm, initialStock } from './product-stock.service.ts';
import { claimProductVersion, insertProducts, isCodeOnSale } from './products-admin.queries.ts';
import { changedFields, expiryOf, keptImages, nextVersion } from './products-admin.rules.ts';
import { type ProductAdminDeps, requireProduct } from './products-admin.service.ts';

export type SaveProductDeps = ProductAdminDeps & ProductImageDeps;

/** Whether another product sells the same code: intended for some codes, a mistake for a single key. */
export const isCodeShared = async ({ db, vault }: SaveProductDeps, product: AdminProduct): Promise<boolean> =>
  product.stockKind !== 'pool' && isCodeOnSale(db, vault.fingerprints('code', product.code), product._id);

/** Stores uploads before the transaction, which must not wait for them. Discards them if the transaction fails. */
async function withUploads<T>(
  deps: SaveProductDeps,
  productId: string,
  files: readonly UploadedFile[],
  save: (db: Database, imageIds: string[]) => Promise<T>,
): Promise<T> {
  const imageIds = await storeUploads(deps, productId, files);
  try {
    return await inTransaction(deps.db, (db) => save(db, imageIds));
  } catch (error) {
    await discardImages(deps.db, { productId, imageIds });
    throw error;
  }
}

export async function createProduct(
  deps: SaveProductDeps,
  actor: User,
  input: ProductInput,
  files: readonly UploadedFile[],
): Promise<AdminProduct> {
  const { clock, vault } = deps;
  const id = newId();
  const now = clock.now();
  expiryOf(input.expiryDate, now);
  return withUploads(deps, id, files, async (db, imageIds) => {
    await addProducts(db, { vault, now, actor }, [{ id, input }]);
    await updateImagesOf(db, id, imageIds);
    return productWithGoods(await requireProduct(db, id, now), goodsOfForm(input), now);
  });
}

export type Adding = { vault: SaveProductDeps['vault']; now: Date; actor: User };

// PostgreSQL takes 65,535 parameters per statement, and a product needs about twenty.
const PRODUCTS_A_STATEMENT = 500;

/** Inserts products without pictures, in the caller's transaction. */
export async function addProducts(
  db: Database,
  { vault, now, actor }: Adding,
  added: readonly { id: string; input: ProductInput }[],
): Promise<void> {
  const made = { created_at: now, updated_at: now, deleted_at: null, uploaded_by: actor._id };
  for (let start = 0; start < added.length; start += PRODUCTS_A_STATEMENT) {
    const slice = added.slice(start, start + PRODUCTS_A_STATEMENT);
    const rows = slice.map(({ id, input }) => {
      const columns = columnsOf({ ...input, expiryDate: expiryOf(input.expiryDate, now) });
      return { id, ...columns, ...made, ...initialStock(input) };
    });
    await insertProducts(db, rows);
    await addInitialStock(db, vault, slice);
  }
  const audits = added.map(({ id, input }) => ({
    at: now,
    actorId: actor._id,
    action: 'product.created',
    subjectType: 'product' as const,
    subjectId: id,
    details: { title: input.title },
  }));
  await recordAudits(db, audits);
}

/** The checks that need no lock. They also run before the uploads are stored, so that a hopeless save stores nothing. */
function checkChange(current: AdminProductRecord, change: ProductChange, uploads: number, now: Date) {
  if (change.updatedAt !== undefined && Date.parse(change.updatedAt) !== current.updated_at.getTime())
    throw fail('editConflict');
  const expiryDate = expiryOf(change.expiryDate, now, current.expiry_date);
  const before = current.images.map((image) => image.id);
  const kept = keptImages(before, change.existingImages);
  if (kept.length + uploads > IMAGE.maxFiles)
    throw fail('validationFailed', { errors: { images: fieldMessages.imagesTooMany } });
  return { columns: columnsOf({ ...change, expiryDate }), kept, removed: before.filter((id) => !kept.includes(id)) };
}

export async function updateProduct(
  deps: SaveProductDeps,
  actor: SessionUser,
  id: string,
  change: ProductChange,
  files: readonly UploadedFile[],
): Promise<AdminProduct> {
  const { clock, vault } = deps;
  const now = clock.now();
  const found = await requireProduct(deps.db, id, now);
  const wanted = checkChange(found, change, files.length, now);
  if (!actor.isProofFresh) {
    // These changes need a fresh proof: a lower price gives codes away, another stock kind withdraws them, and buyers get
    // the code. Sending the stored code needs it too, because the answer would confirm a guess.
    const isLowered = wanted.columns.price_paise < found.price_paise;
    const isOtherKind = change.stockKind !== undefined && change.stockKind !== found.stock_kind;
    if (isLowered || isOtherKind || change.code !== '') throw fail('freshProofRequired');
  }
  return withUploads(deps, id, files, async (db, uploaded) => {
    await lockProductEdits(db, id);
    const current = await requireProduct(db, id, now);
    const { columns, kept, removed } = checkChange(current, change, files.length, now);
    const selling = await changeStock(db, { vault, now }, current, change);

    const version = { id, updatedAt: current.updated_at };
    const updated_at = nextVersion(now, current.updated_at);
    const isSaved = await claimProductVersion(db, version, { ...columns, ...selling, updated_at });
    if (!isSaved) throw fail('editConflict');

    await updateImagesOf(db, id, [...kept, ...uploaded]);
    await discardReplaced(db, { productId: id, imageIds: removed }, now);
    const saved = await requireProduct(db, id, now);
    await recordAudit(db, {
      at: now,
      actorId: actor._id,
      action: 'product.updated',
      subjectType: 'product',
      subjectId: id,
      details: { title: saved.title, changed: changedFields(current, saved) },
    });
    return productWithGoods(saved, goodsOfForm(change), now);
  });
}
