import type { PaymentStatus } from '@shop/contract/order-status';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../../platform/database/database.ts';
import { waitForBlockedQuery } from '../../../testing/checks/wait-for-blocked-query.ts';
import { proofOf, type TestPayments, testPayments } from '../../../testing/clients/test-payments.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { buy, placeOrder } from '../../../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { lockOrder, updateOrder } from '../orders.queries.ts';
import { reconcileOrders } from '../payment/reconcile.service.ts';
import { takeBackUnseen } from '../refunds/returned-money.service.ts';
import { cancelOrderByAdmin, changePaymentStatus, refundOrder } from './edit-order.service.ts';
import { findOrder } from './order-list.service.ts';

let shop: TestShop;
let payments: TestPayments;
let actor: { _id: string };
let buyer: SignedInClient;
beforeAll(async () => {
  shop = await openTestShop({ SANDBOX_FAULTS: 'on' }, { web: false, worker: true });
  payments = testPayments(shop);
  actor = { _id: (await shop.admin()).user.id };
  buyer = await shop.customer();
});
afterAll(() => shop.close());

const stateOf = async (productId: string) =>
  (await shop.pool.query('select state from units where product_id = $1', [productId])).rows[0].state;
const failure = (code: string) => expect.objectContaining({ key: code });

describe('payment status', () => {
  it('completed by hand is asked about all the same: money that was on its way goes back', async () => {
    const order = await placeOrder(buyer, await buildProduct(shop, { units: 1 }));
    await changePaymentStatus(shop, actor, order._id, 'completed');
    await payments.capture(order.razorpayOrderId, { webhook: false });
    shop.clock.advance(60_001);
    await reconcileOrders(shop);
    await vi.waitFor(
      async () =>
        expect((await payments.ledger()).byOrder[order.razorpayOrderId]).toMatchObject({
          captured: 49900,
          refunded: 49900,
        }),
      { timeout: 30_000 },
    );
    expect(await findOrder(shop, order._id)).toMatchObject({ status: 'completed', paymentMethod: 'manual' });
  });

  it('changes in any order while not delivered; money that comes later still finds its goods', async () => {
    // Of which one customer may have this order.
    const product = await buildProduct(shop, { units: 1, max_per_customer: 1 });
    const order = await placeOrder(buyer, product);
    const statuses: PaymentStatus[] = ['failed', 'pending', 'refunded', 'failed', 'pending'];
    for (const status of statuses) {
      const changed = await changePaymentStatus(shop, actor, order._id, status);
      expect(changed.paymentStatus).toBe(status);
      expect(await stateOf(product.id)).toBe('available');
    }
    await payments.capture(order.razorpayOrderId);
    await vi.waitFor(async () => expect((await findOrder(shop, order._id)).status).toBe('completed'), {
      timeout: 30_000,
    });
  });

  it('money that went back buys nothing, not even if its order were to wait for money again', async () => {
    const product = await buildProduct(shop, { units: 1 });
    const order = await placeOrder(buyer, product);
    await changePaymentStatus(shop, actor, order._id, 'failed');
    const faster = await shop.customer();
    const { _id: fasterId } = await placeOrder(faster, product);
    const proof = await payments.payByCard(order.razorpayOrderId);
    await vi.waitFor(async () => expect((await findOrder(shop, order._id)).paymentStatus).toBe('refunded'), {
      timeout: 30_000,
    });
    await faster.call('deleteOrder', { params: { id: fasterId } });
    await expect(changePaymentStatus(shop, actor, order._id, 'pending')).rejects.toEqual(failure('statusConflict'));
    await shop.pool.query("update orders set payment_status = 'pending' where id = $1", [order._id]);

    const again = await buyer.call('verifyPayment', { body: proofOf(order._id, proof) });
    expect([again.status, again.body.code]).toEqual([409, 'PAYMENT_REFUNDED']);
    expect(await findOrder(shop, order._id)).toMatchObject({ status: 'pending', isDelivered: false, amountPaid: 499 });
    expect(await stateOf(product.id)).toBe('available');
  });

  it('paid and given back by hand: the books say that nothing is left', async () => {
    const order = await placeOrder(buyer, await buildProduct(shop, { units: 1 }));
    await changePaymentStatus(shop, actor, order._id, 'completed');
    expect(await refundOrder(shop, actor, order._id)).toMatchObject({ amountPaid: 499, refundedAmount: 499 });
  });

  it('what the provider has paid and taken back is completed by nobody’s word', async () => {
    const order = await placeOrder(buyer, await buildProduct(shop, { units: 1 }));
    await payments.plan('refund-settlement', 'at-once');
    const proof = await payments.capture(order.razorpayOrderId, { webhook: false });
    await payments.dashboardRefund(proof.razorpay_payment_id, { webhook: false });
    await buyer.call('verifyPayment', { body: proofOf(order._id, proof) });
    await expect(changePaymentStatus(shop, actor, order._id, 'completed')).rejects.toEqual(failure('statusConflict'));
    expect(await findOrder(shop, order._id)).toMatchObject({ paymentStatus: 'refunded', isDelivered: false });
  });

  it('completed without stock is refused', async () => {
    const product = await buildProduct(shop, { units: 1 });
    const order = await placeOrder(buyer, product);
    await changePaymentStatus(shop, actor, order._id, 'failed');
    await placeOrder(await shop.customer(), product);
    await expect(changePaymentStatus(shop, actor, order._id, 'completed')).rejects.toThrow(
      'There is not enough stock to deliver this order. Add stock and try again, or refund the order.',
    );
  });

  it('refused for what else the customer has, says so to the desk and not to the customer', async () => {
    const [limited, once] = [
      await buildProduct(shop, { max_per_customer: 1 }),
      await buildProduct(shop, { is_one_time_use: true }),
    ];
    const customer = await shop.customer();
    const givenUp = async (product: typeof limited) => {
      const order = await placeOrder(customer, product);
      await changePaymentStatus(shop, actor, order._id, 'failed');
      await placeOrder(customer, product);
      return order._id;
    };
    await expect(changePaymentStatus(shop, actor, await givenUp(limited), 'completed')).rejects.toThrow(
      'This customer has as many of this product as one customer can buy.',
    );
    await expect(changePaymentStatus(shop, actor, await givenUp(once), 'pending')).rejects.toThrow(
      'This customer has another order for this product',
    );
  });
});

