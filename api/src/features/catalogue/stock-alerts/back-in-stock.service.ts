import { inTransaction } from '../../../platform/database/database.ts';
import { enqueueEach, type JobName } from '../../../platform/jobs/jobs.ts';
import type { Database } from '../../../tables.ts';
import { claimWaiting, listProductsBack } from './back-in-stock.queries.ts';

/** `toldAt` is when the alert was claimed for this mail. Jobs queued by an older version do not have it. */
export type AlertMailJob = { alertId: string; toldAt?: string };
export const ALERT_MAIL: JobName<AlertMailJob> = 'back-in-stock-mail';

// The most mails per product and minute: the product may sell out again before everybody has a mail.
const TOLD_AT_ONCE = 200;

/** Queues a mail for each alert of a product that is back, oldest alerts first. */
export async function sendBackInStockMails(db: Database, now: Date): Promise<void> {
  for (const productId of await listProductsBack(db, now))
    await inTransaction(db, async (db) => {
      const alertIds = await claimWaiting(db, { productId, limit: TOLD_AT_ONCE, at: now });
      await enqueueEach(
        db,
        ALERT_MAIL,
        alertIds.map((alertId) => ({ alertId, toldAt: now.toISOString() })),
      );
    });
}
