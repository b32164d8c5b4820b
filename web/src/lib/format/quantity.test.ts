import type { Product } from '@shop/contract/products/product';
import { expect, it } from 'vitest';
import { maxQuantity } from './quantity.ts';

const product = (fields: Partial<Product>) => ({ usageLimit: 500, isOneTimeUse: false, ...fields }) as Product;

it('maxQuantity is limited by ten, by the units left and by the customer limit', () => {
  expect(maxQuantity(product({}))).toBe(10);
  expect(maxQuantity(product({ usageLimit: 4 }))).toBe(4);
  expect(maxQuantity(product({ usageLimit: 4, maxPerCustomer: 3 }))).toBe(3);
  expect(maxQuantity(product({ maxPerCustomer: 50 }))).toBe(10);
  expect(maxQuantity(product({ isOneTimeUse: true, maxPerCustomer: 5 }))).toBe(1);
});

it('maxQuantity is one when nothing is left', () => {
  expect(maxQuantity(product({ usageLimit: 0 }))).toBe(1);
});
