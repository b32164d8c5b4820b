import type { PaymentCheck, PaymentProgress } from '@shop/contract/orders';
import { fail } from '../../../platform/failure.ts';
import type { SessionUser } from '../../../platform/http/requests/session-user.ts';
import type { Log } from '../../../platform/log/log.ts';
import { limit, type RateLimitDeps } from '../../../platform/rate-limit.ts';
import { findProductForSale } from '../../catalogue/availability.service.ts';
import { isOpen, isSettleable, isUnderWay, type ProviderPayment } from '../../payments/payments.service.ts';
import { countSellableUnits } from '../../stock/stock.service.ts';
import { orderOnWire } from '../order-on-wire.ts';
import type { OrderRow } from '../orders.queries.ts';
import { CHECKS_PER_MINUTE, isUnpaid } from '../orders.rules.ts';
import { requireOwnOrder } from '../orders.service.ts';
import { paymentOrderOnWire } from '../placing/payment-order-on-wire.ts';
import { isOfferedAtPrice } from './settlement.rules.ts';
import { type SettlementDeps, settlePayments } from './settlement.service.ts';

export type PaymentCheckDeps = SettlementDeps & RateLimitDeps & { log: Log };

/** `unanswered`: a payment is open, but older than a hold. The bank may still confirm it. */
type ProgressAtProvider = PaymentProgress | 'unanswered';

/** Asks the provider about an order that is unpaid here, and settles captured money. */
export async function findPaymentProgress(deps: SettlementDeps, order: OrderRow): Promise<ProgressAtProvider> {
  if (!isUnpaid(order)) return 'settled';
  if (order.provider_order_id === null) return 'none';
  const payments = await deps.providers.named(order.provider).listPayments(order.provider_order_id);
  return settleListed(deps, order, payments);
}

/** Settles the captured payments of an order in any state. */
export async function settleListed(
  deps: SettlementDeps,
  order: OrderRow,
  payments: readonly ProviderPayment[],
): Promise<ProgressAtProvider> {
  const settleable = payments.filter(isSettleable);
  if (await settlePayments(deps, order, settleable)) return 'under-way';
  // A payment that was refunded without a capture does not change the order.
  if (settleable.some(({ isCaptured }) => isCaptured)) return 'settled';
  if (payments.some((payment) => isUnderWay(payment, deps.clock.now()))) return 'under-way';
  return payments.some(isOpen) ? 'unanswered' : 'none';
}

/**
 * While the order has a hold, the bank may have taken the money: the buyer must wait and is not asked to pay again. The
 * next round of the reconciler ends the hold.
 */
const shownProgress = (progress: ProgressAtProvider, { hold_until }: OrderRow): PaymentProgress =>
  progress !== 'unanswered' ? progress : hold_until === null ? 'none' : 'under-way';

/** Limits checks, because the provider limits our calls. */
export const limitChecks = (deps: RateLimitDeps, user: SessionUser) =>
  limit(deps, `check-payment:${user._id}`, CHECKS_PER_MINUTE);

/** An order that an admin set to Pending has no hold: it can be paid while enough units are sold at its price. */
async function isPayable({ db, clock }: SettlementDeps, order: OrderRow): Promise<boolean> {
  if (order.hold_until !== null) return true;
  if (order.payment_status !== 'pending') return false;
  const now = clock.now();
  if (!isOfferedAtPrice(await findProductForSale(db, order.product_id, now), order)) return false;
  const wanted = { productId: order.product_id, now, most: order.quantity };
  return (await countSellableUnits(db, wanted)) === order.quantity;
}

/** The progress of the payment, for a buyer who waits, and the order after it. */
export async function checkPayment(deps: PaymentCheckDeps, user: SessionUser, id: string): Promise<PaymentCheck> {
  const before = await requireOwnOrder(deps.db, user, id);
  await limitChecks(deps, user);
  const progress = await findPaymentProgress(deps, before).catch((error) => {
    deps.log.warn({ err: error, order: id }, 'the provider could not be asked about an order');
    throw fail('paymentUnconfirmed');
  });
  const payment = shownProgress(progress, before);
  const order = payment === 'settled' ? await requireOwnOrder(deps.db, user, id) : before;
  const canPay = payment === 'none' && (await isPayable(deps, order));
  return {
    order: orderOnWire(order),
    payment,
    paymentOrder: canPay ? paymentOrderOnWire(deps.providers, order) : null,
    isHeld: order.hold_until !== null,
  };
}
