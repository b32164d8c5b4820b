import { QUANTITY_OFFERED_MAX } from '@shop/contract/limits/limits';
import type { Product } from '@shop/contract/products/product';

/** One-time use is the limit of one under its older name. */
export const limitPerCustomer = ({ isOneTimeUse, maxPerCustomer }: Product): number | null =>
  isOneTimeUse ? 1 : (maxPerCustomer ?? null);

/** What is left, what one customer may have, and ten: the least of them, and never less than one. */
export const mostAtOnce = (product: Product): number =>
  Math.max(1, Math.min(QUANTITY_OFFERED_MAX, product.usageLimit, limitPerCustomer(product) ?? QUANTITY_OFFERED_MAX));
