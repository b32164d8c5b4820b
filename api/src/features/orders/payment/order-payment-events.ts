import { hasOtherEvents, isSettleable, type ProviderPayment, paymentState } from '../../payments/payments.service.ts';
import type { PaymentEventHandlers } from '../../payments/refunds/refunds.service.ts';
import { mailDispute } from '../disputes/dispute-mail.job.ts';
import { orderRefundHandlers } from '../refunds/order-refunds.service.ts';
import { type MatchingDeps, matchProviderOrder } from './match-provider-order.service.ts';
import { type SettlementDeps, settlePayment } from './settlement.service.ts';

// After this time an event is not trusted and the provider is asked: the payment may have been refunded since.
const TRUSTED_MS = 5_000;

/** An order may be missing after a restored backup. Once a person has refunded its payment, nothing is left to settle. */
const isFullyRefunded = (payment: ProviderPayment | undefined): boolean =>
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
    if (!id) return isFullyRefunded(await providers.named(provider).findPayment(announced.id));
    const isTrusted = !hasOthers && clock.now().getTime() - at.getTime() < TRUSTED_MS;
    if (!isTrusted && (await paymentState(db, announced.id))) return true;
    const payment = isTrusted ? announced : await providers.named(provider).findPayment(announced.id);
    if (!payment) return false;
    if (!isSettleable(payment)) return true;
    const { outcome } = await settlePayment(deps, { id }, payment);
    return outcome !== 'waiting';
  },
  disputed: mailDispute,
  ...orderRefundHandlers(deps),
});
