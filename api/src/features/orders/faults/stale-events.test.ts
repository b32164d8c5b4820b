import { describe, expect, it, vi } from 'vitest';
import { type FaultyShop, openFaultyShop, shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import type { TestPayments } from '../../../testing/clients/test-payments.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { placeOrder } from '../../../testing/data/purchases.ts';

let shop: FaultyShop;
let payments: TestPayments;
shareFaultyShop(openFaultyShop, (opened) => {
  shop = opened;
  payments = opened.payments;
});

const orderOf = async (id: string) => (await shop.pool.query('select * from orders where id = $1', [id])).rows[0];

/** The money came, and the events that say so have not arrived. */
async function paidWithHeldEvents() {
  const order = await placeOrder(await shop.customer(), await buildProduct(shop));
  await payments.plan('webhook:payment.captured', 'hold');
  await payments.plan('webhook:order.paid', 'hold');
  const { razorpay_payment_id: paymentId } = await payments.payByCard(order.razorpayOrderId);
  return { order, paymentId };
}

describe('62: payment.captured arrives after the payment was refunded', () => {
  it('delivers nothing when it is a minute late and the refund was never announced', async () => {
    const { order, paymentId } = await paidWithHeldEvents();
    await payments.dashboardRefund(paymentId, { webhook: false });
    shop.clock.advance(60_000);
    await payments.releaseEvents();
    await vi.waitFor(async () => expect(await orderOf(order._id)).toMatchObject({ payment_status: 'refunded' }), {
      timeout: 30_000,
    });
    expect(await orderOf(order._id)).toMatchObject({ is_delivered: false });
  });

  it('delivers nothing when it is fresh and another event of the payment came before', async () => {
    const { order, paymentId } = await paidWithHeldEvents();
    await payments.plan('webhook:refund.processed', 'drop');
    await payments.dashboardRefund(paymentId);
    const told = `select 1 from provider_events where type = 'refund.created' and processed_at is not null`;
    await vi.waitFor(async () => expect((await shop.pool.query(told)).rowCount).toBe(1), { timeout: 30_000 });
    // However long this test took so far: to the shop the held events are a second old.
    const { rows } = await shop.pool.query('select created_at from sandbox.payments where id = $1', [paymentId]);
    shop.clock.set(new Date(rows[0].created_at.getTime() + 1_000));
    await payments.releaseEvents();
    await vi.waitFor(async () => expect(await orderOf(order._id)).toMatchObject({ payment_status: 'refunded' }), {
      timeout: 30_000,
    });
    expect(await orderOf(order._id)).toMatchObject({ is_delivered: false });
    shop.clock.set(new Date());
  });

  it('control: asks the provider nothing about a fresh event without others', async () => {
    const { order, paymentId } = await paidWithHeldEvents();
    await payments.plan('fetch-payment', 'status-500', { times: 1000 });
    const { rows } = await shop.pool.query('select created_at from sandbox.payments where id = $1', [paymentId]);
    shop.clock.set(new Date(rows[0].created_at.getTime() + 1_000));
    await payments.releaseEvents();
    await vi.waitFor(async () => expect(await orderOf(order._id)).toMatchObject({ is_delivered: true }), {
      timeout: 30_000,
    });
    const asked = await shop.pool.query(`select remaining from sandbox.faults where operation = 'fetch-payment'`);
    expect(asked.rows).toEqual([{ remaining: 1000 }]);
    shop.clock.set(new Date());
  });
});
