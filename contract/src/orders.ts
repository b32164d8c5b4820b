import { z } from 'zod';
import { calls } from './calls/calls.ts';
import { endpoint } from './calls/endpoint.ts';
import { dataOf, givenId, id, idParams, isoDate, listOf, messageReply, pageQuery, searchText } from './common.ts';
import { fieldMessages as text } from './failures/messages.ts';
import { QUANTITY_MAX } from './limits/limits.ts';
import { isWholePaise } from './money.ts';
import { orderShelves, orderStatuses, paymentStatuses } from './order-status.ts';
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
  /** Public product fields at the time of sale. */
  productDetails: publicProduct,
  rating: rating.nullable(),
  /** When the buyer last revealed the code. */
  revealedAt: isoDate.nullable(),
  /** When the buyer said that they have used it. */
  usedAt: isoDate.nullable(),
  /** The first day that anything of it expires, as far as is known before its units are there. */
  validUntil: isoDate,
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Order = z.infer<typeof order>;

export const adminOrder = order.extend({
  user: z.object({ name: z.string(), email: z.string() }),
  /** The payment statuses that can be set now; empty once it is delivered. */
  nextPaymentStatuses: z.array(z.enum(paymentStatuses)),
  /**
   * Of a single order: when and from where its codes were shown, newest first: the last 20 and always the first one.
   * Addresses are forgotten after 90 days.
   */
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

/** Who takes the money; the browser opens its dialog by this name. */
export const providerNames = ['razorpay'] as const;
export type ProviderName = (typeof providerNames)[number];

export const paymentOrder = z.object({
  provider: z.enum(providerNames),
  id: z.string(),
  /** In paise, as the provider wants it. */
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

/**
 * What the provider says of an order at this moment: nobody is paying, a bank is still confirming, or the money has come
 * and the order says what it was answered with.
 */
export const paymentProgressStates = ['none', 'under-way', 'settled'] as const;
export type PaymentProgress = (typeof paymentProgressStates)[number];

export const paymentCheck = z.object({
  order,
  payment: z.enum(paymentProgressStates),
  /** To pay with, while nobody is paying and there are units for it. */
  paymentOrder: paymentOrder.nullable(),
  /** Whether those units are kept from others. */
  isHeld: z.boolean(),
});
export type PaymentCheck = z.infer<typeof paymentCheck>;

export const revealedGoods = z.object({
  codes: z.array(z.string()),
  productLink: z.string().nullable(),
  /** One a unit. */
  items: z.array(
    z.object({ unit: id, code: z.string(), link: z.string().nullable(), expiresOn: z.string().nullable() }),
  ),
});
export type RevealedGoods = z.infer<typeof revealedGoods>;

export const myOrdersQuery = z.object({
  ...pageQuery,
  show: z.enum(orderShelves).default('all'),
  q: searchText,
  product: givenId.optional(),
  /** The page on which this order is, whichever that is. */
  order: givenId.optional(),
});
export type MyOrdersQuery = z.infer<typeof myOrdersQuery>;

export const usedMark = z.object({ used: z.boolean() });

export const orderEndpoints = {
  createOrder: endpoint(calls.createOrder, {
    summary: 'Hold units and open a payment; honours Idempotency-Key. A free product is delivered at once',
    body: orderDraft,
    reply: z.object({ message: z.string(), paymentOrder: paymentOrder.nullable(), order }),
    status: 201,
  }),
  verifyPayment: endpoint(calls.verifyPayment, {
    summary: "Present the provider's proof of payment; delivers once however often it is called",
    body: paymentProof,
    reply: z.object({ message: z.string(), order, payment }),
  }),
  listMyOrders: endpoint(calls.listMyOrders, {
    summary: "The caller's orders, newest first; by what is left to use, by words, by product",
    query: myOrdersQuery,
    reply: listOf(order),
  }),
  findMyOrder: endpoint(calls.findMyOrder, {
    summary: "One of the caller's orders",
    params: idParams,
    reply: dataOf(order),
  }),
  deleteOrder: endpoint(calls.deleteOrder, {
    summary: "Give up the caller's own unpaid order; refused while a bank is still confirming its payment",
    params: idParams,
    reply: messageReply,
  }),
  checkPayment: endpoint(calls.checkPayment, {
    summary: 'Ask the provider about the payment of an order; money that has come is answered at once',
    params: idParams,
    reply: dataOf(paymentCheck),
  }),
  revealOrder: endpoint(calls.revealOrder, {
    summary: 'The code and link of a delivered order; each reveal is recorded',
    params: idParams,
    reply: dataOf(revealedGoods),
  }),
  markOrderUsed: endpoint(calls.markOrderUsed, {
    summary: "Note that the code of a delivered order has been used, or that it has not; the caller's own note",
    params: idParams,
    body: usedMark,
    reply: dataOf(order),
  }),
  rateOrder: endpoint(calls.rateOrder, {
    summary: 'Rate a delivered order; rating again replaces it',
    params: idParams,
    body: rating,
    reply: dataOf(rating),
  }),
  razorpayWebhook: endpoint(calls.razorpayWebhook, {
    summary: "The provider's notices, signed over the raw body",
    reply: z.object({ received: z.literal(true) }),
  }),
} as const;
