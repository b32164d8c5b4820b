import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { buildProduct } from '../../testing/builders.ts';
import { placeOrder } from '../../testing/purchases.ts';
import { proofOf, type TestPayments, testPayments } from '../../testing/test-payments.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { ORDERS_PER_MINUTE } from './orders.rules.ts';

/** What is decided in the packet in which it is committed. */
let shop: TestShop;
let payments: TestPayments;
beforeAll(async () => {
  shop = await openTestShop({ RATE_LIMIT_FACTOR: '1', SANDBOX_FAULTS: 'on' });
  payments = testPayments(shop);
});
afterEach(() => payments.forgetFaults());
afterAll(() => shop.close());

const countOf = async (text: string, ...values: unknown[]) => (await shop.pool.query(text, values)).rowCount;
const countHeld = (productId: string) =>
  countOf("select from units where product_id = $1 and state = 'held'", productId);

it('counts tries that are refused, and refuses one too many for that alone', async () => {
  const buyer = await shop.customer();
  const soldOut = { productId: (await buildProduct(shop, { units: 0 })).id, amount: 499 };
  const unknown = { ...soldOut, productId: buyer.user.id };
  for (let time = 0; time < ORDERS_PER_MINUTE.max; time++)
    expect((await buyer.call('createOrder', { body: soldOut })).body.code).toBe('OUT_OF_STOCK');
  for (const body of [soldOut, unknown]) expect((await buyer.call('createOrder', { body })).status).toBe(429);
});

it('holds all that is wanted, or nothing, while somebody else has the rest', async () => {
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

it('delivers nothing for a payment that was on record before', async () => {
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
