import type { Location } from 'react-router';
import { entryState, keepInEntry } from './state/entry-state.ts';

/**
 * For the loader of a page that pays: the provider's window may open only in documents that were fetched for such a page
 * (their content security policy), so from another document the page is fetched, not just shown.
 */
export function inPayingDocument({ url }: Request): Promise<null> | null {
  if (import.meta.env.SSR || document.documentElement.dataset.pays === 'true') return null;
  const from = entryState()?.from as Location | undefined;
  if (from && url.endsWith(from.pathname + from.search)) {
    // Back from signing in, which Back does not lead to again, with what was chosen before.
    keepInEntry(from.state, url);
    window.location.reload();
  } else window.location.assign(url);
  return new Promise(() => undefined);
}
