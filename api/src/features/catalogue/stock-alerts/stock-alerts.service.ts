import { fail } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import { limit, type RateLimitDeps } from '../../../platform/rate-limit.ts';
import type { Vault } from '../../../platform/vault.ts';
import { type CatalogueDeps, showProduct } from '../catalogue.service.ts';
import { claimAlert, isWaiting, removeAlert } from './stock-alerts.queries.ts';

export type AlertDeps = CatalogueDeps & RateLimitDeps & { vault: Vault };

// Each alert sends a mail, and the address may not be confirmed.
const ALERTS_PER_RECIPIENT = { max: 20, windowMinutes: 24 * 60 };

/** Returns true for a new alert. */
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
