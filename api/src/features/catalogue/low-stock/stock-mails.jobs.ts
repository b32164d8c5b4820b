import { createElement } from 'react';
import type { Clock } from '../../../platform/clock.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { type LetterDeps, sendLetter } from '../../../platform/mail/send-letter.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import { findAdminWithPermission } from '../../accounts/administrators/admins.service.ts';
import { findExpiringBatch } from '../../stock/batches/batches.service.ts';
import { findProductForSale, refreshRecentlySoldOut } from '../availability.service.ts';
import { findAlert, updateAlertUnmailed } from '../stock-alerts/alert-by-id.queries.ts';
import { alertToken } from '../stock-alerts/alert-link.ts';
import { ALERT_MAIL, type AlertMailJob, sendBackInStockMails } from '../stock-alerts/back-in-stock.service.ts';
import { BackInStockMail } from '../stock-alerts/back-in-stock-mail.templates.tsx';
import { ExpiringBatchMail } from './expiring-batch-mail.templates.tsx';
import { LowStockMail, ManyLowMail } from './low-stock-mail.templates.tsx';
import { listStillLow } from './stock-watch.queries.ts';
import {
  EXPIRING_MAIL,
  EXPIRING_READERS,
  type ExpiringMailJob,
  LOW_STOCK_READERS,
  queueExpiringBatchMails,
  queueLowStockMails,
  STOCK_MAIL,
  type StockMailJob,
} from './stock-watch.service.ts';

export type StockJobDeps = LetterDeps & { db: Database; clock: Clock; vault: Vault };

/** Stock is checked once a minute instead of in each sale, so that a sale never waits for a mail to be queued. */
export function stockJobs(deps: StockJobDeps): Job[] {
  const { db, clock, vault } = deps;
  const { publicUrl } = deps.config;

  const watch = async () => {
    const now = clock.now();
    await refreshRecentlySoldOut(db, now);
    await queueLowStockMails(db, now);
    await queueExpiringBatchMails(db, now);
    await sendBackInStockMails(db, now);
  };

  const mailLowStock = async ({ productId, others = [], adminId, mailId }: StockMailJob) => {
    const admin = await findAdminWithPermission(db, LOW_STOCK_READERS, adminId);
    const [product, ...more] = await listStillLow(db, [productId, ...others], clock.now());
    if (!admin || !product) return;
    const to = { id: mailId, to: admin.email };
    const { name } = admin;
    if (more.length > 0) {
      const products = [product, ...more];
      const content = createElement(ManyLowMail, { name, publicUrl, products });
      return sendLetter(deps, { ...to, subject: `Running low or sold out: ${products.length} products`, content });
    }
    const content = createElement(LowStockMail, { name, publicUrl, product });
    const subject = product.left === 0 ? `Sold out: ${product.title}` : `Running low: ${product.title}`;
    await sendLetter(deps, { ...to, subject, content });
  };

  const mailExpiring = async ({ batchId, adminId, mailId }: ExpiringMailJob) => {
    const admin = await findAdminWithPermission(db, EXPIRING_READERS, adminId);
    const batch = await findExpiringBatch(db, batchId, clock.now());
    if (!admin || !batch) return;
    const content = createElement(ExpiringBatchMail, { name: admin.name, publicUrl, batch });
    await sendLetter(deps, { id: mailId, to: admin.email, subject: `Expires soon: ${batch.product.title}`, content });
  };

  const mailAlert = async ({ alertId, toldAt }: AlertMailJob) => {
    const alert = await findAlert(db, alertId);
    if (!alert?.active) return;
    // The customer set the alert again before this mail was sent. The new alert gets its own mail.
    if (toldAt && alert.mailed_at?.toISOString() !== toldAt) return;
    const product = await findProductForSale(db, alert.product_id, clock.now());
    if (!product?.isActive || product.availability !== 'available') return updateAlertUnmailed(db, alertId);
    const content = createElement(BackInStockMail, {
      name: alert.name,
      publicUrl,
      product: { id: alert.product_id, title: alert.title },
      token: alertToken(vault, alertId),
    });
    // A repeated alert needs a new mail id, because receivers drop a mail whose id they have already seen.
    const id = `alert-${alertId}-${alert.asked_at.getTime()}`;
    await sendLetter(deps, { id, to: alert.email, subject: `Back in stock: ${alert.title}`, content });
  };

  return [
    { name: 'watch-stock', lane: 'housekeeping', run: watch, schedule: '* * * * *' },
    { name: STOCK_MAIL, lane: 'mail', run: mailLowStock },
    { name: EXPIRING_MAIL, lane: 'mail', run: mailExpiring },
    { name: ALERT_MAIL, lane: 'mail', run: mailAlert },
  ];
}
