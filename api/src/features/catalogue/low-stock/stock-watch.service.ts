import { endpoints } from '@shop/contract/calls/endpoints';
import { inTransaction } from '../../../platform/database/database.ts';
import { enqueue, type JobName } from '../../../platform/jobs/jobs.ts';
import { forEachChunkYielding } from '../../../platform/yielding-loop.ts';
import type { Database } from '../../../tables.ts';
import { listAdminsWithPermission } from '../../accounts/administrators/admins.service.ts';
import { claimExpiringBatches } from '../../stock/batches/batches.service.ts';
import { claimTold, listUntold, type Told } from './stock-watch.queries.ts';

/** `others` are those that were found with the first. */
export type StockMailJob = { productId: string; others?: string[]; adminId: string; mailId: string };
export const STOCK_MAIL: JobName<StockMailJob> = 'low-stock-mail';

export type ExpiringMailJob = { batchId: string; adminId: string; mailId: string };
export const EXPIRING_MAIL: JobName<ExpiringMailJob> = 'expiring-batch-mail';

/** Who may see in the back office what these mails tell. */
export const LOW_STOCK_READERS = endpoints.adminListProducts.allows;
export const EXPIRING_READERS = endpoints.adminListBatches.allows;

const WORSE: Record<Told, number> = { enough: 0, low: 1, 'sold-out': 2 };

// A sheet puts thousands below their threshold at once, and who reads a mail reads as much as this.
const PRODUCTS_A_MAIL = 50;

/** Tells them once, each time that a product begins to run low or sells out; of several at once in one mail. */
export const tellOfLowStock = async (db: Database, now: Date): Promise<void> =>
  forEachChunkYielding(await listUntold(db, now), PRODUCTS_A_MAIL, (slice) =>
    inTransaction(db, async (db) => {
      const news: string[] = [];
      for (const product of slice)
        if ((await claimTold(db, product)) && WORSE[product.stands] > WORSE[product.told]) news.push(product.id);
      const [productId, ...others] = news;
      if (!productId) return;
      for (const { id: adminId } of await listAdminsWithPermission(db, LOW_STOCK_READERS)) {
        const mailId = `stock-${productId}-${now.getTime()}-${adminId}`;
        await enqueue(db, STOCK_MAIL, { productId, others, adminId, mailId });
      }
    }),
  );

/** Tells them once of a batch that expires before it is sold. */
export async function tellOfExpiring(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async (db) => {
    const batchIds = await claimExpiringBatches(db, now);
    const admins = batchIds.length > 0 ? await listAdminsWithPermission(db, EXPIRING_READERS) : [];
    for (const batchId of batchIds)
      for (const { id: adminId } of admins)
        await enqueue(db, EXPIRING_MAIL, { batchId, adminId, mailId: `expiring-${batchId}-${adminId}` });
  });
}
