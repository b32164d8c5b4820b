import type { Product } from '@shop/contract/product';

/** As much of a product as is shown again; no price, which may be another by then. */
export type ViewedProduct = Pick<Product, '_id' | 'title' | 'company' | 'category'> & { image: string | null };

export const VIEWED = 'viewed-products';
const KEPT = 9;

/** Newest first. Kept in this browser alone, and nowhere when it does not want to keep anything. */
export function rememberViewed({ _id, title, company, category, images }: Product): void {
  const viewed: ViewedProduct = { _id, title, company, category, image: images[0]?.url ?? null };
  try {
    const kept: ViewedProduct[] = JSON.parse(localStorage.getItem(VIEWED) ?? '[]');
    const others = kept.filter((other) => other._id !== _id);
    localStorage.setItem(VIEWED, JSON.stringify([viewed, ...others].slice(0, KEPT)));
  } catch {
    // A full or forbidden store costs nobody the page.
  }
}
