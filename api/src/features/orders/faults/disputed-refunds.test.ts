import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type FaultyShop, openFaultyShop, shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import { retryNow } from '../../../testing/checks/job-times.ts';
import type { TestPayments } from '../../../testing/clients/test-payments.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { type DisputedSales, disputedSales, PATIENCE, PRICE, SILENT } from '../../../testing/data/disputed-sales.ts';
import { placeOrder } from '../../../testing/data/purchases.ts';
import { readShopState } from '../../admin/shop-state.queries.ts';

let shop: FaultyShop;
let payments: TestPayments;
let owner: SignedInClient;
let sales: DisputedSales;
shareFaultyShop(openFaultyShop, (opened) => {
  shop = opened;
  payments = opened.payments;
});
beforeAll(async () => {
  owner = await shop.admin();
  sales = disputedSales(shop, owner);
});

describe('a disputed payment, which is never returned twice (fault 45)', () => {
  it('an open or lost dispute refuses a refund; a won one allows it', async () => {
    const refused = async (orderId: string) => {
      const { status, body } = await sales.refund(orderId);
      return [status, body.code];
    };
    const lost = await sales.bought();
    await payments.dispute(lost.paymentId, 'created');
    await sales.untilDispute(lost.paymentId, { state: 'open' });
    expect(await refused(lost.orderId)).toEqual([409, 'DISPUTE_OPEN']);
    // The status can be changed only before the delivery.
    const setDelivered = (is: boolean) =>
      shop.pool.query('update orders set is_delivered = $2 where id = $1', [lost.orderId, is]);
    await setDelivered(false);
    const patched = await owner.call('adminUpdateOrderStatus', {
      params: { id: lost.orderId },
      body: { status: 'refunded' },
    });
    await setDelivered(true);
    expect([patched.status, patched.body.code]).toEqual([409, 'DISPUTE_OPEN']);
    await payments.dispute(lost.paymentId, 'under_review');
    await sales.untilDispute(lost.paymentId, { state: 'under_review' });
    expect(await refused(lost.orderId)).toEqual([409, 'DISPUTE_OPEN']);
    await payments.dispute(lost.paymentId, 'lost');
    await sales.untilDispute(lost.paymentId, { state: 'lost' });
    expect(await refused(lost.orderId)).toEqual([409, 'DISPUTE_LOST']);
    await sales.untilRefunds(lost.orderId, []);
    const won = await sales.bought();
    await payments.dispute(won.paymentId, 'created');
    await payments.dispute(won.paymentId, 'won');
    await sales.untilDispute(won.paymentId, { state: 'won' });
    expect((await sales.refund(won.orderId)).status).toBe(200);
    await sales.untilOrder(won.orderId, { payment_status: 'refunded', refunded_paise: PRICE });
  });

  it('a lost dispute after a refund lowers the revenue, and its mail names the refund', async () => {
    const { orderId, paymentId } = await sales.bought();
    await sales.refund(orderId);
    await sales.untilOrder(orderId, { payment_status: 'refunded', refunded_paise: PRICE });
    const before = await sales.revenueToday();
    await payments.dispute(paymentId, 'created');
    await vi.waitFor(() => expect(sales.disputeMails(owner, paymentId)).toHaveLength(1), PATIENCE);
    expect(sales.disputeMails(owner, paymentId)[0]?.text).toContain('has been refunded');
    await payments.dispute(paymentId, 'lost');
    await sales.untilDispute(paymentId, { state: 'lost', deducted_paise: PRICE });
    expect(await sales.revenueToday()).toBe(before - PRICE);
  });

  it('a dispute before the capture blocks the refund of late money', async () => {
    const product = await buildProduct(shop, { units: 1 });
    const order = await placeOrder(await shop.customer(), product);
    await owner.call('adminUpdateOrder', { params: { id: order._id }, body: { paymentStatus: 'refunded' } });
    const { razorpay_payment_id: paymentId } = await payments.capture(order.razorpayOrderId, SILENT);
    await payments.dispute(paymentId, 'created');
    await sales.untilDispute(paymentId, { state: 'open' });
    await sales.untilRefundIsHeld(paymentId);
    await sales.untilRefunds(order._id, [{ amount_paise: PRICE, origin: 'shop', status: 'requested' }]);
    await payments.dispute(paymentId, 'lost');
    await sales.untilRefunds(order._id, [{ amount_paise: PRICE, origin: 'provider', status: 'processed' }]);
    expect(await sales.refundedPaise(paymentId)).toBe(0);
  });

  it('a refund that was requested before a lost dispute is never sent', async () => {
    const { paymentId, orderId, buyer } = await sales.boughtAndRefundAsked();
    const before = await sales.revenueToday();
    await payments.dispute(paymentId, 'created');
    await sales.untilDispute(paymentId, { state: 'open' });
    await sales.untilRefundIsHeld(paymentId);
    expect(await readShopState(shop.db)).toMatchObject({ openRefunds: 0 });
    await payments.dispute(paymentId, 'lost');
    await sales.untilOrder(orderId, { payment_status: 'refunded', refunded_paise: PRICE });
    expect(await sales.refundedPaise(paymentId)).toBe(0);
    await sales.untilRefunds(orderId, [{ amount_paise: PRICE, origin: 'provider', status: 'processed' }]);
    expect(await sales.revenueToday()).toBe(before);
    await vi.waitFor(
      () =>
        expect(shop.mails.to(buyer.user.email).map(({ text }) => text)).toContainEqual(
          expect.stringContaining('Returned by your bank after a dispute'),
        ),
      PATIENCE,
    );
  });

  it.each(['won', 'closed'] as const)(
    'a refund that was requested before the dispute is sent once it is %s',
    async (end) => {
      const { paymentId, orderId } = await sales.boughtAndRefundAsked();
      await payments.dispute(paymentId, 'created');
      await sales.untilDispute(paymentId, { state: 'open' });
      await sales.untilRefundIsHeld(paymentId);
      await payments.dispute(paymentId, end);
      await sales.untilOrder(orderId, { payment_status: 'refunded', refunded_paise: PRICE });
      expect(await sales.refundedPaise(paymentId)).toBe(PRICE);
    },
  );

  it('only the rest is refunded when a dispute about a part is lost', async () => {
    const { paymentId, orderId } = await sales.boughtAndRefundAsked();
    await payments.dispute(paymentId, 'created', { amount: 20_000 });
    await sales.untilDispute(paymentId, { state: 'open' });
    await sales.untilRefundIsHeld(paymentId);
    await payments.dispute(paymentId, 'lost');
    await sales.untilOrder(orderId, { refunded_paise: PRICE });
    expect(await sales.refundedPaise(paymentId)).toBe(PRICE - 20_000);
  });

  it('a refund that the provider accepted before the dispute goes on', async () => {
    const { paymentId, orderId } = await sales.bought();
    for (const event of ['created', 'processed']) await payments.plan(`webhook:refund.${event}`, 'drop');
    await payments.plan('refund', 'status-500', { phase: 'after' });
    await payments.plan('refund', 'status-500', { times: 100 });
    await sales.refund(orderId);
    await vi.waitFor(async () => expect(await sales.refundedPaise(paymentId)).toBe(PRICE), PATIENCE);
    await payments.dispute(paymentId, 'created');
    await sales.untilDispute(paymentId, { state: 'open' });
    await payments.dispute(paymentId, 'lost');
    await sales.untilDispute(paymentId, { state: 'lost' });
    await payments.clearFaults();
    await retryNow(shop.pool);
    await sales.untilRefunds(orderId, [{ amount_paise: PRICE, origin: 'shop', status: 'processed' }]);
    await sales.untilOrder(orderId, { payment_status: 'refunded', refunded_paise: PRICE });
  });

  it('the automatic refund of a second payment waits for the dispute too', async () => {
    const { orderId, paymentId } = await sales.bought();
    const [order] = await sales.rowsOf(
      'select provider_order_id as id from provider_orders where order_id = $1',
      orderId,
    );
    await payments.plan('refund', 'status-500', { times: 100 });
    const second = await payments.capture(order.id);
    await sales.untilRefunds(orderId, [{ amount_paise: PRICE, origin: 'shop', status: 'requested' }]);
    await payments.dispute(second.razorpay_payment_id, 'created');
    await sales.untilDispute(second.razorpay_payment_id, { state: 'open' });
    await sales.untilRefundIsHeld(second.razorpay_payment_id);
    await payments.dispute(second.razorpay_payment_id, 'lost');
    await sales.untilRefunds(orderId, [{ amount_paise: PRICE, origin: 'provider', status: 'processed' }]);
    expect([await sales.refundedPaise(paymentId), await sales.refundedPaise(second.razorpay_payment_id)]).toEqual([
      0, 0,
    ]);
    expect(await sales.orderOf(orderId)).toMatchObject({ payment_status: 'completed', refunded_paise: 0 });
  });
});
