import { raiseAlarm } from '../../../platform/alarm.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import { inTransaction, violates } from '../../../platform/database/database.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import {
  type CapturedPayment,
  isRecordedBefore,
  type PaymentProvider,
  type PaymentProviders,
  type ProviderOrder,
  type ProviderPayment,
  paymentState,
  recordNewPayment,
  recordPayment,
} from '../../payments/payments.service.ts';
import { findPaymentBooks, refundRest } from '../../payments/refunds/refunds.service.ts';
import { enterReturns, type ProviderRefund } from '../../payments/refunds/returns.service.ts';
import {
  deliveringLive,
  fulfilOrder,
  markRefunded,
  type PaidFacts,
  type Unfulfilled,
} from '../delivery/delivery.service.ts';
import { lockOrder, type OrderRow } from '../orders.queries.ts';
import { isUnpaid } from '../orders.rules.ts';
import { followReturns, type ReturnsDeps } from '../refunds/returned-money.service.ts';

export type SettlementDeps = ReturnsDeps & { db: Database; providers: PaymentProviders; vault: Vault };

export type Purchase = { order: OrderRow; payment: CapturedPayment };

/**
 * `purchase` is there when it was this call that delivered. `waiting`: less was captured than the order costs, and the
 * provider has not called the order paid yet; to be asked about again.
 */
type Settlement = { outcome: 'delivered' | 'refunded' | 'waiting'; purchase?: Purchase; isWrongAmount?: boolean };

type Refusal = 'wrong-amount' | 'second-order';

const refundReasons: Record<Unfulfilled | Refusal, string> = {
  'already-paid': 'This order had already been paid',
  closed: 'This order was closed before the payment arrived',
  'account-closed': 'The account was closed before the payment arrived',
  expired: 'The product expired before the payment arrived',
  'bought-again': 'This product was bought again before the payment arrived',
  'no-longer-offered': 'This order had been given up, and is no longer offered at its price',
  'out-of-stock': 'Sold out before the payment arrived',
  'over-limit': 'One customer can buy only so many of this product',
  'wrong-amount': 'The amount paid was not the amount of the order',
  'second-order': 'This product can only be bought once per customer',
};

/** The payment's key has refused it; whatever else was done for it is undone. */
class SettledBefore extends Error {}

/** The provider's order has to be asked for before the payment can be judged. Nothing was written. */
class OrderNotAsked extends Error {}

type Payable = { id: string; provider: string };
/** A payment as the provider tells of it now, with what has gone back of it; `opened` is what it was made for. */
type Money = { payment: ProviderPayment; returns: ProviderRefund[]; opened?: ProviderOrder };

// How long the provider may take from the start of a payment until it calls its order paid.
const PAID_WITHIN_MINUTES = 15;

/**
 * The one path from captured money to goods or back: taken by the buyer's proof, by the provider's notices and by
 * the reconciler, at once and any number of times. The keys of payments and deliveries make it happen once. Money that
 * never reached us, or is gone again, buys nothing.
 */
export async function settlePayment(
  deps: SettlementDeps,
  order: Payable,
  payment: ProviderPayment,
): Promise<Settlement> {
  if (!payment.isCaptured) return { outcome: 'refunded' };
  const provider = deps.providers.named(order.provider);
  const returns = payment.refundedPaise > 0 ? await provider.listRefunds(payment.id) : [];
  let money: Money = { payment, returns };
  try {
    const settlement = await settleOrRefuse(deps, order.id, money).catch(async (error) => {
      if (!(error instanceof OrderNotAsked)) throw error;
      money = { ...money, opened: await askForOrder(provider, payment) };
      return settleOrRefuse(deps, order.id, money);
    });
    if (settlement.outcome !== 'waiting') deps.metrics.payments.inc(settlement.outcome);
    if (settlement.isWrongAmount)
      raiseAlarm(
        deps,
        { order: order.id, payment: payment.id, amountPaise: payment.amountPaise },
        'the amount of a payment is not the amount of its order: it is being refunded',
      );
    return settlement;
  } catch (error) {
    if (error instanceof SettledBefore || isRecordedBefore(error)) return catchUp(deps, order, money);
    throw error;
  }
}

/** One after the other. True when one of them is waiting. */
export async function settlePayments(
  deps: SettlementDeps,
  order: Payable,
  payments: readonly ProviderPayment[],
): Promise<boolean> {
  let isWaiting = false;
  for (const payment of payments) {
    const { outcome } = await settlePayment(deps, order, payment);
    isWaiting ||= outcome === 'waiting';
  }
  return isWaiting;
}

async function askForOrder(provider: PaymentProvider, payment: ProviderPayment): Promise<ProviderOrder> {
  const opened = payment.orderId === null ? undefined : await provider.findOrder(payment.orderId);
  if (!opened) throw new Error(`the provider has no order for payment ${payment.id}`);
  return {
    ...opened,
    offerId: opened.offerId ?? (opened.isPaid ? await provider.findOfferOfPayment(payment.id) : null),
  };
}

