import { type Call, call } from './call.ts';

/** The calls of the wish list and of stock alerts. The browser loads this table at their first use. */
export const wishCalls = {
  listWishes: call('GET', '/wishlist', 'signed-in'),
  listWishedIds: call('GET', '/wishlist/ids', 'signed-in'),
  addWish: call('PUT', '/wishlist/:id', 'signed-in'),
  removeWish: call('DELETE', '/wishlist/:id', 'signed-in'),

  setStockAlert: call('POST', '/products/:id/alert', 'signed-in'),
  findStockAlert: call('GET', '/products/:id/alert', 'signed-in'),
  endStockAlert: call('DELETE', '/products/:id/alert', 'signed-in'),
  showAlertLink: call('GET', '/alerts/:token', 'everyone'),
  endAlertByLink: call('POST', '/alerts/:token/end', 'everyone'),
} as const satisfies Record<string, Call>;
