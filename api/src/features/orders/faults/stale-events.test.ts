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

/** A captured payment whose events have not arrived. */
async function paidWithHeldEvents() {
  const order = await placeOrder(await shop.customer(), await buildProduct(shop));
  await payments.plan('webhook:payment.captured', 'hold');
  await payments.plan('webhook:order.paid', 'hold');
  const { razorpay_payment_id: paymentId } = await payments.payByCard(order.razorpayOrderId);
  return { order, paymentId };
}

describe('payment.captured after a refund of the payment (fault 62)', () => {
  it('delivers nothing if it is a minute late and no event of the refund came', async () => {
    const { order, paymentId } = await paidWithHeldEvents();
    await payments.dashboardRefund(paymentId, { webhook: false });
    shop.clock.advance(60_000);
    await payments.releaseEvents();
    await vi.waitFor(async () => expect(await orderOf(order._id)).toMatchObject({ payment_status: 'refunded' }), {
      timeout: 30_000,
    });
    expect(await orderOf(order._id)).toMatchObject({ is_delivered: false });
  });

  it('delivers nothing if it is fresh and another event of the payment came before', async () => {
    const { order, paymentId } = await paidWithHeldEvents();
    await payments.plan('webhook:refund.processed', 'drop');
    await payments.dashboardRefund(paymentId);
    const processed = `select 1 from provider_events where type = 'refund.created' and processed_at is not null`;
    await vi.waitFor(async () => expect((await shop.pool.query(processed)).rowCount).toBe(1), { timeout: 30_000 });
    // For the shop, the held events are a second old, however long the test took.
    const { rows } = await shop.pool.query('select created_at from sandbox.payments where id = $1', [paymentId]);
    shop.clock.set(new Date(rows[0].created_at.getTime() + 1_000));
    await payments.releaseEvents();
    await vi.waitFor(async () => expect(await orderOf(order._id)).toMatchObject({ payment_status: 'refunded' }), {
      timeout: 30_000,
    });
    expect(await orderOf(order._id)).toMatchObject({ is_delivered: false });
    shop.clock.set(new Date());
  });

  it('control: a fresh event without others is handled without asking the provider', async () => {
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
