import { expect } from 'vitest';
import type { TestClient } from '../clients/test-client.ts';
import { proofOf, type TestPayments } from '../clients/test-payments.ts';

type Wanted = { id: string; price_paise: number };

/** Places an order like the product page and expects success. */
export async function placeOrder(buyer: TestClient, product: Wanted, options: { quantity?: number } = {}) {
  const { quantity = 1 } = options;
  const created = await buyer.call('createOrder', {
    body: { productId: product.id, amount: (product.price_paise / 100) * quantity, quantity },
  });
  expect(created.status, created.body.message).toBe(201);
  const { order } = created.body;
  return { ...order, razorpayOrderId: order.razorpayOrderId ?? '' };
}

/** A complete purchase: order, payment and verification by the browser. */
export async function buy(
  buyer: TestClient,
  payments: TestPayments,
  product: Wanted,
  options: { quantity?: number } = {},
) {
  const order = await placeOrder(buyer, product, options);
  const proof = await payments.payByCard(order.razorpayOrderId);
  const verified = await buyer.call('verifyPayment', { body: proofOf(order._id, proof) });
  expect(verified.status, verified.body.message).toBe(200);
  return verified.body;
}