describe('refund and deletion', () => {
  it('a refund really goes back, once; a code that nobody has seen is taken back', async () => {
    const product = await buildProduct(shop, { units: 1 });
    const { order } = await buy(buyer, payments, product);
    await Promise.all([refundOrder(shop, actor, order._id), refundOrder(shop, actor, order._id)]);
    expect(await findOrder(shop, order._id)).toMatchObject({ paymentStatus: 'refunded', status: 'cancelled' });
    await vi.waitFor(
      async () =>
        expect((await payments.ledger()).byOrder[order.razorpayOrderId ?? '']).toMatchObject({
          captured: 49900,
          refunded: 49900,
        }),
      { timeout: 30_000 },
    );
    expect(await stateOf(product.id)).toBe('withdrawn');
    const params = { id: order._id };
    expect((await buyer.call('revealOrder', { params })).body.code).toBe('ORDER_REFUNDED');
    const rating = { params, body: { stars: 1, worked: false } };
    expect((await buyer.call('rateOrder', rating)).body.code).toBe('ORDER_REFUNDED');
  });

  it('a code is not shown to a buyer who asks for it while the refund is being made', async () => {
    const product = await buildProduct(shop, { units: 1 });
    // Nobody else waits for the order.
    await payments.plan('webhook:*', 'drop', { times: 10 });
    const { order } = await buy(buyer, payments, product);
    await payments.clearFaults();
    const asked = await inTransaction(shop.db, async (db) => {
      const paid = await lockOrder(db, { id: order._id });
      if (!paid) throw new Error('the order is gone');
      const reveal = buyer.call('revealOrder', { params: { id: order._id } });
      await waitForBlockedQuery(shop);
      await updateOrder(db, paid, { payment_status: 'refunded' });
      await takeBackUnseen(db, paid);
      return { reveal };
    });
    expect((await asked.reveal).body.code).toBe('ORDER_REFUNDED');
    expect(await stateOf(product.id)).toBe('withdrawn');
  });

  it('a code that its buyer had seen before the refund stays readable', async () => {
    const product = await buildProduct(shop, { units: 1 });
    const { order } = await buy(buyer, payments, product);
    const params = { id: order._id };
    const seen = await buyer.call('revealOrder', { params });
    await refundOrder(shop, actor, order._id);
    expect(await stateOf(product.id)).toBe('sold');
    expect((await buyer.call('revealOrder', { params })).body).toEqual(seen.body);
  });

  it('what was free or paid by hand is marked refunded, once, and nothing moves at the provider', async () => {
    const free = await placeOrder(buyer, await buildProduct(shop, { price: 0 }));
    const byHand = await placeOrder(buyer, await buildProduct(shop));
    await changePaymentStatus(shop, actor, byHand._id, 'completed');
    for (const { _id } of [free, byHand]) {
      const refunds = await Promise.all([refundOrder(shop, actor, _id), refundOrder(shop, actor, _id)]);
      for (const order of refunds) expect(order).toMatchObject({ paymentStatus: 'refunded', status: 'cancelled' });
      const { rows: refundRows } = await shop.pool.query('select id from refunds where order_id = $1', [_id]);
      expect(refundRows).toEqual([]);
      const { rows: entries } = await shop.pool.query(
        "select actor_id from audit_log where subject_id = $1 and action = 'order.refunded'",
        [_id],
      );
      expect(entries).toEqual([{ actor_id: actor._id }]);
      await expect(cancelOrderByAdmin(shop, actor, _id)).rejects.toEqual(failure('orderPaid'));
    }
  });

  it('refuses to send back what was not paid', async () => {
    const order = await placeOrder(buyer, await buildProduct(shop, { units: 1 }));
    await expect(refundOrder(shop, actor, order._id)).rejects.toEqual(failure('statusConflict'));
  });
});

