import { describe, expect, it } from 'vitest';
import { type FaultyShop, openFaultyShop, shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import { proofOf } from '../../../testing/clients/test-payments.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { addBatch, buildPool, newCodes } from '../../../testing/data/pools.ts';
import { placeOrder } from '../../../testing/data/purchases.ts';
import { openTestShop } from '../../../testing/test-shop.ts';

let shop: FaultyShop;
shareFaultyShop(openFaultyShop, (opened) => {
  shop = opened;
});

const revealed = async (buyer: SignedInClient, id: string) =>
  (await buyer.call('revealOrder', { params: { id } })).body.data.codes;

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** Makes the units that an order holds expire. */
const expireHeld = (orderId: string) =>
  shop.pool.query("update units set expires_at = now() - interval '1 day' where order_id = $1 and state = 'held'", [
    orderId,
  ]);
const unitsOf = async (productId: string) =>
  (
    await shop.pool.query<{ state: string; count: number }>(
      'select state, count(*)::int as count from units where product_id = $1 group by state order by state',
      [productId],
    )
  ).rows;

const recall = async (batchId: string) => {
  const reply = await (await shop.admin()).call('adminRecallBatch', {
    params: { id: batchId },
    body: { reason: 'The supplier sold them twice' },
  });
  expect(reply.status, reply.body.message).toBe(200);
  return reply.body;
};

describe('a unit that expires or is recalled while it is held (fault 35)', () => {
  const pay = async (buyer: SignedInClient, order: { _id: string; razorpayOrderId: string }) =>
    buyer.call('verifyPayment', {
      body: proofOf(order._id, await shop.payments.payByCard(order.razorpayOrderId)),
    });

  it('is replaced by another one if it has expired', async () => {
    const [dead = '', live = ''] = newCodes(2);
    const product = await buildPool(shop, { codes: [] });
    await addBatch(shop, product.id, { codes: [dead], expiresOn: inDays(1) });
    await addBatch(shop, product.id, { codes: [live], expiresOn: inDays(300) });
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, product);
    await expireHeld(order._id);
    expect((await pay(buyer, order)).status).toBe(200);
    expect(await revealed(buyer, order._id)).toEqual([live]);
    const next = await (await shop.customer()).call('createOrder', { body: { productId: product.id, amount: 499 } });
    expect(next.body.code).toBe('OUT_OF_STOCK');
    expect((await shop.visitor().call('findProduct', { params: { id: product.id } })).body.data).toMatchObject({
      usageLimit: 0,
      availability: 'sold-out',
    });
  });

  it('leads to a refund if it has expired and there is no other one', async () => {
    const product = await buildPool(shop, { codes: newCodes(1) });
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, product);
    await expireHeld(order._id);
    const paid = await pay(buyer, order);
    expect([paid.status, paid.body.code]).toEqual([409, 'PAYMENT_REFUNDED']);
    const { rows } = await shop.pool.query('select reason from refunds where order_id = $1', [order._id]);
    expect(rows).toEqual([{ reason: 'Sold out before the payment arrived' }]);
  });

  it('is replaced if it was recalled, while the other units of the hold stay', async () => {
    const product = await buildPool(shop, { codes: [] });
    const [good, bad] = [newCodes(1), newCodes(1)];
    await addBatch(shop, product.id, { codes: good, expiresOn: inDays(10) });
    const { _id: batchId } = await addBatch(shop, product.id, { codes: bad, expiresOn: inDays(20) });
    const spare = newCodes(1);
    await addBatch(shop, product.id, { codes: spare });
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, product, { quantity: 2 });
    expect(await recall(batchId)).toMatchObject({ affectedOrders: 0, data: { counts: { held: 1, available: 0 } } });
    expect((await pay(buyer, order)).status).toBe(200);
    expect((await revealed(buyer, order._id)).sort()).toEqual([...good, ...spare].sort());
    expect(await unitsOf(product.id)).toEqual([
      { state: 'sold', count: 2 },
      { state: 'withdrawn', count: 1 },
    ]);
  });

  it('leads to a refund and is sold to nobody if it was recalled and is the last one', async () => {
    const product = await buildPool(shop, { codes: [] });
    const { _id: batchId } = await addBatch(shop, product.id, { codes: newCodes(3) });
    const [buyer, other] = [await shop.customer(), await shop.customer()];
    const order = await placeOrder(buyer, product);
    const givenUp = await placeOrder(other, product);
    await recall(batchId);
    expect((await pay(buyer, order)).body.code).toBe('PAYMENT_REFUNDED');
    await other.call('deleteOrder', { params: { id: givenUp._id } });
    expect(await unitsOf(product.id)).toEqual([{ state: 'withdrawn', count: 3 }]);
    const late = await shop.payments.capture(givenUp.razorpayOrderId, { webhook: false });
    const paid = await other.call('verifyPayment', { body: proofOf(givenUp._id, late) });
    expect(paid.body.code).toBe('PAYMENT_REFUNDED');
  });

  it('leads to a good code or a refund if it is recalled during the payment', async () => {
    const rounds = Array.from({ length: 12 }, async () => {
      const product = await buildPool(shop, { codes: [] });
      const { _id: batchId } = await addBatch(shop, product.id, { codes: newCodes(2) });
      const buyer = await shop.customer();
      const order = await placeOrder(buyer, product, { quantity: 2 });
      const proof = proofOf(order._id, await shop.payments.payByCard(order.razorpayOrderId));
      const [paid] = await Promise.all([buyer.call('verifyPayment', { body: proof }), recall(batchId)]);
      expect([200, 409]).toContain(paid.status);
      if (paid.status === 409) expect(paid.body.code).toBe('PAYMENT_REFUNDED');
    });
    await Promise.all(rounds);
  });

  it('is replaced too if an admin completes the order', async () => {
    const product = await buildPool(shop, { codes: [] });
    const [dead, live] = [newCodes(1), newCodes(1)];
    const { _id: batchId } = await addBatch(shop, product.id, { codes: dead, expiresOn: inDays(3) });
    await addBatch(shop, product.id, { codes: live });
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, product);
    await recall(batchId);
    const admin = await shop.admin();
    const changed = await admin.call('adminUpdateOrderStatus', {
      params: { id: order._id },
      body: { status: 'completed' },
    });
    expect(changed.status, changed.body.message).toBe(200);
    expect(await revealed(buyer, order._id)).toEqual(live);
  });
});

