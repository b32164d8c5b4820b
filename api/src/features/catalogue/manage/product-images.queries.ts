import { sql } from 'kysely';
import type { StoredImage } from '../../../platform/images/image-urls.ts';
import type { Database } from '../../../tables.ts';

/** Inserts an image without a product: one that is being uploaded, was abandoned, or is kept for orders that show it. */
export async function insertLooseImage(db: Database, image: StoredImage, now: Date): Promise<void> {
  await db
    .insertInto('images')
    .values({ ...image, widths: [...image.widths], product_id: null, created_at: now })
    .execute();
}

/** Gives the product exactly these images in this order. */
export async function updateImagesOf(db: Database, productId: string, ids: readonly string[]): Promise<void> {
  await db.updateTable('images').set({ product_id: null }).where('product_id', '=', productId).execute();
  if (ids.length === 0) return;
  await db
    .updateTable('images')
    .set({ product_id: productId, position: sql<number>`array_position(${ids}::text[], id) - 1` })
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
}

/** The images that neither a product nor an order of this product shows. */
export const listUnusedImages = (
  db: Database,
  productId: string,
  ids: readonly string[],
): Promise<Pick<StoredImage, 'id' | 'widths'>[]> =>
  db
    .selectFrom('images')
    .select(['id', 'widths'])
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where('product_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders')
            .select('orders.id')
            .where('orders.product_id', '=', productId)
            .where(
              sql<boolean>`orders.product_details -> 'images' @>
                jsonb_build_array(jsonb_build_object('public_id', images.id))`,
            ),
        ),
      ),
    )
    .execute();

type TakenImage = { id: string; productId: string };

/** Detaches up to `limit` images from products that were deleted before a time. */
export async function claimDeletedImages(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<TakenImage[]> {
  const { rows } = await sql<TakenImage>`
    update images set product_id = null
    from (
      select images.id, images.product_id from images join products on products.id = images.product_id
      where products.deleted_at < ${before} limit ${limit} for update of images
    ) as taken
    where images.id = taken.id
    returning images.id, taken.product_id as "productId"`.execute(db);
  return rows;
}

export async function removeImageRow(db: Database, id: string): Promise<void> {
  await db.deleteFrom('images').where('id', '=', id).where('product_id', 'is', null).execute();
}
