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
import { withdrawUnrevealedUnits } from '../refunds/order-refunds.service.ts';
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

describe('the payment status of an order', () => {
  it('is still checked after a completion by hand: later money is refunded', async () => {
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

  it('can change in any order before the delivery, and late money still delivers', async () => {
    // A customer may have one order of this product.
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

  it('does not let a refunded payment buy anything, even after a change to Pending', async () => {
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

  it('leaves no money in the books after a payment and a refund by hand', async () => {
    const order = await placeOrder(buyer, await buildProduct(shop, { units: 1 }));
    await changePaymentStatus(shop, actor, order._id, 'completed');
    expect(await refundOrder(shop, actor, order._id)).toMatchObject({ amountPaid: 499, refundedAmount: 499 });
  });

  it('cannot be set to Completed after the provider refunded the payment', async () => {
    const order = await placeOrder(buyer, await buildProduct(shop, { units: 1 }));
    await payments.plan('refund-settlement', 'at-once');
    const proof = await payments.capture(order.razorpayOrderId, { webhook: false });
    await payments.dashboardRefund(proof.razorpay_payment_id, { webhook: false });
    await buyer.call('verifyPayment', { body: proofOf(order._id, proof) });
    await expect(changePaymentStatus(shop, actor, order._id, 'completed')).rejects.toEqual(failure('statusConflict'));
    expect(await findOrder(shop, order._id)).toMatchObject({ paymentStatus: 'refunded', isDelivered: false });
  });

  it('cannot be set to Completed without stock', async () => {
    const product = await buildProduct(shop, { units: 1 });
    const order = await placeOrder(buyer, product);
    await changePaymentStatus(shop, actor, order._id, 'failed');
    await placeOrder(await shop.customer(), product);
    await expect(changePaymentStatus(shop, actor, order._id, 'completed')).rejects.toThrow(
      'There is not enough stock to deliver this order. Add stock and try again, or refund the order.',
    );
  });

  it('a completion by hand is refused at the customer limit with its own text', async () => {
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
      'This customer already has the most that one customer can buy of this product.',
    );
    await expect(changePaymentStatus(shop, actor, await givenUp(once), 'pending')).rejects.toThrow(
      'This customer has another order for this product',
    );
  });
});

describe('a refund by an admin', () => {
  it('refunds the money once and withdraws a code that nobody has seen', async () => {
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

  it('prevents the buyer from revealing the code at the same time', async () => {
    const product = await buildProduct(shop, { units: 1 });
    // No other query waits for the order.
    await payments.plan('webhook:*', 'drop', { times: 10 });
    const { order } = await buy(buyer, payments, product);
    await payments.clearFaults();
    const asked = await inTransaction(shop.db, async (db) => {
      const paid = await lockOrder(db, { id: order._id });
      if (!paid) throw new Error('the order is gone');
      const reveal = buyer.call('revealOrder', { params: { id: order._id } });
      await waitForBlockedQuery(shop);
      await updateOrder(db, paid, { payment_status: 'refunded' });
      await withdrawUnrevealedUnits(db, paid);
      return { reveal };
    });
    expect((await asked.reveal).body.code).toBe('ORDER_REFUNDED');
    expect(await stateOf(product.id)).toBe('withdrawn');
  });

  it('leaves a code readable that the buyer had seen', async () => {
    const product = await buildProduct(shop, { units: 1 });
    const { order } = await buy(buyer, payments, product);
    const params = { id: order._id };
    const seen = await buyer.call('revealOrder', { params });
    await refundOrder(shop, actor, order._id);
    expect(await stateOf(product.id)).toBe('sold');
    expect((await buyer.call('revealOrder', { params })).body).toEqual(seen.body);
  });

  it('marks a free or manually paid order once and does not call the provider', async () => {
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

  it('is refused for an unpaid order', async () => {
    const order = await placeOrder(buyer, await buildProduct(shop, { units: 1 }));
    await expect(refundOrder(shop, actor, order._id)).rejects.toEqual(failure('statusConflict'));
  });
});

describe('an order without a hold', () => {
  const DAY_MS = 24 * 60 * 60_000;
  const setInTurn = async (id: string, ...statuses: PaymentStatus[]) => {
    for (const status of statuses) await changePaymentStatus(shop, actor, id, status);
  };
  const isListed = (id: string) => findOrder(shop, id).then(Boolean, () => false);

  it.each<[PaymentStatus, { isListedAfter: boolean }]>([
    ['failed', { isListedAfter: true }],
    ['pending', { isListedAfter: false }],
  ])('ends as %s after its last payment check', async (last, { isListedAfter }) => {
    const order = await placeOrder(await shop.customer(), await buildProduct(shop, { units: 1 }));
    await setInTurn(order._id, 'failed', last);
    for (let day = 0; day < 7; day += 1) {
      expect(await isListed(order._id)).toBe(true);
      shop.clock.advance(DAY_MS);
      await reconcileOrders(shop);
    }
    expect(await isListed(order._id)).toBe(isListedAfter);
  });

  it('is checked for a week after a change to Pending, even if it is old', async () => {
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
