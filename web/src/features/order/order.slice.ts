import { createSlice } from '@reduxjs/toolkit';
import type { Pagination } from '@shop/contract/common';
import { MY_ORDERS_PAGE_SIZE } from '@shop/contract/limits';
import type { Order, OrderDraft, PaymentProof, Rating } from '@shop/contract/orders';
import { type ReadState, request, trackRead, unread } from '../../lib/request-state.ts';
import { storeGroups } from '../../lib/root-reducer.ts';

export type OrderState = ReadState & {
  orders: Order[];
  pagination: Pagination | null;
  message: string | null;
};

const initialState: OrderState = { ...unread, orders: [], pagination: null, message: null };

/** The key makes a repeated click, or a repeated request after a lost answer, the same order. */
export const createOrder = request('order/create', (api, { key, ...body }: OrderDraft & { key: string }) =>
  api.createOrder({ body }, { headers: { 'idempotency-key': key } }),
);
export const verifyPayment = request('order/verify', (api, body: PaymentProof) => api.verifyPayment({ body }));
export const deleteOrder = request('order/delete', (api, id: string) => api.deleteOrder({ params: { id } }));
export const loadMyOrders = request('order/my-orders', (api, page: number, signal) =>
  api.listMyOrders({ query: { page, limit: MY_ORDERS_PAGE_SIZE } }, { signal }),
);
/** What it answers is shown and forgotten: a code that was bought is not kept in the store. */
export const revealOrder = request('order/reveal', (api, id: string) => api.revealOrder({ params: { id } }));
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
    builder
      .addCase(verifyPayment.fulfilled, (state, { payload }) => {
        state.message = payload.message;
      })
      .addCase(deleteOrder.fulfilled, (state, { payload, meta }) => {
        state.message = payload.message;
        state.orders = state.orders.filter((order) => order._id !== meta.arg);
      })
      .addCase(rateOrder.fulfilled, (state, { payload, meta }) => {
        const order = state.orders.find(({ _id }) => _id === meta.arg.id);
        if (order) order.rating = payload.data;
      });
  },
}).injectInto(storeGroups);
