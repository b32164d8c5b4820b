import { combineSlices, configureStore } from '@reduxjs/toolkit';
import { adminSlice } from '../features/admin/admin.slice.ts';
import { authSlice } from '../features/auth/auth.slice.ts';
import { contactSlice } from '../features/contact/contact.slice.ts';
import { orderSlice } from '../features/order/order.slice.ts';
import { productSlice } from '../features/product/product.slice.ts';
import type { ThunkExtra } from '../lib/request-state.ts';

const reducer = combineSlices(authSlice, productSlice, orderSlice, contactSlice, adminSlice);
export type RootState = ReturnType<typeof reducer>;

/** One store a page load in the browser, one a request on the server. */
export const makeStore = (extra: ThunkExtra, preloadedState?: RootState) =>
  configureStore({
    reducer,
    preloadedState,
    middleware: (defaults) => defaults({ thunk: { extraArgument: extra } }),
  });

export type Store = ReturnType<typeof makeStore>;
