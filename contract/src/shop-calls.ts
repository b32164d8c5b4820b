import { type Call, call } from './call.ts';

/** What customers and visitors call: the browser's client knows these from the first page on. */
export const shopCalls = {
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

  createOrder: call('POST', '/orders/create', 'signed-in'),
  verifyPayment: call('POST', '/orders/verify-payment', 'signed-in'),
  listMyOrders: call('GET', '/orders/my-orders', 'signed-in'),
  findMyOrder: call('GET', '/orders/:id', 'signed-in'),
  deleteOrder: call('DELETE', '/orders/:id', 'signed-in'),
  checkPayment: call('POST', '/orders/:id/check', 'signed-in'),
  revealOrder: call('POST', '/orders/:id/reveal', 'signed-in'),
  markOrderUsed: call('PUT', '/orders/:id/used', 'signed-in'),
  rateOrder: call('POST', '/orders/:id/rating', 'signed-in'),
  razorpayWebhook: call('POST', '/payments/razorpay/webhook', 'provider'),

  submitContact: call('POST', '/contact/submit', 'everyone'),
  submitBugReport: call('POST', '/contact/bug-report/submit', 'everyone'),
} as const satisfies Record<string, Call>;
