/** 1 product, 1,23,456 products */
export const countText = (count: number): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? 'product' : 'products'}`;
