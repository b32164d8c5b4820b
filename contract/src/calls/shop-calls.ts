import { type Call, call } from './call.ts';

/** The calls of visitors. The browser loads this table with the first page. */
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

  submitContact: call('POST', '/contact/submit', 'everyone'),
  submitBugReport: call('POST', '/contact/bug-report/submit', 'everyone'),
} as const satisfies Record<string, Call>;
