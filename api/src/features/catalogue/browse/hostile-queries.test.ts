import { API_BASE, calls } from '@shop/contract/calls/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProduct } from '../../../testing/data/builders.ts';
import { hostileForms, hostileText } from '../../../testing/data/hostile-text.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await buildProduct(shop, { title: 'Plain Product' });
});
afterAll(() => shop.close());

const filters = ['q', 'category', 'company', 'minPrice', 'maxPrice'];
const reads = [
  ['listProducts', [...filters, 'sort', 'page', 'limit']],
  ['searchProducts', [...filters, 'sort', 'page', 'limit']],
  ['suggestProducts', ['q']],
  ['productFacets', filters],
] as const;

describe.each(reads)('%s', (call, fields) => {
  it.each(fields)(`${call} answers 200 or 422 to hostile text in %s`, async (field) => {
    const answers = await Promise.all(
      hostileText.map((value) => shop.visitor().call(call, { query: { [field]: value } })),
    );
    for (const [index, { status, body }] of answers.entries()) {
      const value = hostileText[index];
      expect([value, status, body.code]).toEqual(
        status === 200 ? [value, 200, undefined] : [value, 422, 'VALIDATION_FAILED'],
      );
      // No product has such a name. A hit would mean that the text was read as a pattern or operator.
      if (status === 200 && (field === 'q' || field === 'company')) expect(JSON.stringify(body)).not.toContain('Plain');
    }
  });

  it.each(fields)(`${call} answers 200 or 422 to a repeated or nested %s`, async (field) => {
    for (const query of hostileForms(field)) {
      const { status } = await shop.visitor().fetch(`${API_BASE}${calls[call].path}?${query}`);
      expect([query, status]).toEqual([query, status === 200 ? 200 : 422]);
    }
  });
});

describe.each(['listProducts', 'searchProducts'] as const)('%s', (call) => {
  it.each<[string, Record<string, string | number>]>([
    ['page', { page: 0 }],
    ['page', { page: 1.5 }],
    ['page', { page: 1e12 }],
    ['limit', { limit: 0 }],
    ['limit', { limit: 101 }],
    ['limit', { limit: 10_000 }],
    ['sort', { sort: 'drop' }],
    ['category', { category: 'Weapons' }],
    ['minPrice', { minPrice: -1 }],
    ['minPrice', { minPrice: 200, maxPrice: 100 }],
    ['q', { q: 'x'.repeat(2000) }],
  ])(`${call} refuses an invalid %s and names it: %o`, async (field, query) => {
    const { status, body } = await shop.visitor().call(call, { query });
    expect([status, body.code, Object.keys(body.errors ?? {})]).toEqual([422, 'VALIDATION_FAILED', [field]]);
  });

  it(`${call} answers an empty page after the last one`, async () => {
    const { status, body } = await shop.visitor().call(call, { query: { page: 1_000_000, limit: 100 } });
    expect([status, body.data, body.pagination.total]).toEqual([200, [], 1]);
  });
});

it('hostile queries change no product', async () => {
  const { body } = await shop.visitor().call('listProducts');
  expect(body.data.map(({ title }) => title)).toEqual(['Plain Product']);
});

describe('a search of many words', () => {
  const mistyped = ['alphabot', 'backpak', 'calendr', 'daffodl', 'elephnt', 'festivl', 'garlnds'];
  const meant = ['alphabet', 'backpack', 'calendar', 'daffodil', 'elephant', 'festival', 'garlands'];
  const found = async (words: string[]) => {
    const { body } = await shop.visitor().call('searchProducts', { query: { q: words.join(' ') } });
    return [body.shownFor, body.data.length];
  };
  beforeAll(() => buildProduct(shop, { title: meant.join(' ') }));

  it('a search corrects at most six words', async () => {
    expect(await found(mistyped.slice(0, 6))).toEqual([meant.slice(0, 6).join(' '), 1]);
    expect(await found(mistyped)).toEqual([null, 0]);
    expect(await found(['alphabot', ...meant.slice(1)])).toEqual([meant.join(' '), 1]);
  });

  it('a short search without hits runs again with words that are on sale', async () => {
    await buildProduct(shop, { title: 'Backpak', is_active: false });
    expect(await found(['backpak', ...meant.slice(2)])).toEqual([meant.slice(1).join(' '), 1]);
    expect(await found(['backpak', ...meant.slice(2), 'alphabet'])).toEqual([null, 0]);
  });
});
