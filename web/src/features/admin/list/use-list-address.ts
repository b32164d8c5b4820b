import { useSearchParams } from 'react-router';

type Changes = Record<string, string | undefined>;

/** A list's search, filters, order and page, kept in the address so that it can be shared and returned to. */
export function useListAddress() {
  const [search, setSearch] = useSearchParams();

  function withChanges(changes: Changes): URLSearchParams {
    const next = new URLSearchParams(search);
    for (const [key, value] of Object.entries(changes)) value ? next.set(key, value) : next.delete(key);
    return next;
  }

  return {
    search,
    /** Starts again at the first page: the old page number means nothing in another list. */
    change: (changes: Changes) =>
      setSearch(withChanges({ ...changes, page: undefined }), { replace: true, preventScrollReset: true }),
    hrefFor: (page: number) => `?${withChanges({ page: page > 1 ? String(page) : undefined })}`,
  };
}
