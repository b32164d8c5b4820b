import { describe, expect, it } from 'vitest';
import { countFilters, facetQueryOf, productViewUrl, readProductView } from './product-query.ts';

const viewOf = (search: string) => readProductView(new URLSearchParams(search));

describe('the URL of a product view', () => {
  it('parses every view that the URL builder writes', () => {
    const view = {
      q: 'a & b',
      category: 'Gift Card',
      company: "Domino's",
      minPrice: 0,
      maxPrice: 99.5,
      page: 3,
    } as const;
    expect(viewOf(productViewUrl(view).slice(1))).toEqual({ ...view, sort: undefined });
  });

  it('has no page number on the first page and no query without filters', () => {
    expect(productViewUrl({ page: 1 })).toBe('/');
    expect(productViewUrl({ sort: 'rating', page: 2 })).toBe('/?sort=rating&page=2');
  });

  it.each([
    'page=0',
    'page=-1',
    'page=x',
    'category=Nonsense',
    'sort=drop',
    'minPrice=abc',
    'maxPrice=-5',
    'maxPrice=1000000001',
    'page=1000001',
    'q=%20',
    'minPrice=',
  ])('ignores the invalid parameter %s', (search) => {
    expect(Object.values(viewOf(search)).filter((value) => value !== undefined)).toEqual([]);
  });

  it('swaps a reversed price range, which the server would refuse', () => {
    expect(viewOf('minPrice=900&maxPrice=100')).toMatchObject({ minPrice: 100, maxPrice: 900 });
    expect(viewOf('minPrice=900')).toMatchObject({ minPrice: 900, maxPrice: undefined });
  });

  it('cuts a search text to the longest that the server accepts', () => {
    expect(viewOf(`q=${'x'.repeat(2000)}`).q).toHaveLength(200);
  });
});

it('the filter count counts a price range once and ignores the search text', () => {
  expect(countFilters(viewOf('q=x&category=Other&minPrice=1&maxPrice=2'))).toBe(2);
  expect(countFilters(viewOf('maxPrice=2'))).toBe(1);
});

it('the facet query contains no sort order and no page', () => {
  expect(facetQueryOf(viewOf('q=x&sort=rating&page=2'))).toEqual({ q: 'x' });
});
