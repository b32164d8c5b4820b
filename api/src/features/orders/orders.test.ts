import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProduct } from '../../testing/builders.ts';
import { proofOf, type TestPayments, testPayments } from '../../testing/test-payments.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
let payments: TestPayments;
beforeAll(async () => {
  shop = await openTestShop({ SANDBOX_FAULTS: 'on' });
  payments = testPayments(shop);
});
afterAll(() => shop.close());

describe('buying', () => {
  it('creates, pays, verifies, delivers, mails and reveals', async () => {
    const product = await buildProduct(shop, {
      price: 499.5,
      units: 2,
      code: 'CANARY-1234',
      productLink: 'https://a.example/x',
    });
    const buyer = await shop.customer();
    const created = await buyer.call('createOrder', { body: { productId: product.id, amount: 499.5 } });
    expect(created.body).toMatchObject({ message: 'Order created successfully' });
    expect(created.status).toBe(201);
    const { order, paymentOrder } = created.body;
    expect(order).toMatchObject({ status: 'pending', amount: 499.5, amountPaid: 0, quantity: 1, isDelivered: false });
    expect(paymentOrder).toMatchObject({ amount: 49950, currency: 'INR', id: order.razorpayOrderId });

    const proof = await payments.payByCard(order.razorpayOrderId ?? '');
    const verified = await buyer.call('verifyPayment', { body: proofOf(order._id, proof) });
    expect(verified.body).toMatchObject({
      message: 'Order placed successfully',
      order: { status: 'completed', isDelivered: true, amountPaid: 499.5, paymentMethod: 'card' },
      payment: { method: 'card', amount: 499.5, currency: 'INR', status: 'captured' },
    });
    const again = await buyer.call('verifyPayment', { body: proofOf(order._id, proof) });
    expect(again.status).toBe(200);

    const revealed = await buyer.call('revealOrder', { params: { id: order._id } });
    expect(revealed.body.data).toEqual({ codes: ['CANARY-1234'], productLink: 'https://a.example/x' });
    const mine = await buyer.call('listMyOrders', { query: { limit: 3 } });
    expect(mine.body.data).toHaveLength(1);
    expect(JSON.stringify(mine.body)).not.toContain('CANARY');
    await shop.runJobs();
    const mails = shop.mails.to(buyer.user.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('CANARY-1234');
  });
});
