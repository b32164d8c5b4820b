import { messages } from '@shop/contract/failures/messages';
import type { Order, Payment, PaymentProof } from '@shop/contract/orders';
import { fail } from '../../../platform/failure.ts';
import type { SessionUser } from '../../../platform/http/requests/session-user.ts';
import type { Database } from '../../../tables.ts';
import { findPaymentOfOrder, paymentOnWire } from '../../payments/payments.service.ts';
import { orderOnWire } from '../order-on-wire.ts';
import { findPayable } from '../orders.queries.ts';
import { requireOwnOrder } from '../orders.service.ts';
import { settleProof, type VerificationDeps } from './payment-proof.service.ts';

/** Verifies the buyer's proof of payment. The order may have been cancelled since the payment began. */
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

async function requirePurchase(db: Database, user: SessionUser, orderId: string) {
  const order = await requireOwnOrder(db, user, orderId);
  const payment = await findPaymentOfOrder(db, orderId);
  if (!payment) throw fail('paymentRefunded');
  return { order, payment };
}
