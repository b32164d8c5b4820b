import type { Location } from 'react-router';
import { historyEntryState, saveInHistoryEntry } from './state/history-entry-state.ts';

/**
 * For the loader of a page with payment. Only documents of such pages have a content security policy that allows the
 * provider's dialog, so a client-side navigation from another page becomes a full page load.
 */
export function ensurePaymentDocument({ url }: Request): Promise<null> | null {
  if (import.meta.env.SSR || document.documentElement.dataset.pays === 'true') return null;
  const from = historyEntryState()?.from as Location | undefined;
  if (from && url.endsWith(from.pathname + from.search)) {
    // The user returns from the sign-in page, which Back must not show again. Restore the state, such as the quantity.
    saveInHistoryEntry(from.state, url);
    window.location.reload();
  } else window.location.assign(url);
  return new Promise(() => undefined);
}
