import type { User } from '@shop/contract/accounts/accounts';
import type { Completion, UserChange } from '@shop/contract/admin';
import { adminCalls } from '@shop/contract/calls/admin-calls';
import type { Page } from '@shop/contract/common';
import type { PaymentStatus } from '@shop/contract/order-status';
import type { AdminOrder } from '@shop/contract/orders';
import type { AdminProductRow } from '@shop/contract/products/product-input';
import type { ViewedList, ViewInput } from '@shop/contract/saved-views';
import type { Batch, BatchedProduct, RecallInput } from '@shop/contract/stock';
import { type Api, makeApi, registerCalls } from '../../lib/api.ts';
import { sendInSession } from '../../lib/session-send.ts';
import { request } from '../../lib/state/request-state.ts';
import { uploadingSend } from '../../lib/upload.ts';

registerCalls(adminCalls);

type QueryOf<K extends keyof Api> = Parameters<Api[K]>[0] extends { query: infer Query } ? Query : never;
export type ProductsQuery = QueryOf<'adminListProducts'>;
export type OrdersQuery = QueryOf<'adminListOrders'>;
export type PeopleQuery = QueryOf<'adminListUsers'>;
export type BatchesQuery = QueryOf<'adminListBatches'> & { productId?: string };
export type BatchOrdersQuery = QueryOf<'adminListBatchOrders'> & { batchId: string };
export type AuditQuery = QueryOf<'adminListAudit'>;
export type SignInsQuery = QueryOf<'adminListSignIns'>;
type BodyOf<K extends keyof Api> = Parameters<Api[K]>[0] extends { body: infer Body } ? Body : never;
export type BulkChange = BodyOf<'adminBulkProducts'>;
export type SavedProduct = Awaited<ReturnType<Api['adminUpdateProduct']>>;
export type DashboardDays = NonNullable<QueryOf<'adminDashboard'>['days']>;

const MAX_RESULTS = 4;

export const loadDashboard = request('admin/dashboard', (api, days: DashboardDays, signal) =>
  api.adminDashboard({ query: { days } }, { signal }),
);

export const loadWaiting = request('admin/waiting', (api, _: undefined, signal) => api.adminWaiting({}, { signal }));

export type SearchResults = { products: AdminProductRow[]; orders: AdminOrder[]; customers: User[] };
/** The first matches for a text among products, orders and customers. */
export const findAnywhere = request('admin/find', async (api, text: string, signal): Promise<SearchResults> => {
  const [products, orders, customers] = await Promise.all([
    orEmpty(api.adminSearchProducts({ query: { q: text, limit: MAX_RESULTS } }, { signal })),
    orEmpty(api.adminListOrders({ query: { q: text, limit: MAX_RESULTS } }, { signal })),
    orEmpty(api.adminListCustomers({ query: { search: text, limit: MAX_RESULTS } }, { signal })),
  ]);
  return { products, orders, customers };
});

/** An admin without permission for a list gets no rows from it. */
const orEmpty = <Row>(page: Promise<Page<Row>>): Promise<Row[]> =>
  page.then(
    ({ data }) => data,
    () => [],
  );

/** Both return the same list; the specification gives the search a URL of its own (§7). */
export const loadProducts = request('admin/products', (api, query: ProductsQuery, signal) =>
  query.q ? api.adminSearchProducts({ query }, { signal }) : api.adminListProducts({ query }, { signal }),
);
export const loadProduct = request('admin/product', (api, id: string, signal) =>
  api.adminFindProduct({ params: { id } }, { signal }),
);

type ProductSave = { id: string | null; form: FormData; onProgress: (fraction: number) => void };
/** Uses a sender of its own, because fetch does not report upload progress. */
export const saveProduct = request('admin/saveProduct', (_, { id, form, onProgress }: ProductSave) => {
  const api = makeApi(sendInSession(uploadingSend(onProgress)));
  return id === null ? api.adminCreateProduct({ body: form }) : api.adminUpdateProduct({ params: { id }, body: form });
});
export const deleteProduct = request('admin/deleteProduct', (api, id: string) =>
  api.adminDeleteProduct({ params: { id } }),
);
export const changeProducts = request('admin/changeProducts', async (api, body: BulkChange) => {
  const reply = await api.adminBulkProducts({ query: { dryRun: false }, body });
  if ('data' in reply) throw new Error('only a preview was answered');
  return reply;
});
/** A dry run that stores nothing. */
export const previewProducts = request('admin/previewProducts', async (api, body: BulkChange) => {
  const reply = await api.adminBulkProducts({ query: { dryRun: true }, body });
  if (!('data' in reply)) throw new Error('no preview was answered');
  return reply;
});
export const undoProducts = request('admin/undoProducts', (api, id: string) => api.adminUndoBulk({ params: { id } }));

