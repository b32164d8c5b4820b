import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../../platform/database/database.ts';
import { waitForBlockedQuery } from '../../../testing/checks/wait-for-blocked-query.ts';
import { proofOf, type TestPayments, testPayments } from '../../../testing/clients/test-payments.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { placeOrder } from '../../../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { claimProviderOrder, findOrderRow, lockOrder } from '../orders.queries.ts';
import { reconcileOrders } from '../payment/reconcile.service.ts';

let shop: TestShop;
let payments: TestPayments;
beforeAll(async () => {
  shop = await openTestShop({ RATE_LIMIT_FACTOR: '1', SANDBOX_FAULTS: 'on' });
  payments = testPayments(shop);
});
afterEach(() => payments.clearFaults());
afterAll(() => shop.close());

const tryOrder = (buyer: SignedInClient, { id }: { id: string }, headers = {}) =>
  buyer.call('createOrder', { body: { productId: id, amount: 499 }, headers });

describe('an order that the provider did not open', () => {
  it.each(['before', 'after'] as const)('does not count as a cancellation (failed %s the creation)', async (phase) => {
    const product = await buildProduct(shop, { units: 50 });
    const buyer = await shop.customer();
    await payments.plan('create-order', 'status-500', { times: 1000, phase });
    await payments.plan('list-orders', 'status-500', { times: 1000 });
    for (let time = 0; time < 6; time++) expect((await tryOrder(buyer, product)).status).toBe(503);
    await payments.clearFaults();
    shop.clock.advance(61_000);
    await reconcileOrders(shop);
    const opened = 'select from provider_orders join orders on orders.id = order_id where buyer_id = $1';
    expect((await shop.pool.query(opened, [buyer.user.id])).rowCount).toBe(phase === 'before' ? 0 : 6);
    expect((await tryOrder(buyer, product)).status).toBe(201);
  });

  it('is refused for its amount if the provider says so, and holds no units', async () => {
    const product = await buildProduct(shop, { units: 1 });
    await payments.plan('create-order', 'amount-too-large');
    const { status, body } = await tryOrder(await shop.customer(), product);
    expect([status, body.code]).toEqual([409, 'AMOUNT_TOO_LARGE']);
    expect((await tryOrder(await shop.customer(), product)).status).toBe(201);
  });

  it('stays open if a request with the same key has opened it meanwhile', async () => {
    const product = await buildProduct(shop, { units: 1 });
    const buyer = await shop.customer();
    const key = { 'idempotency-key': 'twice' };
    const { order } = (await tryOrder(buyer, product, key)).body;
    // The state after a crash during the call to the provider.
    await shop.pool.query('delete from provider_orders where order_id = $1', [order._id]);
    const earlier = new Date(shop.clock.now().getTime() - 60_000);
    await shop.pool.query('update orders set created_at = $2 where id = $1', [order._id, earlier]);
    await payments.plan('list-orders', 'status-500', { times: 1000 });
    const again = await inTransaction(shop.db, async (db) => {
      await lockOrder(db, { id: order._id });
      const reply = tryOrder(buyer, product, key);
      await waitForBlockedQuery(shop);
      const opened = { order_id: order._id, provider_order_id: order.razorpayOrderId ?? '' };
      await db.insertInto('provider_orders').values(opened).execute();
      return { reply };
    });
    const { status, body } = await again.reply;
    expect([status, body.paymentOrder?.id]).toEqual([201, order.razorpayOrderId]);
    const held = "select from units where order_id = $1 and state = 'held'";
    expect((await shop.pool.query(held, [order._id])).rowCount).toBe(1);
  });
});

it('a provider order is stored once by concurrent callers', async () => {
  const order = await placeOrder(await shop.customer(), await buildProduct(shop));
  const claim = { id: order._id, providerOrderId: order.razorpayOrderId };
  for (let round = 0; round < 300; round++) {
    await shop.pool.query('delete from provider_orders where order_id = $1', [order._id]);
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimProviderOrder(shop.db, claim)));
    expect(claims.filter(Boolean)).toEqual([{ provider_order_id: order.razorpayOrderId }]);
  }
});

describe('an order from before migration 0103', () => {
  const openedBefore = async (buyer: SignedInClient) => {
    const order = await placeOrder(buyer, await buildProduct(shop));
    await shop.pool.query(
      `with moved as (delete from provider_orders where order_id = $1 returning *)
       update orders set provider_order_id = moved.provider_order_id from moved where id = $1`,
      [order._id],
    );
    return order;
  };
  const isDelivered = async (order: { _id: string }) =>
    (await shop.pool.query('select is_delivered from orders where id = $1', [order._id])).rows[0].is_delivered;

  it('is shown and can be paid like any other', async () => {
    const buyer = await shop.customer();
    const order = await openedBefore(buyer);
    const { body } = await buyer.call('listMyOrders', { query: {} });
    expect(body.data).toMatchObject([{ _id: order._id, razorpayOrderId: order.razorpayOrderId }]);
    await payments.plan('webhook:*', 'drop', { times: 2 });
    const proof = await payments.payByCard(order.razorpayOrderId);
    const verified = await buyer.call('verifyPayment', { body: proofOf(order._id, proof) });
    expect([verified.status, await isDelivered(order)]).toEqual([200, true]);
  });

  it('is found by an event and by the reconciler', async () => {
    const [told, lost] = [await openedBefore(await shop.customer()), await openedBefore(await shop.customer())];
    await payments.payByCard(told.razorpayOrderId);
    await vi.waitFor(
      async () => {
        await shop.runJobs();
        expect(await isDelivered(told)).toBe(true);
      },
      { timeout: 30_000 },
    );
    await payments.plan('webhook:*', 'drop', { times: 2 });
    await payments.payByCard(lost.razorpayOrderId);
    expect(await isDelivered(lost)).toBe(false);
    shop.clock.advance(61_000);
    await reconcileOrders(shop);
    expect(await isDelivered(lost)).toBe(true);
  });

  it('counts as cancelled after its cancellation', async () => {
    const buyer = await shop.customer();
    for (let time = 0; time < 5; time++) {
      const { _id } = await openedBefore(buyer);
      expect((await buyer.call('deleteOrder', { params: { id: _id } })).status).toBe(200);
    }
    expect((await tryOrder(buyer, await buildProduct(shop))).body.code).toBe('TOO_MANY_GIVEN_UP_ORDERS');
  });

  it('keeps its provider order', async () => {
    const order = await openedBefore(await shop.customer());
    expect(await claimProviderOrder(shop.db, { id: order._id, providerOrderId: 'order_Another' })).toBeUndefined();
    expect(await findOrderRow(shop.db, { id: order._id })).toMatchObject({ provider_order_id: order.razorpayOrderId });
  });
});
