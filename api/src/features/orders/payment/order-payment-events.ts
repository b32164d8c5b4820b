import { hasOtherEvents, isDecided, type ProviderPayment, paymentState } from '../../payments/payments.service.ts';
import type { PaymentEventHandlers } from '../../payments/refunds/refunds.service.ts';
import { mailDispute } from '../disputes/dispute-mail.job.ts';
import { followReturns } from '../refunds/returned-money.service.ts';
import { type MatchingDeps, matchProviderOrder } from './match-provider-order.service.ts';
import { type SettlementDeps, settlePayment } from './settlement.service.ts';

// For an older event the provider is asked again: the payment may have been refunded since.
const BELIEVED_MS = 5_000;

/** An order may be missing after a restored backup. Once a person has refunded its payment, nothing is left to settle. */
const hasGone = (payment: ProviderPayment | undefined): boolean =>
  payment !== undefined && payment.refundedPaise >= payment.amountPaise;

/** Handles the payment events that concern orders. */
export const orderPaymentEvents = (deps: SettlementDeps & MatchingDeps): PaymentEventHandlers => ({
  async captured(provider, announced, at) {
    const { db, clock, providers } = deps;
    const [id, hasOthers] = await Promise.all([
      announced.orderId && matchProviderOrder(deps, provider, announced.orderId),
      hasOtherEvents(db, announced.id),
    ]);
    if (id === null) return true;
    if (!id) return hasGone(await providers.named(provider).findPayment(announced.id));
    const isBelieved = !hasOthers && clock.now().getTime() - at.getTime() < BELIEVED_MS;
    if (!isBelieved && (await paymentState(db, announced.id))) return true;
    const payment = isBelieved ? announced : await providers.named(provider).findPayment(announced.id);
    if (!payment) return false;
    if (!isDecided(payment)) return true;
    const { outcome } = await settlePayment(deps, { id, provider }, payment);
    return outcome !== 'waiting';
  },
  disputed: mailDispute,
  ...followReturns(deps),
});
