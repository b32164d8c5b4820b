import { SEARCH_MAX } from '@shop/contract/limits/limits';
import { type MyOrdersView, orderShelves } from '@shop/contract/order-status';
import { oneOf, pageOf, textOf } from '../../../lib/search-params.ts';
import { urls } from '../../../lib/urls.ts';

/** What My Orders shows: everything of it is in the URL. */
export type WalletView = { show?: MyOrdersView; q?: string; page?: number; order?: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function readWalletView(search: URLSearchParams): WalletView {
  const order = search.get('order');
  return {
    show: oneOf(orderShelves, search.get('show')),
    q: textOf(search.get('q'), SEARCH_MAX),
    page: pageOf(search.get('page')),
    order: order && UUID.test(order) ? order : undefined,
  };
}

/** The address of a view; an order that was led to is left behind with the first choice made. */
export function walletUrl({ show, q, page }: WalletView): string {
  const search = new URLSearchParams();
  if (show && show !== 'all') search.set('show', show);
  if (q) search.set('q', q);
  if (page) search.set('page', String(page));
  const text = search.toString();
  return text ? `${urls.myOrders}?${text}` : urls.myOrders;
}
