import type { Product } from '@shop/contract/products/product';

/** The stored fields of a product. The price is left out because it may change. */
export type ViewedProduct = Pick<Product, '_id' | 'title' | 'company' | 'category'> & { image: string | null };

/** The key in localStorage. */
export const VIEWED = 'viewed-products';
