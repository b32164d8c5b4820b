import { isDecided, type ProviderPayment, paymentState } from '../payments/payments.service.ts';
import type { MoneyListener } from '../payments/refunds.service.ts';
import { type AdoptionDeps, adoptByProviderOrder } from './adoption.service.ts';
import { followReturns } from './returned-money.service.ts';
import { type SettlementDeps, settlePayment } from './settlement.service.ts';

// What the provider said a moment ago it says now; of what it said before that, some may be gone again.
const BELIEVED_MS = 5 * 60_000;

/** Of an order that a restored backup has forgotten: once a person has sent all of it back, there is nothing to settle. */
const hasGone = (payment: ProviderPayment | undefined): boolean =>
  payment !== undefined && payment.refundedPaise >= payment.amountPaise;

/** What orders do when they are told about money. */
export const orderMoney = (deps: SettlementDeps & AdoptionDeps): MoneyListener => ({
  async captured(provider, announced, at) {
    const { db, clock, providers } = deps;
    const id = announced.orderId && (await adoptByProviderOrder(deps, provider, announced.orderId));
    if (id === null) return true;
    if (!id) return hasGone(await providers.named(provider).findPayment(announced.id));
    const isFresh = clock.now().getTime() - at.getTime() < BELIEVED_MS;
    if (!isFresh && (await paymentState(db, announced.id))) return true;
    const payment = isFresh ? announced : await providers.named(provider).findPayment(announced.id);
    if (payment && isDecided(payment)) await settlePayment(deps, { id, provider }, payment);
    return payment !== undefined;
  },
  ...followReturns(deps),
});
