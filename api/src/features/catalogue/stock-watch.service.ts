import { inTransaction } from '../../platform/database.ts';
import { enqueue, type JobName } from '../../platform/jobs.ts';
import type { Database } from '../../tables.ts';
import { activeAdmins } from '../accounts/admins.service.ts';
import { claimExpiringBatches } from '../stock/batches.service.ts';
import { claimTold, listUntold, type Told } from './stock-watch.queries.ts';

export type StockMailJob = { productId: string; adminId: string; mailId: string };
export const STOCK_MAIL: JobName<StockMailJob> = 'low-stock-mail';

export type ExpiringMailJob = { batchId: string; adminId: string; mailId: string };
export const EXPIRING_MAIL: JobName<ExpiringMailJob> = 'expiring-batch-mail';

const WORSE: Record<Told, number> = { enough: 0, low: 1, 'sold-out': 2 };

/** Tells the administrators once, each time that a product begins to run low or sells out. */
export async function tellOfLowStock(db: Database, now: Date): Promise<void> {
  for (const product of await listUntold(db, now))
    await inTransaction(db, async (db) => {
      if (!(await claimTold(db, product)) || WORSE[product.stands] <= WORSE[product.told]) return;
      for (const { id: adminId } of await activeAdmins(db)) {
        const mailId = `stock-${product.id}-${now.getTime()}-${adminId}`;
        await enqueue(db, STOCK_MAIL, { productId: product.id, adminId, mailId });
      }
    });
}

/** Tells the administrators once of a batch that expires before it is sold. */
export async function tellOfExpiring(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async (db) => {
    const batchIds = await claimExpiringBatches(db, now);
    const admins = batchIds.length > 0 ? await activeAdmins(db) : [];
    for (const batchId of batchIds)
      for (const { id: adminId } of admins)
        await enqueue(db, EXPIRING_MAIL, { batchId, adminId, mailId: `expiring-${batchId}-${adminId}` });
  });
}
