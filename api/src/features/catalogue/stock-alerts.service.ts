import type { AlertLink } from '@shop/contract/stock';
import { inTransaction } from '../../platform/database.ts';
import { fail } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs.ts';
import { limit, type RateLimitDeps } from '../../platform/rate-limit.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Database } from '../../tables.ts';
import { alertIn } from './alert-link.ts';
import { type CatalogueDeps, showProduct } from './catalogue.service.ts';
import {
  claimAlert,
  claimWaiting,
  findAlert,
  isWaiting,
  listProductsBack,
  removeAlert,
  removeAlertById,
} from './stock-alerts.queries.ts';

export type AlertDeps = CatalogueDeps & RateLimitDeps & { vault: Vault };

// Each is a mail to come, to an address that nobody may have proved to be theirs.
const ALERTS_PER_RECIPIENT = { max: 20, windowMinutes: 24 * 60 };

export const ALERT_MAIL = 'back-in-stock-mail';
export type AlertMailJob = { alertId: string };

/** Whether the caller did not wait before. */
export async function setAlert(deps: AlertDeps, userId: string, productId: string): Promise<boolean> {
  const { availability } = await showProduct(deps, productId);
  if (availability === 'expired') throw fail('expired');
  if (availability === 'available') throw fail('notSoldOut');
  await limit(deps, `stock-alert:${userId}`, ALERTS_PER_RECIPIENT);
  return claimAlert(deps.db, { id: newId(), productId, userId, at: deps.clock.now() });
}

export const hasAlert = ({ db }: AlertDeps, userId: string, productId: string): Promise<boolean> =>
  isWaiting(db, { productId, userId });

export const endAlert = ({ db }: AlertDeps, userId: string, productId: string): Promise<void> =>
  removeAlert(db, { productId, userId });

function alertBehind({ vault }: AlertDeps, token: string): string {
  const id = alertIn(vault, token);
  if (!id) throw fail('alertLinkInvalid');
  return id;
}

export async function showAlertLink(deps: AlertDeps, token: string): Promise<AlertLink> {
  const alert = await findAlert(deps.db, alertBehind(deps, token));
  // Ended before: nothing is left to tell which product it was.
  if (!alert) throw fail('alertLinkInvalid', { message: 'This alert has been ended.' });
  return { product: { _id: alert.product_id, title: alert.title }, isSet: true };
}

export const endAlertByLink = (deps: AlertDeps, token: string): Promise<void> =>
  removeAlertById(deps.db, alertBehind(deps, token));

// So many mails a product and minute: what is back may be gone again before all were told.
const TOLD_AT_ONCE = 200;

/** Tells those who wait that a product is back, whoever has waited longest first. */
export async function tellWhoWaits(db: Database, now: Date): Promise<void> {
  for (const productId of await listProductsBack(db, now))
    await inTransaction(db, async (db) => {
      for (const alertId of await claimWaiting(db, { productId, limit: TOLD_AT_ONCE, at: now })) {
        const mail: AlertMailJob = { alertId };
        await enqueue(db, ALERT_MAIL, mail);
      }
    });
}
