import type { Product } from '@shop/contract/products/product';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Public answers are kept for a second (decision 0023). */
export const ANSWER_KEPT_MS = 1000;

/** Who reloads with the payment dialog open gives the last unit back only after the page was rendered: sold out to them alone. */
export function useSecondLook({ availability }: Product): void {
  const { revalidate } = useRevalidator();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page was found
  useEffect(() => {
    if (availability !== 'sold-out') return;
    const timer = setTimeout(revalidate, ANSWER_KEPT_MS);
    return () => clearTimeout(timer);
  }, []);
}
