import { z } from 'zod';
import type { ProviderDispute, ProviderOrder, ProviderPayment, ProviderRefund } from '../provider/payment-provider.ts';

export const fromUnixSeconds = (seconds: number) => new Date(seconds * 1000);

export const orderEntity = z
  .object({
    id: z.string(),
    receipt: z.string().nullish(),
    status: z.string().nullish(),
    offer_id: z.string().nullish(),
  })
  .transform(
    ({ id, receipt, status, offer_id }): ProviderOrder => ({
      id,
      receipt: receipt ?? null,
      isPaid: status === 'paid',
      offerId: offer_id ?? null,
    }),
  );

export const paymentEntity = z
  .object({
    id: z.string(),
    order_id: z.string().nullish(),
    amount: z.number().int(),
    currency: z.string(),
    method: z.string(),
    // An unknown status is treated as one that a bank may still confirm.
    status: z.enum(['created', 'pending', 'authorized', 'captured', 'refunded', 'failed']).catch('created'),
    captured: z.boolean(),
    amount_refunded: z.number().int().nullish(),
    created_at: z.number(),
  })
  .transform(
    ({ id, order_id, amount, currency, method, status, captured, amount_refunded, created_at }): ProviderPayment => ({
      id,
      orderId: order_id ?? null,
      amountPaise: amount,
      currency,
      method,
      status,
      isCaptured: captured,
      refundedPaise: amount_refunded ?? 0,
      createdAt: fromUnixSeconds(created_at),
    }),
  );

export const refundEntity = z
  .object({
    id: z.string(),
    payment_id: z.string(),
    amount: z.number().int(),
    receipt: z.string().nullish(),
    // An unknown status is asked about again.
    status: z.enum(['pending', 'processed', 'failed', 'reversed']).catch('pending'),
  })
  .transform(
    ({ id, payment_id, amount, receipt, status }): ProviderRefund => ({
      id,
      paymentId: payment_id,
      amountPaise: amount,
      // The client sends the key as the receipt too, because Razorpay returns only the receipt.
      idempotencyKey: receipt ?? null,
      // `reversed`: the buyer's bank returned the refund.
      status: status === 'reversed' ? 'failed' : status,
    }),
  );

export const disputeEntity = z
  .object({
    id: z.string(),
    payment_id: z.string(),
    amount: z.number().int(),
    amount_deducted: z.number().int().nullish(),
    reason_code: z.string(),
    reason_description: z.string().nullish(),
    phase: z.string(),
    status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']),
    respond_by: z.number().nullish(),
    created_at: z.number(),
  })
  .transform(
    (dispute): ProviderDispute => ({
      id: dispute.id,
      paymentId: dispute.payment_id,
      amountPaise: dispute.amount,
      deductedPaise: dispute.amount_deducted ?? 0,
      reasonCode: dispute.reason_code,
      reasonDescription: dispute.reason_description ?? null,
      phase: dispute.phase,
      state: dispute.status,
      respondBy: dispute.respond_by ? fromUnixSeconds(dispute.respond_by) : null,
      createdAt: fromUnixSeconds(dispute.created_at),
    }),
  );

/** A payment read with `expand[]=offers`. */
export const paymentWithOffers = z.object({
  offers: z
    .object({ items: z.array(z.object({ id: z.string() })) })
    .nullish()
    .transform((offers) => offers ?? { items: [] }),
});

const id = z.object({ id: z.string() });

/** A list without its unreadable entities. */
export const collectionOf = <T extends z.ZodType>(entity: T, onUnreadable: (facts: object) => void) =>
  z.object({ items: z.array(z.unknown()) }).transform(({ items }) => ({
    items: items.flatMap((item): z.output<T>[] => {
      const { success, data, error } = entity.safeParse(item);
      if (!success) onUnreadable({ entity: id.safeParse(item).data?.id, err: error });
      return success ? [data] : [];
    }),
  }));
