import { SEARCH_MAX } from '@shop/contract/limits/limits';
import { type OrderUseFilter, orderUseFilters } from '@shop/contract/order-status';
import { oneOf, pageOf, textOf } from '../../../lib/search-params.ts';
import { urls } from '../../../lib/urls.ts';

/** The state of My Orders, which is all in the URL. `order` is the id of a linked order, which is shown open. */
export type MyOrdersView = { show?: OrderUseFilter; q?: string; page?: number; order?: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function readMyOrdersView(search: URLSearchParams): MyOrdersView {
  const order = search.get('order');
  return {
    show: oneOf(orderUseFilters, search.get('show')),
    q: textOf(search.get('q'), SEARCH_MAX),
    page: pageOf(search.get('page')),
    order: order && UUID.test(order) ? order : undefined,
  };
}

/** The URL of a view. It drops the linked order, which matters only on arrival. */
export function myOrdersUrl({ show, q, page }: MyOrdersView): string {
  const search = new URLSearchParams();
  if (show && show !== 'all') search.set('show', show);
  if (q) search.set('q', q);
  if (page) search.set('page', String(page));
  const text = search.toString();
  return text ? `${urls.myOrders}?${text}` : urls.myOrders;
}
