import {
  type ActionReducerMapBuilder,
  createSlice,
  isAnyOf,
  isRejectedWithValue,
  type UnknownAction,
} from '@reduxjs/toolkit';
import type { User } from '@shop/contract/accounts/accounts';
import type { AuditEntry, CustomerWithOrders, SignIn } from '@shop/contract/admin';
import type { Page } from '@shop/contract/common';
import type { Dashboard } from '@shop/contract/dashboard';
import type { AdminOrder } from '@shop/contract/orders';
import type { AdminProduct, AdminProductRow } from '@shop/contract/products/product-input';
import type { Batch, BatchOrder } from '@shop/contract/stock';
import type { RequestFailure } from '../../lib/api.ts';
import { type ReadState, type Request, trackRead, unread } from '../../lib/state/request-state.ts';
import { storeGroups } from '../../lib/state/root-reducer.ts';
import {
  type AuditQuery,
  type BatchesPage,
  type BatchesQuery,
  type BatchOrdersQuery,
  changeOrderStatus,
  changeProducts,
  changeUser,
  checkOrderPayment,
  type DashboardDays,
  deleteProduct,
  loadAudit,
  loadBatch,
  loadBatches,
  loadBatchOrders,
  loadCustomer,
  loadCustomers,
  loadDashboard,
  loadOrder,
  loadOrders,
  loadProduct,
  loadProducts,
  loadSignIns,
  loadUser,
  loadUsers,
  type OrdersQuery,
  type PeopleQuery,
  type ProductsQuery,
  recallBatch,
  refundOrder,
  type SignInsQuery,
  saveProduct,
  undoProducts,
} from './admin.requests.ts';

/** The last reply with its query; both are null before the first reply. */
type Loaded<Reply, Query> = ReadState & { reply: Reply | null; query: Query | null };
export type ListState<Row, Query = unknown> = Loaded<Page<Row>, Query>;
export type ItemState<Item> = Loaded<{ data: Item }, string>;

export type AdminState = {
  dashboard: Loaded<{ data: Dashboard }, DashboardDays>;
  products: ListState<AdminProductRow, ProductsQuery>;
  product: ItemState<AdminProduct>;
  batches: Loaded<BatchesPage, BatchesQuery>;
  batch: ItemState<Batch>;
  batchOrders: ListState<BatchOrder, BatchOrdersQuery>;
  orders: ListState<AdminOrder, OrdersQuery>;
  order: ItemState<AdminOrder>;
  customers: ListState<User, PeopleQuery>;
  customer: ItemState<CustomerWithOrders>;
  users: ListState<User, PeopleQuery>;
  user: ItemState<User>;
  audit: ListState<AuditEntry, AuditQuery>;
  signIns: ListState<SignIn, SignInsQuery>;
  message: string | null;
  /** The server refused a request because the session has no second factor. It would refuse every other request too. */
  lacksSecondFactor: boolean;
};

const loadFailedText = { ...unread, reply: null, query: null };
const initialState: AdminState = {
  dashboard: loadFailedText,
  products: loadFailedText,
  product: loadFailedText,
  batches: loadFailedText,
  batch: loadFailedText,
  batchOrders: loadFailedText,
  orders: loadFailedText,
  order: loadFailedText,
  customers: loadFailedText,
  customer: loadFailedText,
  users: loadFailedText,
  user: loadFailedText,
  audit: loadFailedText,
  signIns: loadFailedText,
  message: null,
  lacksSecondFactor: false,
};

function trackReplies<Reply, Query>(
  builder: ActionReducerMapBuilder<AdminState>,
  load: Request<Reply, Query>,
  loadedOf: (state: AdminState) => Loaded<Reply, Query>,
) {
  trackRead(builder, load, loadedOf, (state, reply, query) => {
    Object.assign(loadedOf(state), { reply, query });
  });
}

function replaceIn<Row extends { _id: string }>(list: ListState<Row>, changed: Row): void {
  const rows = list.reply?.data ?? [];
  const index = rows.findIndex(({ _id }) => _id === changed._id);
  if (index >= 0) rows[index] = changed;
}

const isSecondFactorRefusal = (action: UnknownAction) =>
  isRejectedWithValue(action) && (action.payload as RequestFailure).code === 'SECOND_FACTOR_REQUIRED';

export const adminSlice = createSlice({
  name: 'admin',
  initialState,
  reducers: {
    resetSecondFactorNotice: (state) => {
      state.lacksSecondFactor = false;
    },
  },
  extraReducers: (builder) => {
    trackReplies(builder, loadDashboard, (state) => state.dashboard);
    trackReplies(builder, loadProducts, (state) => state.products);
    trackReplies(builder, loadProduct, (state) => state.product);
    trackReplies(builder, loadBatches, (state) => state.batches);
    trackReplies(builder, loadBatch, (state) => state.batch);
    trackReplies(builder, loadBatchOrders, (state) => state.batchOrders);
    trackReplies(builder, loadOrders, (state) => state.orders);
    trackReplies(builder, loadOrder, (state) => state.order);
    trackReplies(builder, loadCustomers, (state) => state.customers);
    trackReplies(builder, loadCustomer, (state) => state.customer);
    trackReplies(builder, loadUsers, (state) => state.users);
    trackReplies(builder, loadUser, (state) => state.user);
    trackReplies(builder, loadAudit, (state) => state.audit);
    trackReplies(builder, loadSignIns, (state) => state.signIns);
    builder
      .addCase(saveProduct.fulfilled, ({ products }, { payload }) => replaceIn(products, payload.data))
      .addCase(deleteProduct.fulfilled, ({ products: { reply } }, { meta }) => {
        if (reply) reply.data = reply.data.filter(({ _id }) => _id !== meta.arg);
      })
      .addCase(recallBatch.fulfilled, ({ batches, batch }, { payload }) => {
        replaceIn(batches, payload.data);
        if (batch.query === payload.data._id) batch.reply = payload;
      })
      .addCase(changeUser.fulfilled, ({ users }, { payload }) => replaceIn(users, payload.data))
      .addMatcher(isSecondFactorRefusal, (state) => {
        state.lacksSecondFactor = true;
      })
      .addMatcher(
        isAnyOf(changeOrderStatus.fulfilled, checkOrderPayment.fulfilled, refundOrder.fulfilled),
        ({ orders, order }, { payload }) => {
          replaceIn(orders, payload.data);
          if (order.query === payload.data._id) order.reply = payload;
        },
      )
      .addMatcher(
        isAnyOf(
          saveProduct.fulfilled,
          deleteProduct.fulfilled,
          changeProducts.fulfilled,
          undoProducts.fulfilled,
          recallBatch.fulfilled,
          changeOrderStatus.fulfilled,
          refundOrder.fulfilled,
          changeUser.fulfilled,
        ),
        (state, { payload }) => {
          state.message = payload.message;
        },
      );
  },
}).injectInto(storeGroups);

export const { resetSecondFactorNotice } = adminSlice.actions;
