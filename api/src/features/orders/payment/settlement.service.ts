import { raiseAlarm } from '../../../platform/alarm.ts';
import { inTransaction, violates } from '../../../platform/database/database.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import { findProductForSale } from '../../catalogue/availability.service.ts';
import {
  type CapturedPayment,
  type PaymentProvider,
  type PaymentProviders,
  type ProviderOrder,
  type ProviderPayment,
  paymentState,
  recordPayment,
} from '../../payments/payments.service.ts';
import { type ProviderRefund, recordRefunds } from '../../payments/refunds/record-refunds.service.ts';
import { findPaymentBooks, refundRest } from '../../payments/refunds/refunds.service.ts';
import {
  deliverOrder,
  lockOrderToDeliver,
  markRefunded,
  type OrderToDeliver,
  type PaidFacts,
} from '../delivery/delivery.service.ts';
import { findPayable, type OrderRow, type PayableOrder } from '../orders.queries.ts';
import { hasEnded } from '../orders.rules.ts';
import { hasBoughtAgain, hasOtherLiveOrder, isOverLimit } from '../placing/purchase-limits.service.ts';
import { orderRefundHandlers, type RefundHandlerDeps } from '../refunds/order-refunds.service.ts';
import {
  type Cover,
  coverOf,
  decide,
  isBelowPrice,
  needsSaleFacts,
  type RefundReason,
  type SaleFacts,
} from './settlement.rules.ts';

export type SettlementDeps = RefundHandlerDeps & { db: Database; providers: PaymentProviders; vault: Vault };

export type Purchase = { order: OrderRow; payment: CapturedPayment };

/** `purchase` is set if this call delivered. */
type Settled = { outcome: 'delivered' | 'refunded'; purchase?: Purchase };
/** `waiting`: the provider must be asked again later. */
type Settlement = Settled | { outcome: 'waiting'; purchase?: never };

const refundReasons: Record<RefundReason, string> = {
  'already-paid': 'This order had already been paid',
  closed: 'This order was closed before the payment arrived',
  'account-closed': 'The account was closed before the payment arrived',
  expired: 'The product expired before the payment arrived',
  'bought-again': 'This product was bought again before the payment arrived',
  'no-longer-offered': 'This order was cancelled before the payment, and its price no longer applies',
  'out-of-stock': 'Sold out before the payment arrived',
  'over-limit': 'One customer can buy only so many of this product',
  'wrong-amount': 'The amount paid was not the amount of the order',
  'second-order': 'This product can only be bought once per customer',
};

/** A captured payment, with the provider's refunds of it and, where the decision needs it, the provider's order. */
type Money = { payment: ProviderPayment; refunds: ProviderRefund[]; opened?: ProviderOrder };

/** A captured payment and the judgement whether it covers the price of its order. */
type JudgedMoney = Money & { providerOrderId: string; cover: Exclude<Cover, 'waiting'> };

/**
 * Settles captured money with a delivery or a refund. The buyer's proof, the provider's events and the reconciler all call
 * it, at once and repeatedly: the unique keys of payments and deliveries make it take effect once.
 */
export async function settlePayment(
  deps: SettlementDeps,
  { id }: Pick<PayableOrder, 'id'>,
  payment: ProviderPayment,
): Promise<Settlement> {
  if (!payment.isCaptured) return { outcome: 'refunded' };
  const order = await findPayable(deps.db, { id });
  if (!order) throw new Error(`payment ${payment.id} was not made for order ${id}`);
  return settlePaymentOf(deps, order, payment);
}

/** The same for a caller that has read the order. */
export async function settlePaymentOf(
  deps: SettlementDeps,
  order: PayableOrder,
  payment: ProviderPayment,
): Promise<Settlement> {
  if (!payment.isCaptured) return { outcome: 'refunded' };
  const { orderId: providerOrderId } = payment;
  if (!providerOrderId) throw new Error(`payment ${payment.id} was not made for order ${order.id}`);
  const money = await readMoney(deps.providers.named(order.provider), order, payment);
  const cover = coverOf(order, payment, money.opened, deps.clock.now());
  if (cover === 'waiting') return { outcome: 'waiting' };

  const judged = { ...money, providerOrderId, cover };
  const settlement = await settleInTransaction(deps, order, judged).catch((error) => {
    // Another order of the buyer became live meanwhile: now it is found, and this money is refunded.
    if (violates(error, 'orders_one_live')) return settleInTransaction(deps, order, judged);
    throw error;
  });
  if (settlement === 'recorded-before') return catchUp(deps, order, money);
  report(deps, order, judged, settlement);
  return settlement;
}

/** Settles payments one after the other. True when one of them is waiting. */
export async function settlePayments(
  deps: SettlementDeps,
  order: Pick<PayableOrder, 'id'>,
  payments: readonly ProviderPayment[],
): Promise<boolean> {
  let isWaiting = false;
  for (const payment of payments) {
    const { outcome } = await settlePayment(deps, order, payment);
    isWaiting ||= outcome === 'waiting';
  }
  return isWaiting;
}

