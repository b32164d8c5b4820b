import { SEARCH_MAX } from '@shop/contract/limits/limits';
import { categories } from '@shop/contract/products/categories';
import { stockKinds } from '@shop/contract/stock-kinds';
import { oneOf, pageOf, textOf } from '../../../lib/search-params.ts';
import type { SelectOption } from '../../../ui/forms/select-field.tsx';
import type { ProductsQuery } from '../admin.requests.ts';

const statuses = ['active', 'inactive', 'sold-out', 'expired'] as const;
export const statusOptions: SelectOption[] = [
  { value: '', label: 'All Statuses' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'sold-out', label: 'Sold out' },
  { value: 'expired', label: 'Expired' },
];

export const categoryOptions: SelectOption[] = [
  { value: '', label: 'All Categories' },
  ...categories.map((category) => ({ value: category, label: category })),
];

const sorts = ['oldest', 'title', 'price-asc', 'price-desc', 'rating', 'expiring'] as const;
export const sortOptions: SelectOption[] = [
  { value: '', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'title', label: 'Title' },
  { value: 'price-asc', label: 'Lowest price' },
  { value: 'price-desc', label: 'Highest price' },
  { value: 'rating', label: 'Best rated' },
  { value: 'expiring', label: 'Expiring soonest' },
];

export const readProductsQuery = (search: URLSearchParams) =>
  ({
    q: textOf(search.get('q'), SEARCH_MAX),
    status: oneOf(statuses, search.get('status')),
    category: oneOf(categories, search.get('category')),
    stockKind: oneOf(stockKinds, search.get('stockKind')),
    runsLow: search.get('runsLow') === 'true' || undefined,
    sort: oneOf(sorts, search.get('sort')),
    page: pageOf(search.get('page')),
  }) satisfies ProductsQuery;
