import { describe, expect, it } from 'vitest';
import { countFilters, facetQueryOf, productViewUrl, readProductView } from './product-query.ts';

const viewOf = (search: string) => readProductView(new URLSearchParams(search));

describe('the address of a view', () => {
  it('reads back what it wrote', () => {
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

  it('has no number on the first page and no query for everything', () => {
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
  ])('leaves out %s', (search) => {
    expect(Object.values(viewOf(search)).filter((value) => value !== undefined)).toEqual([]);
  });

  it('turns prices that are the wrong way round, which the server refuses', () => {
    expect(viewOf('minPrice=900&maxPrice=100')).toMatchObject({ minPrice: 100, maxPrice: 900 });
    expect(viewOf('minPrice=900')).toMatchObject({ minPrice: 900, maxPrice: undefined });
  });

  it('cuts a search text to what the server accepts', () => {
    expect(viewOf(`q=${'x'.repeat(2000)}`).q).toHaveLength(200);
  });
});

it('counts a price range as one filter and the search text as none', () => {
  expect(countFilters(viewOf('q=x&category=Other&minPrice=1&maxPrice=2'))).toBe(2);
  expect(countFilters(viewOf('maxPrice=2'))).toBe(1);
});

it('asks for facets without order and page', () => {
  expect(facetQueryOf(viewOf('q=x&sort=rating&page=2'))).toEqual({ q: 'x' });
});
