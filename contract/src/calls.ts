/**
 * Every call of the API: method, path and who may make it. Free of zod, because the browser's client reads this
 * table on the first page; the shapes of each call are attached to it in the feature modules beside this file.
 */
export type Access = 'everyone' | 'signed-in' | 'admin' | 'provider';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Call = { readonly method: Method; readonly path: `/${string}`; readonly access: Access };

const call = <P extends `/${string}`, A extends Access>(method: Method, path: P, access: A) =>
  ({ method, path, access }) as const;

export const API_BASE = '/api/v1';

export const calls = {
  register: call('POST', '/auth/register', 'everyone'),
  login: call('POST', '/auth/login', 'everyone'),
  logout: call('POST', '/auth/logout', 'everyone'),
  currentUser: call('GET', '/auth/me', 'everyone'),
  refreshSession: call('GET', '/auth/refresh', 'signed-in'),
  profile: call('GET', '/auth/profile', 'signed-in'),
  updateProfile: call('PUT', '/auth/update-profile', 'signed-in'),
  updatePassword: call('PATCH', '/auth/update-password', 'signed-in'),
  forgotPassword: call('POST', '/auth/forgot-password', 'everyone'),
  resetPassword: call('POST', '/auth/reset-password/:token', 'everyone'),
  deleteAccount: call('DELETE', '/auth/delete-account', 'signed-in'),

  listProducts: call('GET', '/products', 'everyone'),
  searchProducts: call('GET', '/products/search', 'everyone'),
  suggestProducts: call('GET', '/products/suggest', 'everyone'),
  productFacets: call('GET', '/products/facets', 'everyone'),
  findProduct: call('GET', '/products/:id', 'everyone'),
  similarProducts: call('GET', '/products/:id/similar', 'everyone'),
  setStockAlert: call('POST', '/products/:id/alert', 'signed-in'),
  findStockAlert: call('GET', '/products/:id/alert', 'signed-in'),
  endStockAlert: call('DELETE', '/products/:id/alert', 'signed-in'),
  showAlertLink: call('GET', '/alerts/:token', 'everyone'),
  endAlertByLink: call('POST', '/alerts/:token/end', 'everyone'),
  createProduct: call('POST', '/products/create', 'admin'),
  updateProduct: call('PUT', '/products/:id', 'admin'),
  deleteProduct: call('DELETE', '/products/:id', 'admin'),

  createOrder: call('POST', '/orders/create', 'signed-in'),
  verifyPayment: call('POST', '/orders/verify-payment', 'signed-in'),
  listMyOrders: call('GET', '/orders/my-orders', 'signed-in'),
  findMyOrder: call('GET', '/orders/:id', 'signed-in'),
  deleteOrder: call('DELETE', '/orders/:id', 'signed-in'),
  revealOrder: call('POST', '/orders/:id/reveal', 'signed-in'),
  rateOrder: call('POST', '/orders/:id/rating', 'signed-in'),
  razorpayWebhook: call('POST', '/payments/razorpay/webhook', 'provider'),

  submitContact: call('POST', '/contact/submit', 'everyone'),
  submitBugReport: call('POST', '/contact/bug-report/submit', 'everyone'),
  listContacts: call('GET', '/contact', 'admin'),
  findContact: call('GET', '/contact/:id', 'admin'),
  toggleContact: call('PUT', '/contact/:id', 'admin'),
  deleteContact: call('DELETE', '/contact/:id', 'admin'),
  deleteAllContacts: call('DELETE', '/contact', 'admin'),

  adminDashboard: call('GET', '/admin/dashboard', 'admin'),
  adminWaiting: call('GET', '/admin/waiting', 'admin'),
  adminListProducts: call('GET', '/admin/products', 'admin'),
  adminSearchProducts: call('GET', '/admin/products/search', 'admin'),
  adminFindProduct: call('GET', '/admin/products/:id', 'admin'),
  adminCreateProduct: call('POST', '/admin/products/new', 'admin'),
  adminBulkProducts: call('POST', '/admin/products/bulk', 'admin'),
  adminExportProducts: call('GET', '/admin/products/export.csv', 'admin'),
  adminImportProducts: call('POST', '/admin/products/import', 'admin'),
  adminUndoBulk: call('POST', '/admin/products/bulk/:id/undo', 'admin'),
  adminUpdateProduct: call('POST', '/admin/products/:id', 'admin'),
  adminDeleteProduct: call('DELETE', '/admin/products/:id', 'admin'),
  adminImportBatch: call('POST', '/admin/products/:id/batches', 'admin'),
  adminListProductBatches: call('GET', '/admin/products/:id/batches', 'admin'),
  adminListBatches: call('GET', '/admin/batches', 'admin'),
  adminFindBatch: call('GET', '/admin/batches/:id', 'admin'),
  adminRecallBatch: call('POST', '/admin/batches/:id/recall', 'admin'),
  adminListBatchOrders: call('GET', '/admin/batches/:id/orders', 'admin'),
  adminExportBatchOrders: call('GET', '/admin/batches/:id/orders.csv', 'admin'),
  adminListOrders: call('GET', '/admin/orders', 'admin'),
  adminExportOrders: call('GET', '/admin/orders/export.csv', 'admin'),
  adminFindOrder: call('GET', '/admin/orders/:id', 'admin'),
  adminUpdateOrder: call('PUT', '/admin/orders/:id', 'admin'),
  adminUpdateOrderStatus: call('PATCH', '/admin/orders/:id/status', 'admin'),
  adminDeleteOrder: call('DELETE', '/admin/orders/:id', 'admin'),
  adminListCustomers: call('GET', '/admin/customers', 'admin'),
  adminFindCustomer: call('GET', '/admin/customers/:id', 'admin'),
  adminListUsers: call('GET', '/admin/users', 'admin'),
  adminFindUser: call('GET', '/admin/users/:id', 'admin'),
  adminUpdateUser: call('PATCH', '/admin/users/:id', 'admin'),
  adminListAudit: call('GET', '/admin/audit', 'admin'),
  adminListViews: call('GET', '/admin/views', 'admin'),
  adminSaveView: call('POST', '/admin/views', 'admin'),
  adminDeleteView: call('DELETE', '/admin/views/:id', 'admin'),
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
