import type { Product } from '@shop/contract/products/product';
import { expect, it } from 'vitest';
import { mostAtOnce } from './quantity.ts';

const product = (fields: Partial<Product>) => ({ usageLimit: 500, isOneTimeUse: false, ...fields }) as Product;

it('mostAtOnce is limited by ten, by the units left and by the customer limit', () => {
  expect(mostAtOnce(product({}))).toBe(10);
  expect(mostAtOnce(product({ usageLimit: 4 }))).toBe(4);
  expect(mostAtOnce(product({ usageLimit: 4, maxPerCustomer: 3 }))).toBe(3);
  expect(mostAtOnce(product({ maxPerCustomer: 50 }))).toBe(10);
  expect(mostAtOnce(product({ isOneTimeUse: true, maxPerCustomer: 5 }))).toBe(1);
});

it('mostAtOnce is one when nothing is left', () => {
  expect(mostAtOnce(product({ usageLimit: 0 }))).toBe(1);
});
