import type { AlertLink } from '@shop/contract/stock';
import { fail } from '../../../platform/failure.ts';
import { findAlert, removeAlertById } from './alert-by-id.queries.ts';
import { alertIdOf } from './alert-link.ts';
import type { AlertDeps } from './stock-alerts.service.ts';

function requireAlertId({ vault }: AlertDeps, token: string): string {
  const id = alertIdOf(vault, token);
  if (!id) throw fail('alertLinkInvalid');
  return id;
}

export async function showAlertLink(deps: AlertDeps, token: string): Promise<AlertLink> {
  const alert = await findAlert(deps.db, requireAlertId(deps, token));
  // The alert has already ended, and its row no longer exists.
  if (!alert) throw fail('alertLinkInvalid', { message: 'This alert has been ended.' });
  return { product: { _id: alert.product_id, title: alert.title }, isSet: true };
}

export const endAlertByLink = (deps: AlertDeps, token: string): Promise<void> =>
  removeAlertById(deps.db, requireAlertId(deps, token));
