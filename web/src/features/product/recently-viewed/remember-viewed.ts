import type { Product } from '@shop/contract/products/product';
import { inStore } from '../../../lib/state/browser-store.ts';
import { VIEWED, type ViewedProduct } from './viewed-products.ts';

const KEPT = 9;

const isViewed = (kept: Partial<ViewedProduct> | null): kept is ViewedProduct =>
  [kept?._id, kept?.title, kept?.company, kept?.category, kept?.image ?? ''].every((text) => typeof text === 'string');

/** The stored list may be old or tampered with, so invalid entries are dropped. */
export function readViewed(kept: string | null): ViewedProduct[] {
  try {
    const list: unknown = JSON.parse(kept ?? '[]');
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
    store.setItem(VIEWED, JSON.stringify([viewed, ...others].slice(0, KEPT)));
  });
}
