import { type ActionReducerMapBuilder, createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { User } from '@shop/contract/accounts';
import type { AuditEntry, CustomerWithOrders, Dashboard } from '@shop/contract/admin';
import type { Page, Pagination } from '@shop/contract/common';
import type { AdminOrder } from '@shop/contract/orders';
import type { AdminProduct, AdminProductRow } from '@shop/contract/product-input';
import { idle, type Request, type RequestState, track } from '../../lib/request-state.ts';
import { storeGroups } from '../../lib/root-reducer.ts';
import {
  changeOrderStatus,
  changeProducts,
  changeUser,
  deleteProduct,
  loadAudit,
  loadCustomer,
  loadCustomers,
  loadDashboard,
  loadOrder,
  loadOrders,
  loadProduct,
  loadProducts,
  loadUser,
  loadUsers,
  refundOrder,
  saveProduct,
} from './admin.requests.ts';

/** `pagination` is null until the first answer. */
export type ListState<Row> = RequestState & { data: Row[]; pagination: Pagination | null };
/** `id` is what was asked for; `isMissing` tells an id that leads nowhere from a call that failed. */
export type ItemState<Item> = RequestState & { id: string | null; data: Item | null; isMissing: boolean };

export type AdminState = {
  dashboard: RequestState & { data: Dashboard | null };
  products: ListState<AdminProductRow>;
  product: ItemState<AdminProduct>;
  orders: ListState<AdminOrder>;
  order: ItemState<AdminOrder>;
  customers: ListState<User>;
  customer: ItemState<CustomerWithOrders['customer']>;
  customerOrders: RequestState & { data: AdminOrder[] };
  users: ListState<User>;
  user: ItemState<User>;
  audit: ListState<AuditEntry>;
  message: string | null;
};

const emptyList = { ...idle, data: [], pagination: null };
export const noItem = { ...idle, id: null, data: null, isMissing: false };
const initialState: AdminState = {
  dashboard: { ...idle, data: null },
  products: emptyList,
  product: noItem,
  orders: emptyList,
  order: noItem,
  customers: emptyList,
  customer: noItem,
  customerOrders: { ...idle, data: [] },
  users: emptyList,
  user: noItem,
  audit: emptyList,
  message: null,
};

type Builder = ActionReducerMapBuilder<AdminState>;

function trackList<Row, Query>(
  builder: Builder,
  load: Request<Page<Row>, Query>,
  listOf: (state: AdminState) => ListState<Row>,
) {
  track(builder, load, listOf, (state, { data, pagination }) => Object.assign(listOf(state), { data, pagination }));
}

function trackItem<Item>(
  builder: Builder,
  load: Request<{ data: Item }, string>,
  itemOf: (state: AdminState) => ItemState<Item>,
) {
  track(builder, load, itemOf, (state, { data }) => {
    itemOf(state).data = data;
  });
}

/** Forgets what was shown when an item is asked for, and notes when there is none. */
function matchItem<Item, Reply>(
  builder: Omit<Builder, 'addCase' | 'addAsyncThunk'>,
  load: Request<Reply, string>,
  itemOf: (state: AdminState) => ItemState<Item>,
) {
  builder
    .addMatcher(load.pending.match, (state, { meta }) => {
      Object.assign(itemOf(state as AdminState), { id: meta.arg, data: null, isMissing: false });
    })
    .addMatcher(load.rejected.match, (state, { payload }) => {
      itemOf(state as AdminState).isMissing = payload?.status === 404 || payload?.status === 422;
    });
}

function replaceIn<Row extends { _id: string }>(rows: Row[], changed: Row): void {
  const index = rows.findIndex(({ _id }) => _id === changed._id);
  if (index >= 0) rows[index] = changed;
}

export const adminSlice = createSlice({
  name: 'admin',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    track(
      builder,
      loadDashboard,
      (state) => state.dashboard,
      (state, { data }) => {
        state.dashboard.data = data;
      },
    );
    trackList(builder, loadProducts, (state) => state.products);
    trackList(builder, loadOrders, (state) => state.orders);
    trackList(builder, loadCustomers, (state) => state.customers);
    trackList(builder, loadUsers, (state) => state.users);
    trackList(builder, loadAudit, (state) => state.audit);
    trackItem(builder, loadProduct, (state) => state.product);
    trackItem(builder, loadOrder, (state) => state.order);
    trackItem(builder, loadUser, (state) => state.user);
    track(
      builder,
      loadCustomer,
      (state) => state.customer,
      (state, { data }) => {
        state.customer.data = data.customer;
        state.customerOrders.data = data.orders;
      },
    );
    track(
      builder,
      saveProduct,
      (state) => state.product,
      (state, { data, message }) => {
        replaceIn(state.products.data, data);
        state.message = message;
      },
    );
    track(
      builder,
      deleteProduct,
      (state) => state.products,
      (state, { message }, id) => {
        state.products.data = state.products.data.filter(({ _id }) => _id !== id);
        state.message = message;
      },
    );
    builder
      .addCase(changeProducts.fulfilled, (state, { payload }) => {
        state.message = payload.message;
      })
      .addCase(changeUser.fulfilled, (state, { payload: { data, message } }) => {
        replaceIn(state.users.data, data);
        state.user.data = data;
        state.message = message;
      });
    matchItem(builder, loadProduct, (state) => state.product);
    matchItem(builder, loadOrder, (state) => state.order);
    matchItem(builder, loadUser, (state) => state.user);
    matchItem(builder, loadCustomer, (state) => state.customer);
    builder.addMatcher(
      isAnyOf(changeOrderStatus.fulfilled, refundOrder.fulfilled),
      (state, { payload: { data, message } }) => {
        replaceIn(state.orders.data, data);
        if (state.order.data?._id === data._id) state.order.data = data;
        state.message = message;
      },
    );
    // One call brings a customer and the orders: they load and fail together.
    builder.addMatcher(
      isAnyOf(loadCustomer.pending, loadCustomer.fulfilled, loadCustomer.rejected),
      ({ customer, customerOrders }) => {
        Object.assign(customerOrders, { loading: customer.loading, error: customer.error });
      },
    );
  },
}).injectInto(storeGroups);
