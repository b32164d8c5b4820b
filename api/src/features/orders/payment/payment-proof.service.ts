import type { PaymentProof } from '@shop/contract/orders';
import { fail } from '../../../platform/failure.ts';
import type { Log } from '../../../platform/log/log.ts';
import { isSettleable, ProviderUnavailable, paymentState } from '../../payments/payments.service.ts';
import type { PayableOrder } from '../orders.queries.ts';
import { isUnpaid } from '../orders.rules.ts';
import { matchProviderOrder } from './match-provider-order.service.ts';
import { type Purchase, type SettlementDeps, settlePaymentOf } from './settlement.service.ts';

export type VerificationDeps = SettlementDeps & { log: Log };

/**
 * Checks the buyer's proof against the provider orders of this order, then settles the payment as the provider reports it.
 * Undefined when the payment was settled before or was refunded.
 */
export async function settleProof(
  deps: VerificationDeps,
  order: PayableOrder,
  { razorpayOrderId, razorpayPaymentId: paymentId, razorpaySignature: signature }: PaymentProof,
): Promise<Purchase | undefined> {
  const provider = deps.providers.named(order.provider);
  const isSigned = provider.isPaymentSignature({ orderId: razorpayOrderId, paymentId, signature });
  if (!isSigned || !(await isOpenedFor(deps, order, razorpayOrderId))) throw fail('signatureMismatch');
  if (!isUnpaid(order) && (await paymentState(deps.db, paymentId))) return undefined;
  const payment = await provider.findPayment(paymentId).catch(unconfirmed(deps));
  if (!payment || !isSettleable(payment)) throw fail('paymentUnconfirmed');
  if (payment.orderId !== razorpayOrderId) throw fail('signatureMismatch');
  const { outcome, purchase } = await settlePaymentOf(deps, order, payment).catch((error) => {
    if (error instanceof ProviderUnavailable) unconfirmed(deps)(error);
    throw error;
  });
  if (outcome === 'waiting') throw fail('paymentUnconfirmed');
  return purchase;
}

/** The paid provider order may not be stored, or another one may be. Then its receipt at the provider decides. */
const isOpenedFor = async (deps: VerificationDeps, order: PayableOrder, providerOrderId: string): Promise<boolean> =>
  order.provider_order_id === providerOrderId ||
  (await matchProviderOrder(deps, order.provider, providerOrderId).catch(unconfirmed(deps))) === order.id;

const unconfirmed = (deps: VerificationDeps) => (error: unknown) => {
  deps.log.warn({ err: error }, 'a proven payment could not be read yet');
  throw fail('paymentUnconfirmed');
};
