import { QUANTITY_OFFERED_MAX } from '@shop/contract/limits/limits';
import type { Product } from '@shop/contract/products/product';

/** How many units one customer may own, or null. `isOneTimeUse` means a limit of one. */
export const limitPerCustomer = ({ isOneTimeUse, maxPerCustomer }: Product): number | null =>
  isOneTimeUse ? 1 : (maxPerCustomer ?? null);

/** The highest quantity on offer: at least 1, at most 10, the units left and the customer's limit. */
export const maxQuantity = (product: Product): number =>
  Math.max(1, Math.min(QUANTITY_OFFERED_MAX, product.usageLimit, limitPerCustomer(product) ?? QUANTITY_OFFERED_MAX));
