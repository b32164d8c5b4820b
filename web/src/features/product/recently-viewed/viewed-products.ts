import type { Product } from '@shop/contract/products/product';

/** As much of a product as is shown again; no price, which may be another by then. */
export type ViewedProduct = Pick<Product, '_id' | 'title' | 'company' | 'category'> & { image: string | null };

/** Where they are in this browser's store. */
export const VIEWED = 'viewed-products';
