import { endpoints } from '@shop/contract/calls/endpoints';
import { inTransaction } from '../../../platform/database/database.ts';
import { enqueue, type JobName } from '../../../platform/jobs/jobs.ts';
import { forEachChunkYielding } from '../../../platform/yielding-loop.ts';
import type { Database } from '../../../tables.ts';
import { listAdminsWithPermission } from '../../accounts/administrators/admins.service.ts';
import { claimExpiringBatches } from '../../stock/batches/batches.service.ts';
import { claimStockLevel, listChangedLevels, type StockLevel } from './stock-watch.queries.ts';

/** `others` are products that ran low in the same minute and share the mail. */
export type StockMailJob = { productId: string; others?: string[]; adminId: string; mailId: string };
export const STOCK_MAIL: JobName<StockMailJob> = 'low-stock-mail';

export type ExpiringMailJob = { batchId: string; adminId: string; mailId: string };
export const EXPIRING_MAIL: JobName<ExpiringMailJob> = 'expiring-batch-mail';

/** A mail goes only to admins who may see the same facts in the administration. */
export const LOW_STOCK_READERS = endpoints.adminListProducts.allows;
export const EXPIRING_READERS = endpoints.adminListBatches.allows;

const SEVERITY: Record<StockLevel, number> = { enough: 0, low: 1, 'sold-out': 2 };

// A product sheet may put thousands of products below their threshold at once. A longer mail would be too long to read.
const PRODUCTS_A_MAIL = 50;

/** Queues one mail per admin when products begin to run low or sell out. Products of the same minute share a mail. */
export const queueLowStockMails = async (db: Database, now: Date): Promise<void> =>
  forEachChunkYielding(await listChangedLevels(db, now), PRODUCTS_A_MAIL, (slice) =>
    inTransaction(db, async (db) => {
      const worsened: string[] = [];
      for (const product of slice)
        if ((await claimStockLevel(db, product)) && SEVERITY[product.level] > SEVERITY[product.mailed])
          worsened.push(product.id);
      const [productId, ...others] = worsened;
      if (!productId) return;
      for (const { id: adminId } of await listAdminsWithPermission(db, LOW_STOCK_READERS)) {
        const mailId = `stock-${productId}-${now.getTime()}-${adminId}`;
        await enqueue(db, STOCK_MAIL, { productId, others, adminId, mailId });
      }
    }),
  );

/** Queues one mail per admin for each batch that expires soon and is not sold. */
export async function queueExpiringBatchMails(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async (db) => {
    const batchIds = await claimExpiringBatches(db, now);
    const admins = batchIds.length > 0 ? await listAdminsWithPermission(db, EXPIRING_READERS) : [];
    for (const batchId of batchIds)
      for (const { id: adminId } of admins)
        await enqueue(db, EXPIRING_MAIL, { batchId, adminId, mailId: `expiring-${batchId}-${adminId}` });
  });
}