/** Asks the provider for the facts about a payment that decide about it. */
async function readMoney(provider: PaymentProvider, order: PayableOrder, payment: ProviderPayment): Promise<Money> {
  const refunds = payment.refundedPaise > 0 ? await provider.listRefunds(payment.id) : [];
  const isStored = order.provider_order_id === payment.orderId;
  if (isStored && !isBelowPrice(order, payment)) return { payment, refunds };
  const opened = await findProviderOrder(provider, payment);
  if (!isStored && opened.receipt !== order.receipt)
    throw new Error(`payment ${payment.id} was not made for order ${order.id}`);
  return { payment, refunds, opened };
}

async function findProviderOrder(provider: PaymentProvider, payment: ProviderPayment): Promise<ProviderOrder> {
  const opened = payment.orderId === null ? undefined : await provider.findOrder(payment.orderId);
  if (!opened) throw new Error(`the provider has no order for payment ${payment.id}`);
  return {
    ...opened,
    offerId: opened.offerId ?? (opened.isPaid ? await provider.findOfferOfPayment(payment.id) : null),
  };
}

const settleInTransaction = (deps: SettlementDeps, order: PayableOrder, money: JudgedMoney) =>
  inTransaction(deps.db, (db) => settle({ ...deps, db }, order, money));

async function settle(
  deps: SettlementDeps,
  { id, provider }: PayableOrder,
  { payment, refunds, providerOrderId, cover }: JudgedMoney,
): Promise<Settled | 'recorded-before'> {
  const { db, clock } = deps;
  const now = clock.now();
  const [order, recorded] = await Promise.all([
    lockOrderToDeliver(db, id, now),
    recordPayment(db, payment, { orderId: id, provider, providerOrderId }),
  ]);
  if (!order) throw new Error(`order ${id} does not exist`);
  if (!recorded) return 'recorded-before';

  const sale = needsSaleFacts(order, cover, now) ? await findSaleFacts(db, order, now) : undefined;
  const decision = decide(order, { cover, begunAt: payment.createdAt, sale }, now);
  const paid: PaidFacts = { method: payment.method, amountPaise: payment.amountPaise, paymentId: payment.id, at: now };
  const delivered = decision.action === 'deliver' ? await deliverOrder(deps, order, paid) : undefined;
  if (delivered) return { outcome: 'delivered', purchase: { order: delivered, payment: recorded } };

  const reason = decision.action === 'refund' ? decision.reason : 'out-of-stock';
  await markRefunded(db, order, paid);
  await recordRefunds(db, recorded, { refunds, at: now, handlers: orderRefundHandlers(deps) });
  await refundRest(db, { paymentId: payment.id, orderId: id, reason: refundReasons[reason], at: now });
  return { outcome: 'refunded' };
}

async function findSaleFacts(db: Database, order: OrderToDeliver, now: Date): Promise<SaleFacts> {
  const isEnded = hasEnded(order);
  const isBoughtAgain = isEnded && (await hasBoughtAgain(db, order));
  const product = await findProductForSale(db, order.product_id, now);
  return {
    product,
    hasBoughtAgain: isBoughtAgain,
    isOverLimit: isEnded && product !== undefined && (await isOverLimit(db, order, product)),
    hasLiveOrder: isEnded && (await hasOtherLiveOrder(db, order)),
  };
}

function report(
  deps: SettlementDeps,
  order: PayableOrder,
  { payment, cover }: JudgedMoney,
  { outcome }: Settled,
): void {
  deps.metrics.payments.inc(outcome);
  if (cover === 'wrong')
    raiseAlarm(
      deps,
      { order: order.id, payment: payment.id, amountPaise: payment.amountPaise },
      'the amount of a payment is not the amount of its order: it is being refunded',
    );
}

/** Records refunds, and failed refunds, of a payment that is already stored. */
async function catchUp(
  deps: SettlementDeps,
  { id: orderId, provider }: PayableOrder,
  { payment, refunds: read }: Money,
): Promise<Settlement> {
  const books = await findPaymentBooks(deps.db, payment.id);
  // The provider counts nothing as returned, and the books do: a refund has failed.
  const hasRefundFailed = read.length === 0 && books !== undefined && books.owedPaise < payment.amountPaise;
  const refunds = hasRefundFailed ? await deps.providers.named(provider).listRefunds(payment.id) : read;
  if (refunds.length === 0) return { outcome: outcomeOf(books?.status) };
  const returns = { refunds, at: deps.clock.now(), handlers: orderRefundHandlers(deps) };
  await inTransaction(deps.db, (db) => recordRefunds(db, { id: payment.id, order_id: orderId }, returns));
  return { outcome: outcomeOf(await paymentState(deps.db, payment.id)) };
}

const outcomeOf = (status: CapturedPayment['status'] | undefined) =>
  status === 'captured' ? ('delivered' as const) : ('refunded' as const);
