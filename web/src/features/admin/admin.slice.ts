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
type Answered<Reply, Question> = ReadState & { reply: Reply | null; question: Question | null };
export type ListState<Row, Query = unknown> = Answered<Page<Row>, Query>;
export type ItemState<Item> = Answered<{ data: Item }, string>;

export type AdminState = {
  dashboard: Answered<{ data: Dashboard }, DashboardDays>;
  products: ListState<AdminProductRow, ProductsQuery>;
  product: ItemState<AdminProduct>;
  batches: Answered<BatchesPage, BatchesQuery>;
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

const unanswered = { ...unread, reply: null, question: null };
const initialState: AdminState = {
  dashboard: unanswered,
  products: unanswered,
  product: unanswered,
  batches: unanswered,
  batch: unanswered,
  batchOrders: unanswered,
  orders: unanswered,
  order: unanswered,
  customers: unanswered,
  customer: unanswered,
  users: unanswered,
  user: unanswered,
  audit: unanswered,
  signIns: unanswered,
  message: null,
  lacksSecondFactor: false,
};

function keepAnswers<Reply, Question>(
  builder: ActionReducerMapBuilder<AdminState>,
  load: Request<Reply, Question>,
  answeredOf: (state: AdminState) => Answered<Reply, Question>,
) {
  trackRead(builder, load, answeredOf, (state, reply, question) => {
    Object.assign(answeredOf(state), { reply, question });
  });
}

function replaceIn<Row extends { _id: string }>(list: ListState<Row>, changed: Row): void {
  const rows = list.reply?.data ?? [];
  const index = rows.findIndex(({ _id }) => _id === changed._id);
  if (index >= 0) rows[index] = changed;
}

const isRefusedWithoutFactor = (action: UnknownAction) =>
  isRejectedWithValue(action) && (action.payload as RequestFailure).code === 'SECOND_FACTOR_REQUIRED';

export const adminSlice = createSlice({
  name: 'admin',
  initialState,
  reducers: {
    factorAskedAgain: (state) => {
      state.lacksSecondFactor = false;
    },
  },
  extraReducers: (builder) => {
    keepAnswers(builder, loadDashboard, (state) => state.dashboard);
    keepAnswers(builder, loadProducts, (state) => state.products);
    keepAnswers(builder, loadProduct, (state) => state.product);
    keepAnswers(builder, loadBatches, (state) => state.batches);
    keepAnswers(builder, loadBatch, (state) => state.batch);
    keepAnswers(builder, loadBatchOrders, (state) => state.batchOrders);
    keepAnswers(builder, loadOrders, (state) => state.orders);
    keepAnswers(builder, loadOrder, (state) => state.order);
    keepAnswers(builder, loadCustomers, (state) => state.customers);
    keepAnswers(builder, loadCustomer, (state) => state.customer);
    keepAnswers(builder, loadUsers, (state) => state.users);
    keepAnswers(builder, loadUser, (state) => state.user);
    keepAnswers(builder, loadAudit, (state) => state.audit);
    keepAnswers(builder, loadSignIns, (state) => state.signIns);
    builder
      .addCase(saveProduct.fulfilled, ({ products }, { payload }) => replaceIn(products, payload.data))
      .addCase(deleteProduct.fulfilled, ({ products: { reply } }, { meta }) => {
        if (reply) reply.data = reply.data.filter(({ _id }) => _id !== meta.arg);
      })
      .addCase(recallBatch.fulfilled, ({ batches, batch }, { payload }) => {
        replaceIn(batches, payload.data);
        if (batch.question === payload.data._id) batch.reply = payload;
      })
      .addCase(changeUser.fulfilled, ({ users }, { payload }) => replaceIn(users, payload.data))
      .addMatcher(isRefusedWithoutFactor, (state) => {
        state.lacksSecondFactor = true;
      })
      .addMatcher(
        isAnyOf(changeOrderStatus.fulfilled, checkOrderPayment.fulfilled, refundOrder.fulfilled),
        ({ orders, order }, { payload }) => {
          replaceIn(orders, payload.data);
          if (order.question === payload.data._id) order.reply = payload;
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

export const { factorAskedAgain } = adminSlice.actions;
