import { useSearchParams } from 'react-router';
import { historyEntryState } from '../../../lib/state/history-entry-state.ts';

type Changes = Record<string, string | undefined>;

function withChanges(search: URLSearchParams | string, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [key, value] of Object.entries(changes)) value ? next.set(key, value) : next.delete(key);
  return next;
}

/** A list's search, filters, order and page, kept in the address so that it can be shared and returned to. */
export function useListAddress() {
  const [search, setSearch] = useSearchParams();

  return {
    search,
    /**
     * Starts again at the first page, and under no view's name: the old page number means nothing in another list. Builds on
     * the address as it is now, not as it was rendered: a filter may have been chosen while a search was still being typed,
     * or something opened that stays over the list.
     */
    change: (changes: Changes) =>
      setSearch(withChanges(window.location.search, { ...changes, page: undefined, view: undefined }), {
        replace: true,
        preventScrollReset: true,
        state: historyEntryState(),
      }),
    hrefFor: (page: number) => `?${withChanges(search, { page: page > 1 ? String(page) : undefined })}`,
  };
}