describe('without a hold', () => {
  const DAY_MS = 24 * 60 * 60_000;
  const setInTurn = async (id: string, ...statuses: PaymentStatus[]) => {
    for (const status of statuses) await changePaymentStatus(shop, actor, id, status);
  };
  const isListed = (id: string) => findOrder(shop, id).then(Boolean, () => false);

  it.each<[PaymentStatus, { isListedAfter: boolean }]>([
    ['failed', { isListedAfter: true }],
    ['pending', { isListedAfter: false }],
  ])('%s, when nobody asks about it any more', async (last, { isListedAfter }) => {
    const order = await placeOrder(await shop.customer(), await buildProduct(shop, { units: 1 }));
    await setInTurn(order._id, 'failed', last);
    for (let day = 0; day < 7; day += 1) {
      expect(await isListed(order._id)).toBe(true);
      shop.clock.advance(DAY_MS);
      await reconcileOrders(shop);
    }
    expect(await isListed(order._id)).toBe(isListedAfter);
  });

  it('one of long ago that waits again is asked about for a week as well', async () => {
    const customer = await shop.customer();
    const paid = await placeOrder(customer, await buildProduct(shop, { units: 1 }));
    const unpaid = await placeOrder(customer, await buildProduct(shop, { units: 1 }));
    for (const { _id } of [paid, unpaid]) await setInTurn(_id, 'failed');
    shop.clock.advance(8 * DAY_MS);
    await reconcileOrders(shop);
    for (const { _id } of [paid, unpaid]) await setInTurn(_id, 'pending');
    await payments.capture(paid.razorpayOrderId, { webhook: false });
    shop.clock.advance(60_001);
    await reconcileOrders(shop);
    expect(await findOrder(shop, paid._id)).toMatchObject({ status: 'completed', isDelivered: true });
    expect(await isListed(unpaid._id)).toBe(true);
    shop.clock.advance(7 * DAY_MS);
    await reconcileOrders(shop);
    expect(await isListed(unpaid._id)).toBe(false);
  });
});
