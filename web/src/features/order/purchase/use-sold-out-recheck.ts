import type { Product } from '@shop/contract/products/product';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** The server caches public answers for one second (decision 0023). */
export const ANSWER_KEPT_MS = 1000;

/**
 * Loads a sold-out product again after a second. A buyer who reloads during a payment releases the last unit only after the
 * page was rendered, and would see their own unit as sold out.
 */
export function useSoldOutRecheck({ availability }: Product): void {
  const { revalidate } = useRevalidator();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the state at page load
  useEffect(() => {
    if (availability !== 'sold-out') return;
    const timer = setTimeout(revalidate, ANSWER_KEPT_MS);
    return () => clearTimeout(timer);
  }, []);
}
