import { useEffect, useState } from 'react';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { type Found, findAnywhere } from '../admin.requests.ts';

const PAUSE_MS = 150;
const SHORTEST = 2;
const NOTHING: Found = { products: [], orders: [], customers: [] };

/** Search results for a text, debounced. Older results stay until the new ones arrive; late replies are dropped. */
export function useFound(text: string) {
  const dispatch = useAppDispatch();
  const [found, setFound] = useState<{ text: string; data: Found }>({ text: '', data: NOTHING });
  const isAsked = text.length >= SHORTEST;
  useEffect(() => {
    if (!isAsked) return setFound({ text, data: NOTHING });
    let running: { abort: () => void } | undefined;
    const timer = setTimeout(async () => {
      const asked = dispatch(findAnywhere(text));
      running = asked;
      const outcome = await asked;
      if (findAnywhere.fulfilled.match(outcome)) setFound({ text, data: outcome.payload });
      else if (!outcome.meta.aborted) setFound({ text, data: NOTHING });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      running?.abort();
    };
  }, [dispatch, text, isAsked]);
  return { ...found.data, isLooking: isAsked && found.text !== text };
}
