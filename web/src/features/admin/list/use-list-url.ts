import { useSearchParams } from 'react-router';
import { historyEntryState } from '../../../lib/state/history-entry-state.ts';

type Changes = Record<string, string | undefined>;

function withChanges(search: URLSearchParams | string, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [key, value] of Object.entries(changes)) value ? next.set(key, value) : next.delete(key);
  return next;
}

/** Search, filters, order and page of a list live in the URL, so that it can be shared and revisited. */
export function useListUrl() {
  const [search, setSearch] = useSearchParams();

  return {
    search,
    /**
     * Returns to the first page and leaves the saved view, because both belong to the old list. Reads `window.location`
     * instead of the rendered URL, which may be older than the last change.
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
