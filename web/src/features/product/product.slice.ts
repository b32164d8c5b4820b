import { createSlice } from '@reduxjs/toolkit';
import type { Pagination } from '@shop/contract/common';
import type { Product } from '@shop/contract/product';
import type { Api } from '../../lib/api.ts';
import { idle, type RequestState, request, track } from '../../lib/request-state.ts';

export type ProductState = RequestState & {
  products: Product[];
  pagination: Pagination | null;
  message: string | null;
};

const initialState: ProductState = { ...idle, products: [], pagination: null, message: null };

type ListInput = Parameters<Api['listProducts']>[0]['query'];

export const loadProducts = request('product/list', (api, query: ListInput, signal) =>
  api.listProducts({ query }, { signal }),
);

export const productSlice = createSlice({
  name: 'product',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    track(
      builder,
      loadProducts,
      (state) => state,
      (state, reply) => {
        state.products = reply.data;
        state.pagination = reply.pagination;
      },
    );
  },
});
