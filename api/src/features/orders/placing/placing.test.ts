import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { proofOf, type TestPayments, testPayments } from '../../../testing/clients/test-payments.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { placeOrder } from '../../../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { ORDERS_PER_MINUTE } from '../orders.rules.ts';
import { reconcileOrders } from '../payment/reconcile.service.ts';

let shop: TestShop;
let payments: TestPayments;
beforeAll(async () => {
  shop = await openTestShop({ RATE_LIMIT_FACTOR: '1', SANDBOX_FAULTS: 'on' });
  payments = testPayments(shop);
});
afterEach(() => payments.clearFaults());
afterAll(() => shop.close());

const countOf = async (text: string, ...values: unknown[]) => (await shop.pool.query(text, values)).rowCount;
const countHeld = (productId: string) =>
  countOf("select from units where product_id = $1 and state = 'held'", productId);

it('refused orders count in the rate limit of orders', async () => {
  const buyer = await shop.customer();
  const soldOut = { productId: (await buildProduct(shop, { units: 0 })).id, amount: 499 };
  const unknown = { ...soldOut, productId: buyer.user.id };
  for (let time = 0; time < ORDERS_PER_MINUTE.max; time++)
    expect((await buyer.call('createOrder', { body: soldOut })).body.code).toBe('OUT_OF_STOCK');
  for (const body of [soldOut, unknown]) expect((await buyer.call('createOrder', { body })).status).toBe(429);
});

it('an order holds all its units or none while another transaction locks the rest', async () => {
  const product = await buildProduct(shop, { units: 2 });
  const buyer = await shop.customer();
  const other = await shop.pool.connect();
  await other.query('begin');
  await other.query('select from units where product_id = $1 limit 1 for update', [product.id]);
  const reply = await buyer.call('createOrder', { body: { productId: product.id, amount: 998, quantity: 2 } });
  await other.query('rollback');
  other.release();
  expect(reply.body.code).toBe('OUT_OF_STOCK');
  expect(await countHeld(product.id)).toBe(0);
  expect(await countOf('select from orders where product_id = $1', product.id)).toBe(0);
});

it('a payment that is recorded already delivers nothing', async () => {
  await payments.plan('webhook:*', 'drop', { times: 10 });
  const product = await buildProduct(shop, { units: 1 });
  const buyer = await shop.customer();
  const order = await placeOrder(buyer, product);
  const payment = await payments.payByCard(order.razorpayOrderId);
  await shop.pool.query(
    `insert into payments (id, provider, order_id, provider_order_id, method, amount_paise, status, captured_at)
     select $2, provider, id, $3, 'card', amount_paise, 'captured', now() from orders where id = $1`,
    [order._id, payment.razorpay_payment_id, order.razorpayOrderId],
  );
  await buyer.call('verifyPayment', { body: proofOf(order._id, payment) });
  expect(await countHeld(product.id)).toBe(1);
  expect(await countOf('select from deliveries where order_id = $1', order._id)).toBe(0);
});

describe('the key of an order that has ended', () => {
  const request = (buyer: SignedInClient, { id }: { id: string }, amount = 499) =>
    buyer.call('createOrder', { body: { productId: id, amount }, headers: { 'idempotency-key': 'again' } });

  it.each([
    ['was cancelled', 'abandoned_at = now()'],
    ['was set to Failed', `abandoned_at = null, payment_status = 'failed'`],
    ['was refunded', `abandoned_at = null, payment_status = 'refunded'`],
  ])('places a new order if the first %s', async (_, ended) => {
    const product = await buildProduct(shop);
    const buyer = await shop.customer();
    const { order } = (await request(buyer, product)).body;
    expect((await buyer.call('deleteOrder', { params: { id: order._id } })).status).toBe(200);
    await shop.pool.query(`update orders set ${ended} where id = $1`, [order._id]);
    const replies = await Promise.all([request(buyer, product), request(buyer, product)]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    const ids = new Set(replies.map(({ body }) => body.order._id));
    expect([ids.size, ids.has(order._id)]).toEqual([1, false]);
    expect(await countHeld(product.id)).toBe(1);
  });

  it('is still refused with another body', async () => {
    const product = await buildProduct(shop);
    const buyer = await shop.customer();
    const { order } = (await request(buyer, product)).body;
    await buyer.call('deleteOrder', { params: { id: order._id } });
    expect((await request(buyer, product, 998)).body.code).toBe('IDEMPOTENCY_MISMATCH');
  });

  it('returns the first order if it was paid late', async () => {
    const product = await buildProduct(shop);
    const buyer = await shop.customer();
    const { order } = (await request(buyer, product)).body;
    await buyer.call('deleteOrder', { params: { id: order._id } });
    await payments.capture(order.razorpayOrderId ?? '', { webhook: false });
    await shop.pool.query('update orders set next_check_at = now() where id = $1', [order._id]);
    await reconcileOrders(shop);
    expect((await request(buyer, product)).body.order).toMatchObject({ _id: order._id, status: 'completed' });
  });
});
