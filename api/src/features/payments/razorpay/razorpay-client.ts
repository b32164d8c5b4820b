import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { CallPriority, CircuitBreaker } from '../provider/circuit-breaker.ts';
import {
  AmountTooLarge,
  type PaymentProvider,
  ProviderBusy,
  ProviderRefusal,
  ProviderUnavailable,
} from '../provider/payment-provider.ts';
import { callProvider } from '../provider/provider-http.ts';
import {
  collectionOf,
  disputeEntity,
  orderEntity,
  paymentEntity,
  paymentWithOffers,
  refundEntity,
} from './razorpay-entities.ts';
import { razorpayEvents } from './razorpay-events.ts';
import { isValidSignature } from './razorpay-signature.ts';

export type RazorpaySettings = Pick<PaymentProvider, 'keyId' | 'checkoutUrl' | 'checkoutSources'> & {
  /** A function, because the sandbox's port is known only once the server listens. */
  baseUrl: () => string;
  keySecret: string;
  webhookSecret: string;
  circuitBreaker: CircuitBreaker;
  priority: CallPriority;
  /** Called for an unreadable entity of a list, which is left out. */
  onUnreadable: (facts: object) => void;
};

// No operation takes longer than 8 s: three reads, or one write and the lookup after it.
const READ_TIMEOUT_MS = 2_500;
const READ_ATTEMPTS = 3;
const ORDER_TIMEOUT_MS = 5_000;
const REFUND_TIMEOUT_MS = 8_000;
const LONGEST_JITTER_MS = 150;

// Matched by text, because expired keys and a closed account have the same status and code.
const UNKNOWN_ID = /does not exist|is not a valid id/;

// The maximum depends on the account, and no call returns it.
const OVER_MAXIMUM = /exceeds maximum amount/i;

export function createRazorpayClient(settings: RazorpaySettings): PaymentProvider {
  const { keyId, keySecret, webhookSecret, checkoutUrl, checkoutSources, circuitBreaker, priority, onUnreadable } =
    settings;
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  const urlOf = (path: string) => new URL(`${settings.baseUrl()}${path}`);
  const call: typeof callProvider = (request) => circuitBreaker(priority, () => callProvider(request));
  const listOf = <T extends z.ZodType>(entity: T) => collectionOf(entity, onUnreadable);

  const readOnce = async <T extends z.ZodType>(path: string, reply: T): Promise<z.output<T>> =>
    reply.parse(
      await call({ method: 'GET', url: urlOf(path), headers: { authorization }, timeoutMs: READ_TIMEOUT_MS }),
    );

  const read = async <T extends z.ZodType>(path: string, reply: T): Promise<z.output<T>> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await readOnce(path, reply);
      } catch (error) {
        const isLost = error instanceof ProviderUnavailable && !(error instanceof ProviderBusy);
        if (attempt === READ_ATTEMPTS || !isLost) throw error;
        await sleep(Math.random() * LONGEST_JITTER_MS);
      }
    }
  };

  /** Returns undefined if the provider does not know the id. */
  const readIfKnown = <T extends z.ZodType>(path: string, reply: T): Promise<z.output<T> | undefined> =>
    read(path, reply).catch((error) => {
      if (error instanceof ProviderRefusal && UNKNOWN_ID.test(error.message)) return undefined;
      throw error;
    });

  const byReceipt = (receipt: string) => `/v1/orders?receipt=${encodeURIComponent(receipt)}`;
  const orders = listOf(orderEntity);

  return {
    name: 'razorpay',
    keyId,
    checkoutUrl,
    checkoutSources,
    async createOrder({ receipt, amountPaise }) {
      try {
        const reply = await call({
          method: 'POST',
          url: urlOf('/v1/orders'),
          headers: { authorization },
          body: { amount: amountPaise, currency: 'INR', receipt, payment_capture: true, notes: { order: receipt } },
          timeoutMs: ORDER_TIMEOUT_MS,
        });
        return orderEntity.parse(reply);
      } catch (error) {
        if (error instanceof ProviderRefusal && OVER_MAXIMUM.test(error.message))
          throw new AmountTooLarge(error.message);
        if (!(error instanceof ProviderUnavailable) || error instanceof ProviderBusy) throw error;
        // The order may exist, with only the answer lost: a second request could create a second order.
        const { items } = await readOnce(byReceipt(receipt), orders);
        if (items[0]) return items[0];
        throw error;
      }
    },
    findOrder: (id) => readIfKnown(`/v1/orders/${encodeURIComponent(id)}`, orderEntity),
    findOrdersByReceipt: async (receipt) => (await read(byReceipt(receipt), orders)).items,
    findPayment: (id) => readIfKnown(`/v1/payments/${encodeURIComponent(id)}`, paymentEntity),
    findOfferOfPayment: async (id) => {
      const path = `/v1/payments/${encodeURIComponent(id)}?expand[]=offers`;
      return (await readIfKnown(path, paymentWithOffers))?.offers.items[0]?.id ?? null;
    },
    listPayments: async (orderId) => {
      const path = `/v1/orders/${encodeURIComponent(orderId)}/payments`;
      return (await readIfKnown(path, listOf(paymentEntity)))?.items ?? [];
    },
    async refund({ paymentId, amountPaise, idempotencyKey }) {
      const reply = await call({
        method: 'POST',
        url: urlOf(`/v1/payments/${encodeURIComponent(paymentId)}/refund`),
        headers: { authorization, 'x-refund-idempotency': idempotencyKey },
        body: { amount: amountPaise, receipt: idempotencyKey },
        timeoutMs: REFUND_TIMEOUT_MS,
      });
      return refundEntity.parse(reply);
    },
    listRefunds: async (paymentId) => {
      // The default page has ten refunds, but a payment may be refunded in many parts.
      const path = `/v1/payments/${encodeURIComponent(paymentId)}/refunds?count=100`;
      return (await readIfKnown(path, listOf(refundEntity)))?.items ?? [];
    },
    findRefund: (id) => readIfKnown(`/v1/refunds/${encodeURIComponent(id)}`, refundEntity),
    findDispute: (id) => readIfKnown(`/v1/disputes/${encodeURIComponent(id)}`, disputeEntity),
    listDisputes: async ({ since, count, skip }) => {
      const from = Math.floor(since.getTime() / 1000);
      const path = `/v1/disputes?from=${from}&count=${count}&skip=${skip}`;
      return (await read(path, listOf(disputeEntity))).items;
    },
    isPaymentSignature: ({ orderId, paymentId, signature }) =>
      isValidSignature(signature, Buffer.from(`${orderId}|${paymentId}`), keySecret),
    ...razorpayEvents(webhookSecret),
  };
}
