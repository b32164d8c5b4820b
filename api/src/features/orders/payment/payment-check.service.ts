import type { PaymentCheck, PaymentStanding } from '@shop/contract/orders';
import { fail } from '../../../platform/failure.ts';
import type { SessionUser } from '../../../platform/http/requests/session-user.ts';
import type { Log } from '../../../platform/log/log.ts';
import { limit, type RateLimitDeps } from '../../../platform/rate-limit.ts';
import { isDecided, isOpen, isUnderWay, type ProviderPayment } from '../../payments/payments.service.ts';
import { countForSale } from '../../stock/stock.service.ts';
import { isOffered } from '../delivery/delivery.service.ts';
import { orderOnWire } from '../order-on-wire.ts';
import type { OrderRow } from '../orders.queries.ts';
import { CHECKS_PER_MINUTE, isUnpaid } from '../orders.rules.ts';
import { requireOwnOrder } from '../orders.service.ts';
import { paymentOrderOnWire } from '../placing/payment-order-on-wire.ts';
import { type SettlementDeps, settlePayments } from './settlement.service.ts';

export type PaymentCheckDeps = SettlementDeps & RateLimitDeps & { log: Log };

/** `unanswered`: nobody waits for the bank any more, and it may answer all the same. */
type Standing = PaymentStanding | 'unanswered';

/** Asks the provider about an order that is unpaid as far as we know; captured money is settled at once. */
export async function askAboutPayment(deps: SettlementDeps, order: OrderRow): Promise<Standing> {
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
): Promise<Standing> {
  const decided = payments.filter(isDecided);
  if (await settlePayments(deps, order, decided)) return 'under-way';
  // What the provider let go without ever having it leaves the order as it was.
  if (decided.some(({ isCaptured }) => isCaptured)) return 'settled';
  if (payments.some((payment) => isUnderWay(payment, deps.clock.now()))) return 'under-way';
  return payments.some(isOpen) ? 'unanswered' : 'none';
}

/**
 * The hold of an order goes with what it was waiting for, at the next round of the reconciler. Until then its buyer waits:
 * what a bank may have taken is not denied, nor asked for again.
 */
const tellable = (standing: Standing, { hold_until }: OrderRow): PaymentStanding =>
  standing !== 'unanswered' ? standing : hold_until === null ? 'none' : 'under-way';

/** Nobody makes the shop ask without end: the provider limits it in turn. */
export const limitChecks = (deps: RateLimitDeps, user: SessionUser) =>
  limit(deps, `check-payment:${user._id}`, CHECKS_PER_MINUTE);

/** An order that an administrator set to Pending has no hold: it can be paid while its units are left at its price. */
async function isPayable({ db, clock }: SettlementDeps, order: OrderRow): Promise<boolean> {
  if (order.hold_until !== null) return true;
  if (order.payment_status !== 'pending') return false;
  const now = clock.now();
  if (!(await isOffered(db, order, now))) return false;
  const wanted = { productId: order.product_id, now, most: order.quantity };
  return (await countForSale(db, wanted)) === order.quantity;
}

/** For a buyer who waits: how the payment stands, and how the order does after it. */
export async function checkPayment(deps: PaymentCheckDeps, user: SessionUser, id: string): Promise<PaymentCheck> {
  const before = await requireOwnOrder(deps.db, user, id);
  await limitChecks(deps, user);
  const standing = await askAboutPayment(deps, before).catch((error) => {
    deps.log.warn({ err: error, order: id }, 'the provider could not be asked about an order');
    throw fail('paymentUnconfirmed');
  });
  const payment = tellable(standing, before);
  const order = payment === 'settled' ? await requireOwnOrder(deps.db, user, id) : before;
  const canPay = payment === 'none' && (await isPayable(deps, order));
  return {
    order: orderOnWire(order),
    payment,
    paymentOrder: canPay ? paymentOrderOnWire(deps.providers, order) : null,
    isHeld: order.hold_until !== null,
  };
}
