import type { Suggestion } from '@shop/contract/products/catalogue';
import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { clearSuggestions, loadSuggestions, productSlice } from '../product.slice.ts';

const PAUSE_MS = 150;

/** Suggestions for a text, debounced. A reply for an older text is dropped. */
export function useSuggestions(text: string, isAsking: boolean): Suggestion[] {
  const dispatch = useAppDispatch();
  const { suggestions } = useSelector(productSlice.selectSlice);
  const q = text.trim();
  useEffect(() => {
    if (!isAsking || !q) {
      dispatch(clearSuggestions());
      return;
    }
    let running: { abort: () => void } | undefined;
    const timer = setTimeout(() => {
      running = dispatch(loadSuggestions(q));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      running?.abort();
    };
  }, [q, isAsking, dispatch]);
  return suggestions;
}
