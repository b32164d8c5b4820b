import { type Call, call } from './call.ts';

/** The calls of orders. The browser loads this table with the code that buys. */
export const orderCalls = {
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
} as const satisfies Record<string, Call>;
