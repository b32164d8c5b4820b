import { inTransaction } from '../../../platform/database/database.ts';
import { enqueueEach, type JobName } from '../../../platform/jobs/jobs.ts';
import type { Database } from '../../../tables.ts';
import { claimOldestAlerts, listProductsBack } from './back-in-stock.queries.ts';

/** `toldAt` is when the alert was claimed for this mail. Jobs queued by an older version do not have it. */
export type AlertMailJob = { alertId: string; toldAt?: string };
export const ALERT_MAIL: JobName<AlertMailJob> = 'back-in-stock-mail';

// The most mails per product and minute: the product may sell out again before everybody has a mail.
const MAILS_A_MINUTE = 200;

/** Queues a mail for each alert of a product that is back, oldest alerts first. */
export async function sendBackInStockMails(db: Database, now: Date): Promise<void> {
  for (const productId of await listProductsBack(db, now))
    await inTransaction(db, async (db) => {
      const alertIds = await claimOldestAlerts(db, { productId, limit: MAILS_A_MINUTE, at: now });
      await enqueueEach(
        db,
        ALERT_MAIL,
        alertIds.map((alertId) => ({ alertId, toldAt: now.toISOString() })),
      );
    });
}
