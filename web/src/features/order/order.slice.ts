import { createSlice } from '@reduxjs/toolkit';
import { orderCalls } from '@shop/contract/calls/order-calls';
import type { Pagination } from '@shop/contract/common';
import { MY_ORDERS_PAGE_SIZE } from '@shop/contract/limits/limits';
import type { Order, OrderDraft, PaymentProof, Rating } from '@shop/contract/orders';
import { registerCalls } from '../../lib/api.ts';
import { type ReadState, request, trackRead, unread } from '../../lib/state/request-state.ts';
import { storeGroups } from '../../lib/state/root-reducer.ts';
import type { MyOrdersView } from './my-orders/my-orders-query.ts';

registerCalls(orderCalls);

type OrderState = ReadState & {
  orders: Order[];
  pagination: Pagination | null;
  message: string | null;
};

const initialState: OrderState = { ...unread, orders: [], pagination: null, message: null };

/** The idempotency key prevents a second order after a double click or a lost reply. */
export const createOrder = request('order/create', (api, { key, ...body }: OrderDraft & { key: string }) =>
  api.createOrder({ body }, { headers: { 'idempotency-key': key } }),
);
export const verifyPayment = request('order/verify', (api, body: PaymentProof) => api.verifyPayment({ body }));
export const checkPayment = request('order/check', (api, id: string) => api.checkPayment({ params: { id } }));
export const cancelOrder = request('order/delete', (api, id: string) => api.deleteOrder({ params: { id } }));
export const loadMyOrders = request('order/my-orders', (api, view: MyOrdersView, signal) =>
  api.listMyOrders({ query: { ...view, limit: MY_ORDERS_PAGE_SIZE } }, { signal }),
);
/** The user's orders of one product, including unpaid ones. */
export const findOrdersOf = request(
  'order/of-product',
  (api, { product, limit }: { product: string; limit: number }, signal) =>
    api.listMyOrders({ query: { product, limit } }, { signal }),
);
/** No reducer handles its reply: revealed codes are never kept in the store. */
export const revealOrder = request('order/reveal', (api, id: string) => api.revealOrder({ params: { id } }));
export const markOrderUsed = request('order/used', (api, { id, used }: { id: string; used: boolean }) =>
  api.markOrderUsed({ params: { id }, body: { used } }),
);
export const rateOrder = request('order/rate', (api, { id, ...body }: Rating & { id: string }) =>
  api.rateOrder({ params: { id }, body }),
);

export const orderSlice = createSlice({
  name: 'order',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    trackRead(
      builder,
      loadMyOrders,
      (state) => state,
      (state, { data, pagination }) => {
        state.orders = data;
        state.pagination = pagination;
      },
    );
    const replace = (state: OrderState, changed: Order) => {
      state.orders = state.orders.map((order) => (order._id === changed._id ? changed : order));
    };
    const without = (state: OrderState, id: string) => state.orders.filter((order) => order._id !== id);
    builder
      .addCase(verifyPayment.fulfilled, (state, { payload }) => {
        state.message = payload.message;
      })
      .addCase(checkPayment.fulfilled, (state, { payload }) => replace(state, payload.data.order))
      .addCase(markOrderUsed.fulfilled, (state, { payload }) => replace(state, payload.data))
      // The order expired and is in no list any more.
      .addCase(checkPayment.rejected, (state, { payload, meta }) => {
        if (payload?.status === 404) state.orders = without(state, meta.arg);
      })
      .addCase(cancelOrder.fulfilled, (state, { payload, meta }) => {
        state.message = payload.message;
        state.orders = without(state, meta.arg);
      })
      .addCase(rateOrder.fulfilled, (state, { payload, meta }) => {
        const order = state.orders.find(({ _id }) => _id === meta.arg.id);
        if (order) order.rating = payload.data;
      });
  },
}).injectInto(storeGroups);
