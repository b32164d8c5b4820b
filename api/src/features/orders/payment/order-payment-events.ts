import { hasOtherEvents, isDecided, type ProviderPayment, paymentState } from '../../payments/payments.service.ts';
import type { PaymentEventHandlers } from '../../payments/refunds/refunds.service.ts';
import { mailDispute } from '../disputes/dispute-mail.job.ts';
import { followReturns } from '../refunds/returned-money.service.ts';
import { type MatchingDeps, matchProviderOrder } from './match-provider-order.service.ts';
import { type SettlementDeps, settlePayment } from './settlement.service.ts';

// An older event is not believed without asking: the payment may have been refunded since.
const BELIEVED_MS = 5_000;

/** Of an order that a restored backup has forgotten: once a person has sent all of it back, there is nothing to settle. */
const hasGone = (payment: ProviderPayment | undefined): boolean =>
  payment !== undefined && payment.refundedPaise >= payment.amountPaise;

/** What orders do when they are told about money. */
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
