import { z } from 'zod';
import { calls } from './calls/calls.ts';
import { endpoint } from './calls/endpoint.ts';
import { dataOf, givenId, id, idParams, isoDate, listOf, messageReply, pageQuery, searchText } from './common.ts';
import { fieldMessages as text } from './failures/messages.ts';
import { QUANTITY_MAX } from './limits/limits.ts';
import { isWholePaise } from './money.ts';
import { orderStatuses, orderUseFilters, paymentStatuses } from './order-status.ts';
import { publicProduct } from './products/product.ts';

export const rating = z.object({ stars: z.number().int().min(1).max(5), worked: z.boolean() });
export type Rating = z.infer<typeof rating>;

export const order = z.object({
  _id: id,
  buyer: id.nullable(),
  product: id,
  quantity: z.number().int(),
  amount: z.number(),
  amountPaid: z.number(),
  refundedAmount: z.number(),
  paymentMethod: z.string(),
  paymentStatus: z.enum(paymentStatuses),
  status: z.enum(orderStatuses),
  isDelivered: z.boolean(),
  razorpayOrderId: z.string().nullable(),
  razorpayPaymentId: z.string().nullable(),
  /** The public product fields at the time of sale. */
  productDetails: publicProduct,
  rating: rating.nullable(),
  /** When the buyer last revealed the code. */
  revealedAt: isoDate.nullable(),
  /** When the buyer marked the code as used. */
  usedAt: isoDate.nullable(),
  /** The first day on which a unit expires; before delivery, the expiry of the product. */
  validUntil: isoDate,
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Order = z.infer<typeof order>;

export const adminOrder = order.extend({
  user: z.object({ name: z.string(), email: z.string() }),
  /** The payment statuses that can be set now; empty after delivery. */
  nextPaymentStatuses: z.array(z.enum(paymentStatuses)),
  /** Only of a single order: its newest 20 reveals and always the first one, newest first. Addresses stay for 90 days. */
  reveals: z.array(z.object({ at: isoDate, address: z.string().nullable(), device: z.string().nullable() })).optional(),
});
export type AdminOrder = z.infer<typeof adminOrder>;

export const orderDraft = z.object({
  productId: givenId,
  amount: z.number({ error: text.amountInvalid }).min(0, text.amountInvalid).refine(isWholePaise, text.amountInvalid),
  quantity: z
    .number({ error: text.quantityInvalid })
    .int(text.quantityInvalid)
    .min(1, text.quantityInvalid)
    .max(QUANTITY_MAX, text.quantityInvalid)
    .default(1),
});
export type OrderDraft = z.infer<typeof orderDraft>;

/** The payment providers. The browser chooses the payment dialog by this name. */
export const providerNames = ['razorpay'] as const;
export type ProviderName = (typeof providerNames)[number];

export const paymentOrder = z.object({
  provider: z.enum(providerNames),
  id: z.string(),
  /** In paise, as the provider needs it. */
  amount: z.number().int(),
  currency: z.literal('INR'),
  keyId: z.string(),
  checkoutUrl: z.string(),
  name: z.string(),
  description: z.string(),
});
export type PaymentOrder = z.infer<typeof paymentOrder>;

export const payment = z.object({
  id: z.string(),
  method: z.string(),
  status: z.string(),
  amount: z.number(),
  currency: z.literal('INR'),
  paidAt: isoDate,
});
export type Payment = z.infer<typeof payment>;

export const paymentProof = z.object({
  orderId: givenId,
  razorpayPaymentId: z.string().min(1).max(64),
  razorpayOrderId: z.string().min(1).max(64),
  razorpaySignature: z.string().max(512),
});
export type PaymentProof = z.infer<typeof paymentProof>;

/** The payment of an order at this moment: nobody pays, a bank still confirms, or the money was captured and is settled. */
export const paymentProgressStates = ['none', 'under-way', 'settled'] as const;
export type PaymentProgress = (typeof paymentProgressStates)[number];

export const paymentCheck = z.object({
  order,
  payment: z.enum(paymentProgressStates),
  /** Set while the order can be paid: nobody pays, and units are left. */
  paymentOrder: paymentOrder.nullable(),
  /** Whether the order holds its units. */
  isHeld: z.boolean(),
});
export type PaymentCheck = z.infer<typeof paymentCheck>;

export const revealedGoods = z.object({
  codes: z.array(z.string()),
  productLink: z.string().nullable(),
  /** One entry for each unit. */
  items: z.array(
    z.object({ unit: id, code: z.string(), link: z.string().nullable(), expiresOn: z.string().nullable() }),
  ),
});
export type RevealedGoods = z.infer<typeof revealedGoods>;

export const myOrdersQuery = z.object({
  ...pageQuery,
  show: z.enum(orderUseFilters).default('all'),
  q: searchText,
  product: givenId.optional(),
  /** Answers the page that contains this order. */
  order: givenId.optional(),
});
export type MyOrdersQuery = z.infer<typeof myOrdersQuery>;

export const usedMark = z.object({ used: z.boolean() });

export const orderEndpoints = {
  createOrder: endpoint(calls.createOrder, {
    summary: 'Hold units and open a payment. Honours Idempotency-Key. A free product is delivered at once',
    body: orderDraft,
    reply: z.object({ message: z.string(), paymentOrder: paymentOrder.nullable(), order }),
    status: 201,
  }),
  verifyPayment: endpoint(calls.verifyPayment, {
    summary: "Verify the provider's proof of payment. Repeated calls deliver once",
    body: paymentProof,
    reply: z.object({ message: z.string(), order, payment }),
  }),
  listMyOrders: endpoint(calls.listMyOrders, {
    summary: "The caller's orders, newest first, filtered by use, text or product",
    query: myOrdersQuery,
    reply: listOf(order),
  }),
  findMyOrder: endpoint(calls.findMyOrder, {
    summary: "One of the caller's orders",
    params: idParams,
    reply: dataOf(order),
  }),
  deleteOrder: endpoint(calls.deleteOrder, {
    summary: "Cancel the caller's own unpaid order. Refused while a bank still confirms its payment",
    params: idParams,
    reply: messageReply,
  }),
  checkPayment: endpoint(calls.checkPayment, {
    summary: 'Ask the provider about the payment of an order. Captured money is settled at once',
    params: idParams,
    reply: dataOf(paymentCheck),
  }),
  revealOrder: endpoint(calls.revealOrder, {
    summary: 'The code and link of a delivered order. Each reveal is recorded',
    params: idParams,
    reply: dataOf(revealedGoods),
  }),
  markOrderUsed: endpoint(calls.markOrderUsed, {
    summary: 'Mark the code of a delivered order as used or unused, for the caller only',
    params: idParams,
    body: usedMark,
    reply: dataOf(order),
  }),
  rateOrder: endpoint(calls.rateOrder, {
    summary: 'Rate a delivered order. A second rating replaces the first',
    params: idParams,
    body: rating,
    reply: dataOf(rating),
  }),
  razorpayWebhook: endpoint(calls.razorpayWebhook, {
    summary: 'The webhook of the provider, signed over the raw body',
    reply: z.object({ received: z.literal(true) }),
  }),
} as const;