describe('the units of a pool with expiry dates', () => {
  it('are sold by date, and leave the lists when they expire', async () => {
    const own = await openTestShop();
    const product = await buildPool(own, { codes: [], price: 0, company: 'Dated' });
    const [last, first, middle] = [newCodes(1), newCodes(1), newCodes(1)];
    await addBatch(own, product.id, { codes: last, expiresOn: inDays(30) });
    await addBatch(own, product.id, { codes: first, expiresOn: inDays(10) });
    await addBatch(own, product.id, { codes: middle, expiresOn: inDays(20) });
    const take = async () => {
      const buyer = await own.customer();
      const { body } = await buyer.call('createOrder', { body: { productId: product.id, amount: 0 } });
      return revealed(buyer, body.order._id);
    };
    expect(await take()).toEqual(first);
    own.clock.advance(21 * DAY_MS);
    const shown = async () => {
      const { data } = (await own.visitor().call('findProduct', { params: { id: product.id } })).body;
      const list = await own.visitor().call('listProducts', { query: { company: 'Dated' } });
      const facets = await own.visitor().call('productFacets', { query: {} });
      return [data.usageLimit, data.availability, list.body.pagination.total, facets.body.data.companies.length];
    };
    expect(await shown()).toEqual([1, 'available', 1, 1]);
    own.clock.advance(10 * DAY_MS);
    expect(await shown()).toEqual([0, 'sold-out', 0, 0]);
    const buyer = await own.customer();
    const reply = await buyer.call('createOrder', { body: { productId: product.id, amount: 0 } });
    expect(reply.body.code).toBe('OUT_OF_STOCK');
    await own.close();
  });
});
