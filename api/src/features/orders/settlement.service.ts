import type { Clock } from '../../platform/clock.ts';
import { inTransaction, violates } from '../../platform/database.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Database } from '../../tables.ts';
import {
  type CapturedPayment,
  type PaymentProviders,
  type ProviderPayment,
  paymentState,
  recordPayment,
} from '../payments/payments.service.ts';
import { requestRefund } from '../payments/refunds.service.ts';
import { enterReturns, type ProviderRefund } from '../payments/returns.service.ts';
import {
  type DeliveryDeps,
  deliveringLive,
  fulfilOrder,
  markRefunded,
  type PaidFacts,
  type Unfulfilled,
} from './delivery.service.ts';
import { lockOrder, type OrderRow } from './orders.queries.ts';
import { noteReturn } from './returned-money.service.ts';

export type SettlementDeps = {
  db: Database;
  clock: Clock;
  metrics: Metrics;
  providers: PaymentProviders;
  vault: Vault;
};

export type Purchase = { order: OrderRow; payment: CapturedPayment };

/** `purchase` is there when it was this call that delivered. */
export type Settlement = { outcome: 'delivered' | 'refunded'; purchase?: Purchase };

type Refusal = 'wrong-amount' | 'second-order';

const refundReasons: Record<Unfulfilled | Refusal, string> = {
  'already-paid': 'This order had already been paid',
  'out-of-stock': 'Sold out before the payment arrived',
  'over-limit': 'One customer can buy only so many of this product',
  'wrong-amount': 'The amount paid was not the amount of the order',
  'second-order': 'This product can only be bought once per customer',
};

/** The payment's key has refused it; whatever else was done for it is undone. */
class SettledBefore extends Error {}

type Payable = { id: string; provider: string };
/** A payment as the provider tells of it now, with what has gone back of it. */
type Money = { payment: ProviderPayment; returns: ProviderRefund[] };

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
  const money = { payment, returns };
  const attempt = (mayDeliver: boolean) =>
    deliveringLive(deps.db, (db, how) =>
      settle({ db, vault: deps.vault }, order.id, money, { ...how, now: deps.clock.now(), mayDeliver }),
    );
  return attempt(true)
    .catch((error) => {
      // Paid late, after its buyer has ordered the one-time product again.
      if (violates(error, 'orders_one_live')) return attempt(false);
      throw error;
    })
    .then(
      (settlement) => {
        deps.metrics.payments.inc(settlement.outcome);
        return settlement;
      },
      (error) => {
        if (error instanceof SettledBefore) return catchUp(deps, order.id, money);
        throw error;
      },
    );
}

async function settle(
  { db, vault }: DeliveryDeps,
  orderId: string,
  { payment, returns }: Money,
  { now, mayDeliver, mend }: { now: Date; mayDeliver: boolean; mend: boolean },
): Promise<Settlement> {
  // Locked: its state cannot change while the money is decided about.
  const order = await lockOrder(db, { id: orderId });
  if (order?.provider_order_id !== payment.orderId)
    throw new Error(`payment ${payment.id} was not made for order ${orderId}`);
  const { method, amountPaise, id: paymentId } = payment;
  const paid: PaidFacts = { method, amountPaise, paymentId, at: now, mend };
  const keptPaise = payment.amountPaise - payment.refundedPaise;
  const isExact = keptPaise === order.amount_paise && payment.currency === 'INR';
  const refusal: Refusal | undefined = isExact ? (mayDeliver ? undefined : 'second-order') : 'wrong-amount';
  const [recorded, fulfilled] = await Promise.all([
    recordPayment(db, payment, { orderId: order.id, provider: order.provider }),
    refusal ?? fulfilOrder({ db, vault }, order, paid),
  ]);
  if (!recorded) throw new SettledBefore();
  if (typeof fulfilled !== 'string') return { outcome: 'delivered', purchase: { order: fulfilled, payment: recorded } };
  await markRefunded(db, order, paid);
  await enterReturns(db, recorded, { refunds: returns, at: now, tell: (db, refund) => noteReturn(db, refund, now) });
  if (keptPaise > 0)
    await requestRefund(db, {
      paymentId: payment.id,
      orderId: order.id,
      amountPaise: keptPaise,
      reason: refundReasons[fulfilled],
      at: now,
    });
  return { outcome: 'refunded' };
}

/** A payment that is on record: what has gone back of it since may not be. */
async function catchUp(
  { db, clock }: SettlementDeps,
  orderId: string,
  { payment, returns }: Money,
): Promise<Settlement> {
  const now = clock.now();
  if (returns.length > 0)
    await inTransaction(db, (db) =>
      enterReturns(
        db,
        { id: payment.id, order_id: orderId },
        { refunds: returns, at: now, tell: (db, refund) => noteReturn(db, refund, now) },
      ),
    );
  return { outcome: (await paymentState(db, payment.id)) === 'captured' ? 'delivered' : 'refunded' };
}
