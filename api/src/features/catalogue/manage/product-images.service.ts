import { readFile } from 'node:fs/promises';
import { fieldMessages } from '@shop/contract/failures/messages';
import { type Clock, minutesAfter } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { type ExpectedFailure, fail } from '../../../platform/failure.ts';
import type { UploadedFile } from '../../../platform/http/forms/multipart-form.ts';
import { ImageRefused } from '../../../platform/images/image-refused.ts';
import type { ImageStore } from '../../../platform/images/image-store.ts';
import { removeImage, saveImage } from '../../../platform/images/save-images.ts';
import { enqueue, type Job, type JobName } from '../../../platform/jobs/jobs.ts';
import type { RetentionRule } from '../../../platform/retention.ts';
import type { Database } from '../../../tables.ts';
import { claimDeletedImages, insertLooseImage, listUnusedImages, removeImageRow } from './product-images.queries.ts';

export type ProductImageDeps = { db: Database; clock: Clock; images: ImageStore };

type Discarded = { productId: string; imageIds: readonly string[] };

const DISCARD_JOB: JobName<Discarded> = 'discard-images';
// Longer than any upload may take. An image without a product after that time belongs to a failed save.
const UPLOAD_GRACE_MINUTES = 60;
// Open pages, cached pages and orders being placed may still show a picture that was just replaced.
const PAGE_GRACE_MINUTES = 60;
// Twice the time in which a deletion can be undone.
const DELETED_GRACE_MINUTES = 120;

/** Enqueues the removal of images that no product and no order shows when the job runs. */
export async function discardImages(db: Database, discarded: Discarded, runAt?: Date): Promise<void> {
  if (discarded.imageIds.length > 0) await enqueue(db, DISCARD_JOB, discarded, runAt ? { runAt } : {});
}

/** Discards replaced images, after a grace period for pages that still show them. */
export const discardReplaced = (db: Database, replaced: Discarded, now: Date): Promise<void> =>
  discardImages(db, replaced, minutesAfter(now, PAGE_GRACE_MINUTES));

/** Encodes and stores the uploads of a product before it is saved, and returns their ids. */
export async function storeUploads(
  { db, clock, images }: ProductImageDeps,
  productId: string,
  files: readonly UploadedFile[],
): Promise<string[]> {
  const imageIds: string[] = [];
  try {
    for (const { path } of files) {
      const { id } = await saveImage(images, () => readFile(path), {
        remember: (image) =>
          inTransaction(db, async (db) => {
            const now = clock.now();
            await insertLooseImage(db, image, now);
            await discardImages(db, { productId, imageIds: [image.id] }, minutesAfter(now, UPLOAD_GRACE_MINUTES));
          }),
      });
      imageIds.push(id);
    }
    return imageIds;
  } catch (error) {
    await discardImages(db, { productId, imageIds });
    throw error instanceof ImageRefused ? asFailure(error) : error;
  }
}

const imageMessages = {
  'too-many-pixels': fieldMessages.imageTooManyPixels,
  'too-complex': fieldMessages.imageTooComplex,
  unreadable: fieldMessages.imageUnreadable,
};

function asFailure({ reason }: ImageRefused): ExpectedFailure {
  if (reason === 'not-an-image') return fail('notAnImage');
  return fail('validationFailed', { errors: { images: imageMessages[reason] } });
}

export const productImageJobs = ({ db, images }: ProductImageDeps): Job[] => [
  {
    name: DISCARD_JOB,
    lane: 'housekeeping',
    async run({ productId, imageIds }: Discarded) {
      for (const image of await listUnusedImages(db, productId, imageIds)) {
        await removeImage(images, image);
        await removeImageRow(db, image.id);
      }
    },
  },
];

export const productImageRetention: RetentionRule[] = [
  {
    // An image that an order shows stays: the job checks that.
    name: 'pictures of deleted products',
    forget: (database, now, batch) =>
      inTransaction(database, async (db) => {
        const before = minutesAfter(now, -DELETED_GRACE_MINUTES);
        const taken = await claimDeletedImages(db, { before, limit: batch });
        for (const [productId, images] of Map.groupBy(taken, (image) => image.productId))
          await discardImages(db, { productId, imageIds: images.map(({ id }) => id) });
        return taken.length;
      }),
  },
];
