import type { Product } from '@shop/contract/products/product';
import { inStore } from '../../../lib/state/browser-store.ts';
import { VIEWED, type ViewedProduct } from './viewed-products.ts';

const MAX_VIEWED = 9;

const isViewed = (stored: Partial<ViewedProduct> | null): stored is ViewedProduct =>
  [stored?._id, stored?.title, stored?.company, stored?.category, stored?.image ?? ''].every(
    (text) => typeof text === 'string',
  );

/** The stored list may be old or tampered with, so invalid entries are dropped. */
export function readViewed(stored: string | null): ViewedProduct[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(list) ? list.filter(isViewed) : [];
  } catch {
    return [];
  }
}

/** Stores the newest first, in this browser only. */
export function rememberViewed({ _id, title, company, category, images }: Product): void {
  const viewed: ViewedProduct = { _id, title, company, category, image: images[0]?.url ?? null };
  inStore('localStorage', (store) => {
    const others = readViewed(store.getItem(VIEWED)).filter((other) => other._id !== _id);
    store.setItem(VIEWED, JSON.stringify([viewed, ...others].slice(0, MAX_VIEWED)));
  });
}
