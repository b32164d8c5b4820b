import { COMPANY_MAX, PRICE_FILTER_MAX, SEARCH_MAX } from '@shop/contract/limits/limits';
import { type Category, categories, type ProductSort, productSorts } from '@shop/contract/products/categories';
import { numberOf, oneOf, pageOf, textOf } from '../../../lib/search-params.ts';
import { urls } from '../../../lib/urls.ts';
import type { FacetQuery, ProductListQuery } from '../product.slice.ts';

/** Fills rows of two and of three. */
const PRODUCTS_PER_PAGE = 12;

/** The state of the home page. All of it is in the URL. */
export type ProductView = {
  q?: string;
  category?: Category;
  company?: string;
  minPrice?: number;
  maxPrice?: number;
  sort?: ProductSort;
  page?: number;
};

/** Reads an untrusted query string: drops invalid values and swaps a reversed price range. */
export function readProductView(search: URLSearchParams): ProductView {
  const prices = ['minPrice', 'maxPrice'].map((name) => numberOf(search.get(name), 0, PRICE_FILTER_MAX));
  const [minPrice, maxPrice] = Number(prices[0]) > Number(prices[1]) ? prices.reverse() : prices;
  return {
    q: textOf(search.get('q'), SEARCH_MAX),
    category: oneOf(categories, search.get('category')),
    company: textOf(search.get('company'), COMPANY_MAX),
    minPrice,
    maxPrice,
    sort: oneOf(productSorts, search.get('sort')),
    page: pageOf(search.get('page')),
  };
}

/** The URL of a view. The first page has no page parameter. */
export function productViewUrl({ page, ...view }: ProductView): string {
  const search = new URLSearchParams();
  const values = { ...view, page: page === 1 ? undefined : page };
  for (const [key, value] of Object.entries(values)) if (value !== undefined) search.set(key, String(value));
  const text = search.toString();
  return text ? `${urls.home}?${text}` : urls.home;
}

export const listQueryOf = (view: ProductView): ProductListQuery => ({ ...view, limit: PRODUCTS_PER_PAGE });

export const facetQueryOf = ({ sort, page, ...filters }: ProductView): FacetQuery => filters;

/** Counts the filters; the search text is not one. */
export const countFilters = ({ category, company, minPrice, maxPrice }: ProductView): number =>
  [category, company, minPrice ?? maxPrice].filter((value) => value !== undefined).length;

/** A short title such as 'Amazon Gift Card'; empty without a company and a category. */
export const viewTitle = ({ company, category }: ProductView): string => [company, category].filter(Boolean).join(' ');
