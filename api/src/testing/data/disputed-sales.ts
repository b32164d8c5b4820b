import { expect, vi } from 'vitest';
import { orderPaymentEvents } from '../../features/orders/payment/order-payment-events.ts';
import { salesByDay } from '../../features/orders/administration/sales.service.ts';
import { REFUND_JOB } from '../../features/payments/refunds/refund-job.ts';
import type { RefundDeps } from '../../features/payments/refunds/refunds.service.ts';
import { indianDay } from '../../platform/indian-day.ts';
import { buildProduct } from './builders.ts';
import type { FaultyShop } from '../checks/faulty-shop.ts';
import { bringForward, retryNow } from '../checks/job-times.ts';
import { buy } from './purchases.ts';
import type { SignedInClient } from '../clients/test-sessions.ts';

export const PATIENCE = { timeout: 30_000 };
export const SILENT = { webhook: false };
/** Price in paise of every product in these tests. */
export const PRICE = 49_900;

const OPEN_EVENTS = `select event as type from sandbox.webhooks where delivered_at is null
  union all select type from provider_events where processed_at is null`;

export type DisputedSales = ReturnType<typeof disputedSales>;

/** Helpers for tests of disputes. The owner makes refunds and receives the mails. */
export function disputedSales(shop: FaultyShop, owner: SignedInClient) {
  const { payments } = shop;
  const rowsOf = async (sql: string, ...values: unknown[]) => (await shop.pool.query(sql, values)).rows;
  const orderOf = async (id: string) => (await rowsOf('select * from orders where id = $1', id))[0];
  const disputesOf = (paymentId: string) =>
    rowsOf('select state, deducted_paise::int from disputes where payment_id = $1 order by created_at', paymentId);
  const refundedPaise = async (paymentId: string) =>
    (await rowsOf('select amount_refunded::int as paise from sandbox.payments where id = $1', paymentId))[0].paise;
  const refund = (orderId: string) =>
    owner.call('adminUpdateOrder', { params: { id: orderId }, body: { paymentStatus: 'refunded' } });

  async function bought() {
    const product = await buildProduct(shop, { units: 1 });
    const buyer = await shop.customer();
    const { order, payment } = await buy(buyer, payments, product);
    return { buyer, orderId: order._id as string, paymentId: payment.id as string };
  }

  /** An admin asks for a refund while the provider refuses refunds. */
  async function boughtAndRefundAsked() {
    const sale = await bought();
    await payments.plan('refund', 'status-500', { times: 100 });
    expect((await refund(sale.orderId)).status).toBe(200);
    return sale;
  }

  /** The provider accepts refunds again, the queued refund jobs run, and none refunds this payment. */
  async function untilRefundIsHeld(paymentId: string) {
    const waiting = `select 1 from graphile_worker._private_jobs where task_id =
      (select id from graphile_worker._private_tasks where identifier = $1)`;
    await payments.clearFaults();
    await vi.waitFor(async () => {
      await bringForward(shop.pool, REFUND_JOB);
      expect(await rowsOf(waiting, REFUND_JOB)).toEqual([]);
    }, PATIENCE);
    expect(await refundedPaise(paymentId)).toBe(0);
  }

  async function revenueToday() {
    const day = indianDay(shop.clock.now());
    const [sales] = await salesByDay(shop.db, [day], new Date(shop.clock.now().getTime() - 86_400_000));
    return Math.round((sales?.revenue ?? 0) * 100);
  }

  return {
    deps: (): RefundDeps => ({ ...shop, handlers: orderPaymentEvents(shop) }),
    rowsOf,
    orderOf,
    disputesOf,
    refundedPaise,
    refund,
    bought,
    boughtAndRefundAsked,
    untilRefundIsHeld,
    revenueToday,
    untilDispute: (paymentId: string, facts: object) =>
      vi.waitFor(async () => expect(await disputesOf(paymentId)).toMatchObject([facts]), PATIENCE),
    untilOrder: (id: string, facts: object) =>
      vi.waitFor(async () => expect(await orderOf(id)).toMatchObject(facts), PATIENCE),
    untilRefunds: (orderId: string, refunds: object[]) => {
      const all = 'select amount_paise::int, origin, status from refunds where order_id = $1 order by amount_paise';
      return vi.waitFor(async () => expect(await rowsOf(all, orderId)).toEqual(refunds), PATIENCE);
    },
    untilEventsAreHandled: () =>
      vi.waitFor(async () => {
        await retryNow(shop.pool);
        expect(await rowsOf(OPEN_EVENTS)).toEqual([]);
      }, PATIENCE),
    disputeMails: (client: SignedInClient, paymentId: string) =>
      shop.mails
        .to(client.user.email)
        .filter(({ subject, text }) => /disputed/.test(subject) && text.includes(paymentId)),
    alarmsOf: (id: string) =>
      shop
        .logged()
        .split('\n')
        .filter((line) => line.includes('"alarm":true') && line.includes(id)),
  };
}
