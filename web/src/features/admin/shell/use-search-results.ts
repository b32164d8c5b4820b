import { useEffect, useState } from 'react';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { findAnywhere, type SearchResults } from '../admin.requests.ts';

const PAUSE_MS = 150;
const MIN_LENGTH = 2;
const NO_RESULTS: SearchResults = { products: [], orders: [], customers: [] };

/** Search results for a text, debounced. Older results stay until the new ones arrive; late replies are dropped. */
export function useSearchResults(text: string) {
  const dispatch = useAppDispatch();
  const [results, setResults] = useState<{ text: string; data: SearchResults }>({ text: '', data: NO_RESULTS });
  const isLongEnough = text.length >= MIN_LENGTH;
  useEffect(() => {
    if (!isLongEnough) return setResults({ text, data: NO_RESULTS });
    let running: { abort: () => void } | undefined;
    const timer = setTimeout(async () => {
      const request = dispatch(findAnywhere(text));
      running = request;
      const outcome = await request;
      if (findAnywhere.fulfilled.match(outcome)) setResults({ text, data: outcome.payload });
      else if (!outcome.meta.aborted) setResults({ text, data: NO_RESULTS });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      running?.abort();
    };
  }, [dispatch, text, isLongEnough]);
  return { ...results.data, isSearching: isLongEnough && results.text !== text };
}
