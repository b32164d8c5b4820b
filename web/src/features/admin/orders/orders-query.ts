import { ADMIN_ORDERS_PAGE_SIZE } from '@shop/contract/limits/admin-limits';
import { SEARCH_MAX } from '@shop/contract/limits/limits';
import { orderStatuses } from '@shop/contract/order-status';
import { dayOf, oneOf, pageOf, textOf } from '../../../lib/search-params.ts';
import type { SelectOption } from '../../../ui/forms/select-field.tsx';
import type { OrdersQuery } from '../admin.requests.ts';

export const statusOptions: SelectOption[] = [
  { value: '', label: 'All Statuses' },
  { value: 'pending', label: 'Pending' },
  { value: 'processing', label: 'Processing' },
  { value: 'completed', label: 'Completed' },
  { value: 'cancelled', label: 'Cancelled' },
];

const orderSorts = ['newest', 'oldest', 'amount-desc', 'amount-asc'] as const;
export const sortOptions: SelectOption[] = [
  { value: '', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'amount-desc', label: 'Highest amount' },
  { value: 'amount-asc', label: 'Lowest amount' },
];

export const readOrdersQuery = (search: URLSearchParams) =>
  ({
    q: textOf(search.get('q'), SEARCH_MAX),
    status: oneOf(orderStatuses, search.get('status')),
    from: dayOf(search.get('from')),
    to: dayOf(search.get('to')),
    sort: oneOf(orderSorts, search.get('sort')),
    page: pageOf(search.get('page')),
    limit: ADMIN_ORDERS_PAGE_SIZE,
  }) satisfies OrdersQuery;
