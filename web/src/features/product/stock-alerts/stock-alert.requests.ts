import { wishCalls } from '@shop/contract/calls/wishlist-calls';
import { registerCalls } from '../../../lib/api.ts';
import { request } from '../../../lib/state/request-state.ts';

registerCalls(wishCalls);

export const findStockAlert = request('product/findAlert', (api, id: string, signal) =>
  api.findStockAlert({ params: { id } }, { signal }),
);
export const setStockAlert = request('product/setAlert', (api, id: string) => api.setStockAlert({ params: { id } }));
export const endStockAlert = request('product/endAlert', (api, id: string) => api.endStockAlert({ params: { id } }));

export const showAlertLink = request('product/showAlertLink', (api, token: string, signal) =>
  api.showAlertLink({ params: { token } }, { signal }),
);
export const endAlertByLink = request('product/endAlertByLink', (api, token: string) =>
  api.endAlertByLink({ params: { token } }),
);
