import { messages } from '@shop/contract/messages';
import type { Order, Payment, PaymentProof } from '@shop/contract/orders';
import { fail } from '../../platform/failure.ts';
import type { SessionUser } from '../../platform/http/session-user.ts';
import type { Log } from '../../platform/log.ts';
import type { Database } from '../../tables.ts';
import { findPaymentOfOrder, isDecided, paymentOnWire, paymentState } from '../payments/payments.service.ts';
import { orderOnWire } from './order-on-wire.ts';
import { findPayable } from './orders.queries.ts';
import { isUnpaid } from './orders.rules.ts';
import { requireOwnOrder } from './orders.service.ts';
import { type Purchase, type SettlementDeps, settlePayment } from './settlement.service.ts';

export type VerificationDeps = SettlementDeps & { log: Log };

/** Also for an order whose dialog was closed meanwhile: the money is there, and so is the proof. */
export async function verifyPayment(
  deps: VerificationDeps,
  user: SessionUser,
  proof: PaymentProof,
): Promise<{ message: string; order: Order; payment: Payment }> {
  const order = await findPayable(deps.db, { id: proof.orderId });
  if (!order || order.buyer_id !== user._id) throw fail('orderNotFound');
  const purchase = (await settleProof(deps, order, proof)) ?? (await requirePurchase(deps.db, user, order.id));
  return {
    message: messages.orderPlaced,
    order: orderOnWire(purchase.order),
    payment: paymentOnWire(purchase.payment),
  };
}

type Payable = NonNullable<Awaited<ReturnType<typeof findPayable>>>;

/**
 * Checks the buyer's proof against the provider order that *we* stored, then settles what the provider says of it.
 * Undefined when the payment had been settled before, or went back.
 */
async function settleProof(
  deps: VerificationDeps,
  order: Payable,
  { razorpayOrderId, razorpayPaymentId: paymentId, razorpaySignature: signature }: PaymentProof,
): Promise<Purchase | undefined> {
  const provider = deps.providers.named(order.provider);
  const orderId = order.provider_order_id;
  if (
    orderId === null ||
    orderId !== razorpayOrderId ||
    !provider.isPaymentSignature({ orderId, paymentId, signature })
  )
    throw fail('signatureMismatch');
  if (!isUnpaid(order) && (await paymentState(deps.db, paymentId))) return undefined;
  const payment = await provider.findPayment(paymentId).catch((error) => {
    deps.log.warn({ err: error }, 'a proven payment could not be read yet');
    throw fail('paymentUnconfirmed');
  });
  if (!payment || !isDecided(payment)) throw fail('paymentUnconfirmed');
  if (payment.orderId !== orderId) throw fail('signatureMismatch');
  return (await settlePayment(deps, order, payment)).purchase;
}

async function requirePurchase(db: Database, user: SessionUser, orderId: string) {
  const order = await requireOwnOrder(db, user, orderId);
  const payment = await findPaymentOfOrder(db, orderId);
  if (!payment) throw fail('paymentRefunded');
  return { order, payment };
}