type ProductsImport = { isDryRun: boolean; form: FormData; onProgress: (fraction: number) => void };
export const importProducts = request('admin/importProducts', (_, { isDryRun, form, onProgress }: ProductsImport) =>
  makeApi(sendInSession(uploadingSend(onProgress))).adminImportProducts({ query: { dryRun: isDryRun }, body: form }),
);

type CodesImport = {
  productId: string;
  isDryRun: boolean;
  form: FormData;
  onProgress: (fraction: number) => void;
};
/** The codes stay in the form and never enter the store. The reply names lines by number. */
export const importCodes = request('admin/importCodes', (_, { productId, isDryRun, form, onProgress }: CodesImport) =>
  makeApi(sendInSession(uploadingSend(onProgress))).adminImportBatch({
    params: { id: productId },
    query: { dryRun: isDryRun },
    body: form,
  }),
);
/** `product` is set if the batches of one product were requested. */
export type BatchesPage = Page<Batch> & { product?: BatchedProduct };
/** The batches of one product, or of all products. */
export const loadBatches = request(
  'admin/batches',
  (api, { productId, ...query }: BatchesQuery, signal): Promise<BatchesPage> =>
    productId
      ? api.adminListProductBatches({ params: { id: productId }, query }, { signal })
      : api.adminListBatches({ query }, { signal }),
);
export const loadBatch = request('admin/batch', (api, id: string, signal) =>
  api.adminFindBatch({ params: { id } }, { signal }),
);
export const loadBatchOrders = request('admin/batchOrders', (api, { batchId, ...query }: BatchOrdersQuery, signal) =>
  api.adminListBatchOrders({ params: { id: batchId }, query }, { signal }),
);
export const recallBatch = request('admin/recallBatch', (api, { id, ...body }: RecallInput & { id: string }) =>
  api.adminRecallBatch({ params: { id }, body }),
);

export const loadOrders = request('admin/orders', (api, query: OrdersQuery, signal) =>
  api.adminListOrders({ query }, { signal }),
);
export const loadOrder = request('admin/order', (api, id: string, signal) =>
  api.adminFindOrder({ params: { id } }, { signal }),
);
export const changeOrderStatus = request(
  'admin/changeOrderStatus',
  (api, { id, ...body }: { id: string; status: PaymentStatus } & Partial<Completion>) =>
    api.adminUpdateOrderStatus({ params: { id }, body }),
);
/** Asks the provider about the payment. Captured money settles the order. */
export const checkOrderPayment = request('admin/checkOrderPayment', (api, id: string) =>
  api.adminCheckPayment({ params: { id } }),
);
/** Also works for a delivered order, whose payment status cannot be changed otherwise. */
export const refundOrder = request('admin/refundOrder', (api, id: string) =>
  api.adminUpdateOrder({ params: { id }, body: { paymentStatus: 'refunded' } }),
);

export const loadCustomers = request('admin/customers', (api, query: PeopleQuery, signal) =>
  api.adminListCustomers({ query }, { signal }),
);
export const loadCustomer = request('admin/customer', (api, id: string, signal) =>
  api.adminFindCustomer({ params: { id } }, { signal }),
);

export const loadUsers = request('admin/users', (api, query: PeopleQuery, signal) =>
  api.adminListUsers({ query }, { signal }),
);
export const loadUser = request('admin/user', (api, id: string, signal) =>
  api.adminFindUser({ params: { id } }, { signal }),
);
export const changeUser = request('admin/changeUser', (api, { id, ...body }: UserChange & { id: string }) =>
  api.adminUpdateUser({ params: { id }, body }),
);

export const loadSignIns = request('admin/signIns', (api, query: SignInsQuery, signal) =>
  api.adminListSignIns({ query }, { signal }),
);
export const loadViews = request('admin/views', (api, list: ViewedList, signal) =>
  api.adminListViews({ query: { list } }, { signal }),
);
export const saveView = request('admin/saveView', (api, body: ViewInput) => api.adminSaveView({ body }));
export const deleteView = request('admin/deleteView', (api, id: string) => api.adminDeleteView({ params: { id } }));

export const loadAudit = request('admin/audit', (api, query: AuditQuery, signal) =>
  api.adminListAudit({ query }, { signal }),
);
