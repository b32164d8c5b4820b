import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildProduct } from '../../../testing/data/builders.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  for (const company of ['Large', 'Large', 'Large', 'Middle', 'Middle', 'Small']) await buildProduct(shop, { company });
});
afterAll(() => shop.close());

const companies = async (query: { companies?: number; company?: string }) =>
  (await shop.visitor().call('productFacets', { query })).body.data.companies.map(({ name }) => name);

it('the company facet is cut to the largest ones and always has the chosen one', async () => {
  expect(await companies({})).toEqual(['Large', 'Middle', 'Small']);
  expect(await companies({ companies: 2 })).toEqual(['Large', 'Middle']);
  expect(await companies({ companies: 1, company: 'Small' })).toEqual(['Large', 'Small']);
});
