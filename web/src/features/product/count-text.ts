import { formatCount } from '@shop/contract/counts';

/** 1 product, 1,23,456 products */
export const countText = (count: number): string => `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`;
