import { SHOP_NAME } from '@shop/contract/limits';
import { toRupees } from '@shop/contract/money';
import type { Payment, PaymentOrder, PaymentProof } from '@shop/contract/orders';
import { inTransaction, violates } from '../../platform/database.ts';
import { fail } from '../../platform/failure.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Database } from '../../tables.ts';
import {
  type DeliveredOrder,
  fulfilOrder,
  lockPayableOrder,
  markRefunded,
  type PaidFacts,
  type Unfulfilled,
} from '../orders/delivery.service.ts';
import { isCaptured, type ProviderPayment } from './payment-provider.ts';
import { findCapturedPayment, findPaymentRow, insertPayment, type PaymentRow } from './payments.queries.ts';
import { type RefundDeps, requestRefund } from './refunds.service.ts';

export type PaymentDeps = RefundDeps & { metrics: Metrics };

export type Purchase = { order: DeliveredOrder; payment: PaymentRow };

/** `purchase` is there when it was this call that delivered. */
export type Settlement = { outcome: 'delivered' | 'refunded'; purchase?: Purchase };

type Refusal = 'wrong-amount' | 'second-order';

const refundReasons: Record<Unfulfilled | Refusal, string> = {
  'already-paid': 'This order had already been paid',
  'out-of-stock': 'Sold out before the payment arrived',
  'wrong-amount': 'The amount paid was not the amount of the order',
  'second-order': 'This product can only be bought once per customer',
};

/** The payment's key has refused it; whatever else was done for it is undone. */
class SettledBefore extends Error {}

/**
 * The one path from captured money to goods or back: taken by the buyer's proof, by the provider's notices and by
 * the reconciler, at once and any number of times. The keys of payments and deliveries make it happen once.
 */
export async function settlePayment(deps: PaymentDeps, orderId: string, payment: ProviderPayment): Promise<Settlement> {
  const attempt = (mayDeliver: boolean) =>
    inTransaction(deps.db, (db) => settle(db, orderId, payment, { now: deps.clock.now(), mayDeliver }));
  const settlement = await attempt(true)
    .catch((error) => {
      // Paid late, after its buyer has ordered the one-time product again.
      if (violates(error, 'orders_one_live')) return attempt(false);
      throw error;
    })
    .catch(async (error) => {
      if (!(error instanceof SettledBefore)) throw error;
      return { outcome: outcomeOf(await findPaymentRow(deps.db, payment.id)) };
    });
  deps.metrics.events.inc({ event: `payment-${settlement.outcome}` });
  return settlement;
}

async function settle(
  db: Database,
  orderId: string,
  payment: ProviderPayment,
  { now, mayDeliver }: { now: Date; mayDeliver: boolean },
): Promise<Settlement> {
  const order = await lockPayableOrder(db, orderId);
  if (order?.provider_order_id !== payment.orderId)
    throw new Error(`payment ${payment.id} was not made for order ${orderId}`);
  const paid: PaidFacts = { method: payment.method, amountPaise: payment.amountPaise, paymentId: payment.id, at: now };
  const isExact = payment.amountPaise === order.amount_paise && payment.currency === 'INR';
  const refusal: Refusal | undefined = isExact ? (mayDeliver ? undefined : 'second-order') : 'wrong-amount';
  const [inserted, fulfilled] = await Promise.all([
    insertPayment(db, {
      id: payment.id,
      order_id: order.id,
      provider_order_id: payment.orderId,
      method: payment.method,
      amount_paise: payment.amountPaise,
      status: 'captured',
      captured_at: payment.createdAt,
    }),
    refusal ?? fulfilOrder(db, order, paid),
  ]);
  if (!inserted) throw new SettledBefore();
  if (typeof fulfilled !== 'string') return { outcome: 'delivered', purchase: { order: fulfilled, payment: inserted } };
  await markRefunded(db, order, paid);
  await requestRefund(db, {
    paymentId: payment.id,
    orderId: order.id,
    amountPaise: payment.amountPaise,
    reason: refundReasons[fulfilled],
    at: now,
  });
  return { outcome: 'refunded' };
}

const outcomeOf = (payment: PaymentRow | undefined): Settlement['outcome'] =>
  payment?.status === 'captured' ? 'delivered' : 'refunded';

/**
 * Checks the buyer's proof against the provider order that *we* stored, then settles what the provider says of it.
 * Undefined when the payment had been settled before, or went back.
 */
export async function settleProof(
  deps: PaymentDeps,
  order: { id: string; providerOrderId: string | null; isUnpaid: boolean },
  proof: PaymentProof,
): Promise<Purchase | undefined> {
  const { provider, db } = deps;
  const { razorpayOrderId, razorpayPaymentId: paymentId, razorpaySignature: signature } = proof;
  const orderId = order.providerOrderId;
  if (
    orderId === null ||
    orderId !== razorpayOrderId ||
    !provider.isPaymentSignature({ orderId, paymentId, signature })
  )
    throw fail('signatureMismatch');
  if (!order.isUnpaid && (await findPaymentRow(db, paymentId))) return undefined;
  const payment = await findProvenPayment(deps, paymentId);
  if (!payment || !isCaptured(payment)) throw fail('paymentUnconfirmed');
  if (payment.orderId !== orderId) throw fail('signatureMismatch');
  return (await settlePayment(deps, order.id, payment)).purchase;
}

async function findProvenPayment({ provider, log }: PaymentDeps, paymentId: string) {
  try {
    return await provider.findPayment(paymentId);
  } catch (error) {
    log.warn({ err: error }, 'a proven payment could not be read yet');
    throw fail('paymentUnconfirmed');
  }
}

/** The payment an order stands on. */
export const findPaymentOfOrder = (db: Database, orderId: string): Promise<PaymentRow | undefined> =>
  findCapturedPayment(db, orderId);

export const paymentOnWire = (payment: PaymentRow): Payment => ({
  id: payment.id,
  method: payment.method,
  status: payment.status,
  amount: toRupees(payment.amount_paise),
  currency: 'INR',
  paidAt: payment.captured_at.toISOString(),
});

/** What the browser opens the checkout dialog with. */
export const paymentOrderOf = (
  { provider }: Pick<PaymentDeps, 'provider'>,
  order: { providerOrderId: string; amountPaise: number; title: string },
): PaymentOrder => ({
  id: order.providerOrderId,
  amount: order.amountPaise,
  currency: 'INR',
  keyId: provider.keyId,
  checkoutUrl: provider.checkoutUrl,
  name: SHOP_NAME,
  description: order.title,
});
