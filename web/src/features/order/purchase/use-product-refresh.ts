import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { ANSWER_KEPT_MS } from './use-sold-out-recheck.ts';

/** Reads the product again now, and once more when no shared answer from before the purchase is left. */
export function useProductRefresh(): () => void {
  const { revalidate } = useRevalidator();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    void revalidate();
    clearTimeout(timer.current);
    timer.current = setTimeout(revalidate, ANSWER_KEPT_MS);
  };
}
