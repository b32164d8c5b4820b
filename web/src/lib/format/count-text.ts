import { formatCount } from '@shop/contract/counts';

/** 1 code, 1,000 codes */
export const countText = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