function settleOrRefuse(deps: SettlementDeps, orderId: string, money: Money): Promise<Settlement> {
  const attempt = (mayDeliver: boolean) =>
    deliveringLive(deps.db, (db, how) => settle({ ...deps, db }, orderId, money, { ...how, mayDeliver }));
  return attempt(true).catch((error) => {
    // Paid late, after its buyer has ordered the one-time product again.
    if (violates(error, 'orders_one_live')) return attempt(false);
    throw error;
  });
}

async function settle(
  deps: SettlementDeps,
  orderId: string,
  { payment, returns, opened }: Money,
  { mayDeliver, ...how }: { mayDeliver: boolean; mend: boolean },
): Promise<Settlement> {
  const { db, clock } = deps;
  const now = clock.now();
  // Locked: its state cannot change while the money is decided about.
  const order = await lockOrder(db, { id: orderId });
  const providerOrderId = payment.orderId;
  if (!order || !providerOrderId) throw new Error(`payment ${payment.id} was not made for order ${orderId}`);
  const isStored = order.provider_order_id === providerOrderId;
  const amount = judgeAmount(order, { payment, opened }, now);
  if (!opened && (!isStored || amount === 'unexplained')) throw new OrderNotAsked();
  if (!isStored && opened?.receipt !== order.receipt)
    throw new Error(`payment ${payment.id} was not made for order ${orderId}`);
  if (amount === 'waiting') return { outcome: 'waiting' };
  const { method, amountPaise, id: paymentId } = payment;
  const paid: PaidFacts = { method, amountPaise, paymentId, at: now, ...how };
  const refusal: Refusal | undefined = amount === 'enough' ? (mayDeliver ? undefined : 'second-order') : 'wrong-amount';
  // For an unpaid order a payment that is already recorded fails by its key.
  const record = isUnpaid(order) ? recordNewPayment : recordPayment;
  const [recorded, fulfilled] = await Promise.all([
    record(db, payment, { orderId, provider: order.provider, providerOrderId }),
    refusal ?? fulfilOrder(deps, order, { ...paid, begunAt: payment.createdAt }),
  ]);
  if (!recorded) throw new SettledBefore();
  if (typeof fulfilled !== 'string') return { outcome: 'delivered', purchase: { order: fulfilled, payment: recorded } };
  await markRefunded(db, order, paid);
  await enterReturns(db, recorded, { refunds: returns, at: now, listener: followReturns(deps) });
  await refundRest(db, { paymentId: payment.id, orderId: order.id, reason: refundReasons[fulfilled], at: now });
  return { outcome: 'refunded', isWrongAmount: amount === 'wrong' };
}

/**
 * Less than the order costs is enough with an offer of the provider's: the provider calls the order paid and names the
 * offer. `unexplained`: it was not asked yet. `partly-returned`: somebody has refunded a part at the provider, and knows.
 */
function judgeAmount(
  { amount_paise }: OrderRow,
  { payment, opened }: Pick<Money, 'payment' | 'opened'>,
  now: Date,
): 'enough' | 'unexplained' | 'waiting' | 'partly-returned' | 'wrong' {
  const { currency, amountPaise, refundedPaise, createdAt } = payment;
  if (currency !== 'INR') return 'wrong';
  if (amountPaise - refundedPaise === amount_paise) return 'enough';
  if (amountPaise === amount_paise) return 'partly-returned';
  if (amountPaise > amount_paise || refundedPaise > 0) return 'wrong';
  if (!opened) return 'unexplained';
  if (opened.isPaid) return opened.offerId === null ? 'wrong' : 'enough';
  return createdAt > minutesAfter(now, -PAID_WITHIN_MINUTES) ? 'waiting' : 'wrong';
}

/** A payment that is on record: what has gone back of it since, or has come back to the shop, may not be. */
async function catchUp(
  deps: SettlementDeps,
  { id: orderId, provider }: Payable,
  { payment, returns }: Money,
): Promise<Settlement> {
  const books = await findPaymentBooks(deps.db, payment.id);
  const isRefundGone = returns.length === 0 && books !== undefined && books.owedPaise < payment.amountPaise;
  const refunds = isRefundGone ? await deps.providers.named(provider).listRefunds(payment.id) : returns;
  if (refunds.length === 0) return { outcome: outcomeOf(books?.status) };
  const news = { refunds, at: deps.clock.now(), listener: followReturns(deps) };
  await inTransaction(deps.db, (db) => enterReturns(db, { id: payment.id, order_id: orderId }, news));
  return { outcome: outcomeOf(await paymentState(deps.db, payment.id)) };
}

const outcomeOf = (status: CapturedPayment['status'] | undefined) =>
  status === 'captured' ? ('delivered' as const) : ('refunded' as const);
